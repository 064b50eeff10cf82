#pragma once
/// The layer and the call that a golden case describes.

#include "attention/multi_head_attention.hpp"
#include "core/golden.hpp"

namespace manyheads::golden {

AttentionConfig parse_config(const Json& json);

struct AttentionCall {
  explicit AttentionCall(const Json& json);

  static AttentionWeights parse_weights(const Json& inputs);

  MultiHeadAttention layer;
  Tensor x, context, keys, values, mask, score_bias, head_mask;
  ForwardOptions options;
};

}  // namespace manyheads::golden
