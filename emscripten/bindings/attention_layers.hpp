#pragma once
/// The layers of attention that JavaScript holds, and how messages refer to them.

#include <cstddef>

#include "attention/multi_head_attention.hpp"
#include "exchange.hpp"
#include "handles.hpp"

namespace manyheads {

extern Handles<MultiHeadAttention> attention_layers;

/// The layer whose number comes next in the message.
MultiHeadAttention& attention_in(exchange::Message& message);

/// x is the first input; the tensors among the options come after it.
ForwardOptions forward_options_in(exchange::Message& message);

/// Answers with the layer's number and its configuration.
void answer_attention(std::size_t number);

}  // namespace manyheads
