#pragma once
/// The weights of a layer: for each value of an enumeration one tensor, which may be absent.

#include <array>
#include <cstddef>
#include <optional>

#include "fields/choices.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

template <typename Name>
struct NamedWeights {
  std::array<std::optional<Tensor>, kChoices<Name>.size()> tensors;

  std::optional<Tensor>& operator[](Name name) { return tensors[static_cast<std::size_t>(name)]; }
  const std::optional<Tensor>& operator[](Name name) const {
    return tensors[static_cast<std::size_t>(name)];
  }
};

}  // namespace manyheads
