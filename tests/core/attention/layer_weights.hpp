#pragma once
/// Weights of a layer of attention: their columns, and expectations about all of them.

#include <algorithm>

#include "core/random_layer.hpp"
#include "core/tensors.hpp"

namespace manyheads {

// All axes differ: H D is 12, G D is 6.
inline const AttentionConfig kSeeded = resolved(
    {.d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true, .seed = 17});

inline void expect_equal_weights(const AttentionWeights& actual, const AttentionWeights& expected) {
  for (const WeightName name : kWeightNames) {
    SCOPED_TRACE(to_text(name));
    ASSERT_EQ(actual[name].has_value(), expected[name].has_value());
    if (expected[name]) expect_equal(*actual[name], *expected[name]);
  }
}

inline AttentionWeights one_weight(WeightName name, const Tensor& value) {
  AttentionWeights weights;
  weights[name] = value;
  return weights;
}

/// The columns of one head in a projection, or its part of a bias.
inline Tensor head_columns(const Tensor& weight, std::size_t h, std::size_t d_head) {
  const std::size_t width = weight.shape().back(), rows = weight.size() / width;
  Tensor columns = make_tensor({rows, d_head}, "columns");
  for (std::size_t i = 0; i < rows; ++i) {
    std::copy_n(weight.data() + i * width + h * d_head, d_head, columns.data() + i * d_head);
  }
  return columns;
}

}  // namespace manyheads
