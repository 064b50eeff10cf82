#include "weights.hpp"

#include <cstddef>
#include <utility>

namespace manyheads {

void take_weights(exchange::Message& message, std::span<std::optional<Tensor>> weights) {
  std::size_t slot = 0;
  for (const std::int64_t name : message.integers()) {
    weights[static_cast<std::size_t>(name)] = std::exchange(exchange::input(slot++), Tensor());
  }
}

void answer_weights(std::span<std::optional<Tensor>> weights) {
  for (std::optional<Tensor>& weight : weights) {
    exchange::answer_number(weight.has_value());
    if (weight) exchange::answer_tensor(std::move(*weight));
  }
}

}  // namespace manyheads
