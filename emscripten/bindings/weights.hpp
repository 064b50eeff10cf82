#pragma once
/// How the weights of a layer cross. Each is identified by its index among the layer's weights.

#include <cstddef>
#include <utility>

#include "exchange.hpp"

namespace manyheads {

/// Takes the weights that the message lists out of the first input slots.
template <typename Weights>
Weights weights_in(exchange::Message& message) {
  Weights weights;
  std::size_t slot = 0;
  for (const std::int64_t name : message.integers()) {
    weights.tensors.at(static_cast<std::size_t>(name)) =
        std::exchange(exchange::input(slot++), Tensor());
  }
  return weights;
}

}  // namespace manyheads
