#pragma once
/// Gradients of a layer of attention, and calls of awkward sizes to compute them for.

#include <array>

#include "attention/attention_gradients.hpp"
#include "core/attention/grouped_layer.hpp"

namespace manyheads {

template <typename Layer>
AttentionGradients compute_gradients(Layer&& layer, const Tensor& x, const Tensor& d_output,
                                     const ForwardOptions& options = {}) {
  AttentionGradients gradients;
  layer.backward(x, d_output, options, gradients);
  return gradients;
}

inline void expect_close(const AttentionGradients& actual, const AttentionGradients& expected,
                         double tolerance) {
  expect_close(actual.dx, expected.dx, tolerance);
  ASSERT_EQ(actual.d_context.has_value(), expected.d_context.has_value());
  if (expected.d_context) {
    expect_close(*actual.d_context, *expected.d_context, tolerance);
  }
  ASSERT_EQ(actual.d_positions.has_value(), expected.d_positions.has_value());
  if (expected.d_positions) {
    expect_close(*actual.d_positions, *expected.d_positions, tolerance);
  }
  for (const auto own : {&AttentionGradients::d_keys, &AttentionGradients::d_values}) {
    ASSERT_EQ((actual.*own).has_value(), (expected.*own).has_value());
    if (expected.*own) expect_close(*(actual.*own), *(expected.*own), tolerance);
  }
  for (const WeightName name : kWeightNames) {
    SCOPED_TRACE(to_text(name));
    ASSERT_EQ(actual.d_weights[name].has_value(), expected.d_weights[name].has_value());
    if (!expected.d_weights[name]) continue;
    expect_close(*actual.d_weights[name], *expected.d_weights[name], tolerance);
  }
}

struct CallSizes {
  Size B, T, S;  ///< S 0: self-attention
  AttentionConfig config;
};

inline const std::array kAwkwardCalls = {
    CallSizes{1, 1, 0, {.d_model = 1, .num_heads = 1}},
    CallSizes{2, 3, 5, kGrouped},
    CallSizes{2, 1, 3, kGrouped},  // with one query, a group computes its heads together
    CallSizes{1, 6, 2, {.d_model = 7, .num_heads = 3, .num_kv_heads = 1, .d_head = 5}},
    CallSizes{1, 35, 0, {.d_model = 4, .num_heads = 2, .d_head = 3}},  // two blocks of queries
    CallSizes{2, 2, 3, {.d_model = 6, .num_heads = 3, .bias = true, .combine = Combine::kSum}},
    CallSizes{1, 3, 4, {.d_model = 5, .num_heads = 2, .d_head = 17, .combine = Combine::kMean}},
    CallSizes{2, 4, 0, {.d_model = 6, .num_heads = 2, .bias = true, .output_projection = false}},
    CallSizes{1,
              4,
              3,
              {.d_model = 4,
               .num_heads = 2,
               .scale = Scale::kNone,
               .combine = Combine::kMean,
               .output_projection = false}},
    CallSizes{2,
              3,
              4,
              {.d_model = 6,
               .num_heads = 4,
               .num_kv_heads = 2,
               .d_head = 2,
               .bias = true,
               .scale = Scale::kSqrtDModel,
               .tie_heads = true}}};

}  // namespace manyheads
