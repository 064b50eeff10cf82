#pragma once
/// How the weights of a layer cross, each known by its place among the layer's weights.

#include <optional>
#include <span>

#include "exchange.hpp"

namespace manyheads {

/// Takes the weights that the message tells out of the first input slots.
void take_weights(exchange::Message& message, std::span<std::optional<Tensor>> weights);

/// Answers for each weight with whether it is there, and the weight.
void answer_weights(std::span<std::optional<Tensor>> weights);

}  // namespace manyheads
