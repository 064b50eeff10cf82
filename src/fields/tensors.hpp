#pragma once
/// For each struct of tensors, such as a trace, one table: the name and the member of each tensor.

#include <array>
#include <string_view>

#include "fields/fields.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

template <typename Struct>
struct TensorField {
  std::string_view name;
  Tensor* (*find)(Struct&);  ///< null where the tensor is absent
};

/// The tensors of a struct: specialised next to each that has a table.
template <typename Struct>
inline constexpr std::array<TensorField<Struct>, 0> kTensors = {};

template <auto Member>
constexpr auto tensor_field(std::string_view name) {
  using Struct = typename field::MemberTraits<Member>::Struct;
  return TensorField<Struct>{name, [](Struct& from) -> Tensor* {
                               auto& tensor = from.*Member;
                               if constexpr (requires { tensor.has_value(); }) {
                                 return tensor ? &*tensor : nullptr;
                               } else {
                                 return &tensor;
                               }
                             }};
}

template <typename Struct, typename... More>
constexpr std::array<TensorField<Struct>, 1 + sizeof...(More)> tensor_fields(
    const TensorField<Struct>& first, const More&... more) {
  return {first, more...};
}

}  // namespace manyheads
