#include <algorithm>

#include "core/attention/grouped_layer.hpp"

namespace manyheads::layer_heads_test {
namespace {

class LayerHeads : public LayerOnEachKernel {};
INSTANTIATE_TEST_SUITE_P(Kernels, LayerHeads, testing::ValuesIn(kBothKernels), kernel_name);

TEST_P(LayerHeads, AHeadMaskOfZeroPrunesTheHeadExactly) {
  const Tensor x = random_normal({6, 5}, 1), mask = tensor_of({4}, {1, 1, 0, 1});
  AttentionWeights weights = layer.weights();
  Tensor& wo = *weights[WeightName::kWo];
  std::fill(wo.data() + 2 * 3 * 5, wo.data() + 3 * 3 * 5, 0.0f);  // head 2's slice

  MultiHeadAttention pruned(kGrouped, weights);

  expect_equal(forward(x, {.head_mask = &mask}), pruned.forward(x, with_kernel()));
}

TEST_P(LayerHeads, GivesTheOutputBiasIfEveryHeadIsPruned) {
  const Tensor x = random_normal({3, 5}, 1), mask = full({4}, 0);

  const Tensor output = forward(x, {.head_mask = &mask});

  const Tensor bias = *layer.weights()[WeightName::kBo];
  for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(output.data()[i], bias(i % 5));
}

TEST_P(LayerHeads, TiedHeadsAreBitIdentical) {
  AttentionConfig tied = without_output_projection(kGrouped);
  tied.tie_heads = true;
  MultiHeadAttention bare = random_layer(tied);

  const Tensor heads = bare.forward(random_normal({40, 5}, 1), with_kernel({.causal = true}));

  for (std::size_t t = 0; t < 40; ++t) {
    for (std::size_t h = 1; h < 4; ++h) {
      EXPECT_EQ(copy_range(heads, t * 12 + h * 3, t * 12 + h * 3 + 3),
                copy_range(heads, t * 12, t * 12 + 3));
    }
  }
}

TEST_P(LayerHeads, TiedHeadsEqualOneHeadWithTheSumOfTheWoSlices) {
  AttentionConfig tied = kGrouped;
  tied.tie_heads = true;
  MultiHeadAttention wide = random_layer(tied);
  const AttentionWeights weights = wide.weights();
  const AttentionConfig one_head{.d_model = 5, .num_heads = 1, .d_head = 3, .bias = true};
  AttentionWeights narrow;
  for (const WeightName name : kWeightNames) {
    const Tensor& weight = *weights[name];
    Tensor& head = narrow[name].emplace(full(weight_shape(resolved(one_head), name), 0));
    if (name == WeightName::kWo) {
      for (std::size_t i = 0; i < weight.size(); ++i) head.data()[i % 15] += weight.data()[i];
    } else {
      const std::size_t width = weight.shape().back(), kept = head.shape().back();
      for (std::size_t i = 0; i < head.size(); ++i) {
        head.data()[i] = weight.data()[i / kept * width + i % kept];
      }
    }
  }
  const Tensor x = random_normal({6, 5}, 1);

  // Error bound: sums of the same products near 1 in another order.
  expect_close(wide.forward(x, with_kernel()),
               MultiHeadAttention(one_head, narrow).forward(x, with_kernel()), 1e-5);
}

TEST_P(LayerHeads, GroupedHeadsEqualMultiHeadAttentionWithCopiedKeysAndValues) {
  AttentionConfig multi_head = kGrouped;
  multi_head.num_kv_heads = 4;
  AttentionWeights weights = layer.weights();
  for (const WeightName name :
       {WeightName::kWk, WeightName::kWv, WeightName::kBk, WeightName::kBv}) {
    const Tensor shared = *weights[name];
    Tensor& copied = weights[name].emplace(full(weight_shape(multi_head, name), 0));
    for (std::size_t i = 0; i < copied.size(); ++i) {
      const std::size_t row = i / 12, column = i % 12, h = column / 3;
      copied.data()[i] = shared.data()[row * 6 + h / 2 * 3 + column % 3];
    }
  }
  const Tensor x = random_normal({2, 35, 5}, 1);

  MultiHeadAttention copied(multi_head, weights);

  expect_equal(forward(x), copied.forward(x, with_kernel()));
}

TEST_P(LayerHeads, CombinesHeadsByTheirSumOrMean) {
  AttentionConfig config = without_output_projection(kGrouped);
  const AttentionWeights weights = random_weights(config, 1);
  MultiHeadAttention concat(config, weights);
  config.combine = Combine::kSum;
  MultiHeadAttention sum(config, weights);
  config.combine = Combine::kMean;
  MultiHeadAttention mean(config, weights);
  const Tensor x = random_normal({4, 5}, 1);

  const Tensor heads = concat.forward(x, with_kernel()), summed = sum.forward(x, with_kernel()),
               averaged = mean.forward(x, with_kernel());

  ASSERT_EQ(shape_of(summed), (Shape{4, 3}));
  for (std::size_t t = 0; t < 4; ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const float wanted = heads(t, i) + heads(t, 3 + i) + heads(t, 6 + i) + heads(t, 9 + i);
      EXPECT_NEAR(summed(t, i), wanted, 1e-6);
      EXPECT_NEAR(averaged(t, i), wanted / 4, 1e-6);
    }
  }
}

}  // namespace
}  // namespace manyheads::layer_heads_test
