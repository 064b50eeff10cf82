#pragma once
/// The layers of attention that JavaScript holds, and how calls tell of them. Inputs of a call with
/// options lie in the slots of AttentionInput.

#include <cstddef>

#include "attention/multi_head_attention.hpp"
#include "exchange.hpp"
#include "handles.hpp"

namespace manyheads {

enum AttentionInput : std::size_t {
  kX,
  kContext,
  kKeys,
  kValues,
  kMask,
  kScoreBias,
  kHeadMask,
  kDOutput
};

extern Handles<MultiHeadAttention> attention_layers;

AttentionConfig attention_config_in(exchange::Message& message);
ForwardOptions forward_options_in(exchange::Message& message);

/// Tiles larger than any tensor count as all; what they are beyond that does not matter.
Tile bounded_tile(double queries, double keys);

/// Answers with the layer's number and its configuration, in the order in which
/// attention_config_in reads.
void answer_attention(std::size_t number);

/// Answers with the trace's tensors in the order of AttentionTrace, which are moved away.
void answer_trace(AttentionTrace& trace);

}  // namespace manyheads
