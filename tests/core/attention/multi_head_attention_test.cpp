#include "attention/multi_head_attention.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <numeric>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::multi_head_attention_test {
namespace {

// All axes differ: d_model 5, H 4, G 2, d_head 3.
const AttentionConfig kGrouped =
    resolved({.d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true});

AttentionConfig without_output_projection(AttentionConfig config) {
  config.output_projection = false;
  return config;
}

/// One batch row of [B, T, d], as [T, d].
Tensor copy_batch_row(const Tensor& x, std::size_t b) {
  const std::size_t size = x.size() / x.shape(0);
  return tensor_of({x.shape(1), x.shape(2)}, copy_range(x, b * size, (b + 1) * size));
}

/// The rows of x in another order.
Tensor permute_rows(const Tensor& x, const std::vector<std::size_t>& order) {
  Tensor moved = x;
  const std::size_t width = x.shape(1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::copy_n(x.data() + order[i] * width, width, moved.data() + i * width);
  }
  return moved;
}

/// Facts that must hold for both kernels.
class Layer : public testing::TestWithParam<Kernel> {
 protected:
  ForwardOptions with_kernel(ForwardOptions options = {}) const {
    options.kernel = GetParam();
    return options;
  }
  Tensor forward(const Tensor& x, ForwardOptions options = {}) {
    return layer.forward(x, with_kernel(std::move(options)));
  }

  MultiHeadAttention layer = random_layer(kGrouped);
};
INSTANTIATE_TEST_SUITE_P(Kernels, Layer, testing::Values(Kernel::kFused, Kernel::kReference),
                         [](const auto& instance) {
                           return instance.param == Kernel::kFused ? "fused" : "reference";
                         });

// ---------------------------------------------------------------- visibility

TEST_P(Layer, HidesTheFutureExactlyUnderACausalMask) {
  Tensor x = random_normal({70, 5}, 1);
  const Tensor before = forward(x, {.causal = true});

  for (const std::size_t present : {1, 31, 32, 33, 64, 69}) {
    Tensor other_future = x;
    for (std::size_t i = present * 5; i < x.size(); ++i) other_future.data()[i] = 1e3f;
    const Tensor after = forward(other_future, {.causal = true});
    EXPECT_EQ(copy_range(after, 0, present * 5), copy_range(before, 0, present * 5)) << present;
  }
}

TEST_P(Layer, AlignsTheCausalMaskWithTheLastKey) {
  const Tensor x = random_normal({3, 5}, 1);
  Tensor context = random_normal({7, 5}, 2);
  const Tensor before = forward(x, {.context = &context, .causal = true});

  std::fill(context.data() + 5 * 5, context.data() + 6 * 5, 9.0f);  // key 5: visible to query 1
  const Tensor after = forward(x, {.context = &context, .causal = true});

  EXPECT_EQ(copy_range(after, 0, 5), copy_range(before, 0, 5));
  EXPECT_NE(copy_range(after, 5, 10), copy_range(before, 5, 10));
}

TEST_P(Layer, FirstQueriesSeeNoKeyIfThereAreMoreQueriesThanKeys) {
  const Tensor x = random_normal({40, 5}, 1), context = random_normal({3, 5}, 2);

  const Tensor output = forward(x, {.context = &context, .causal = true});

  const Tensor bias = *layer.weights()[WeightName::kBo];
  for (std::size_t t = 0; t < 37; ++t) {
    EXPECT_EQ(copy_range(output, t * 5, t * 5 + 5), copy_range(bias, 0, 5)) << t;
  }
  EXPECT_NE(copy_range(output, 185, 190), copy_range(bias, 0, 5));
}

TEST_P(Layer, IgnoresKeysBeyondTheValidLength) {
  const Tensor x = random_normal({2, 4, 5}, 1);
  Tensor context = random_normal({2, 6, 5}, 2);
  const ForwardOptions options{.context = &context, .valid_lens = std::vector<std::int64_t>{3, 2}};
  const Tensor before = forward(x, options);

  std::fill(context.data() + 3 * 5, context.data() + 6 * 5, 7.0f);
  std::fill(context.data() + 8 * 5, context.data() + 12 * 5, -7.0f);

  expect_equal(forward(x, options), before);
}

TEST_P(Layer, AValidLengthActsLikeAShorterContext) {
  const Tensor x = random_normal({4, 5}, 1), context = random_normal({6, 5}, 2);
  const Tensor shorter_context = tensor_of({3, 5}, copy_range(context, 0, 15));

  // Keys are summed a vector at a time, so the partial sums differ.
  expect_close(forward(x, {.context = &context, .valid_lens = std::vector<std::int64_t>{3}}),
               forward(x, {.context = &shorter_context}), 1e-5);
}

TEST_P(Layer, GivesTheOutputBiasIfNoKeyIsVisibleEvenForNaNKeys) {
  const Tensor x = random_normal({2, 3, 5}, 1), context = full({2, 4, 5}, kNaN);

  const Tensor output =
      forward(x, {.context = &context, .valid_lens = std::vector<std::int64_t>{0, 0}});

  const Tensor bias = *layer.weights()[WeightName::kBo];
  for (std::size_t i = 0; i < output.size(); ++i) EXPECT_EQ(output.data()[i], bias(i % 5));
}

TEST_P(Layer, GivesZeroBeforeTheOutputProjectionIfNoKeyIsVisible) {
  MultiHeadAttention bare = random_layer(without_output_projection(kGrouped));
  const Tensor x = random_normal({3, 5}, 1), context = full({4, 5}, kInfinity),
               mask = full({3, 4}, 0);

  expect_equal(bare.forward(x, with_kernel({.context = &context, .mask = &mask})),
               full({3, 12}, 0));
}

// ---------------------------------------------------------------- heads

TEST_P(Layer, AHeadMaskOfZeroPrunesTheHeadExactly) {
  const Tensor x = random_normal({6, 5}, 1), mask = tensor_of({4}, {1, 1, 0, 1});
  AttentionWeights weights = layer.weights();
  Tensor& wo = *weights[WeightName::kWo];
  std::fill(wo.data() + 2 * 3 * 5, wo.data() + 3 * 3 * 5, 0.0f);  // head 2's slice

  MultiHeadAttention pruned(kGrouped, weights);

  expect_equal(forward(x, {.head_mask = &mask}), pruned.forward(x, with_kernel()));
}

TEST_P(Layer, GivesTheOutputBiasIfEveryHeadIsPruned) {
  const Tensor x = random_normal({3, 5}, 1), mask = full({4}, 0);

  const Tensor output = forward(x, {.head_mask = &mask});

  const Tensor bias = *layer.weights()[WeightName::kBo];
  for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(output.data()[i], bias(i % 5));
}

TEST_P(Layer, TiedHeadsAreBitIdentical) {
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

TEST_P(Layer, TiedHeadsEqualOneHeadWithTheSumOfTheWoSlices) {
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

TEST_P(Layer, GroupedHeadsEqualMultiHeadAttentionWithCopiedKeysAndValues) {
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

TEST_P(Layer, CombinesHeadsByTheirSumOrMean) {
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

// ---------------------------------------------------------------- order, batch, history

TEST_P(Layer, AddsPositionsToTheInputsOfQueriesAndKeysButNotOfValues) {
  layer = random_layer(without_output_projection(kGrouped));
  const Tensor x = random_normal({2, 4, 5}, 1), positions = random_normal({4, 5}, 2);
  const Tensor weights = layer.trace(add(x, positions)).weights, values = layer.trace(x).v;

  const Tensor combined = forward(x, {.positions = &positions});

  Tensor expected = full({2, 4, 12}, 0);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::size_t b = i / 48, t = i / 12 % 4, h = i % 12 / 3;
    for (std::size_t s = 0; s < 4; ++s) {
      expected.data()[i] += weights(b, h, t, s) * values(b, h / 2, s, i % 3);
    }
  }
  expect_close(combined, expected, 1e-6);  // sums of 4 products near 1
}

TEST_P(Layer, PermutedInputsGivePermutedOutputs) {
  const Tensor x = random_normal({37, 5}, 1);
  std::vector<std::size_t> order(37);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::rotate(order.begin(), order.begin() + 11, order.end());
  std::swap(order[0], order[36]);

  // Error bound: sums of the same weights near 1/37 in another order.
  expect_close(forward(permute_rows(x, order)), permute_rows(forward(x), order), 1e-5);
}

TEST_P(Layer, ABatchRowHasTheSameBitsAsAlone) {
  const Tensor x = random_normal({3, 7, 5}, 1), context = random_normal({3, 4, 5}, 2);

  const Tensor together = forward(x, {.context = &context, .causal = true});

  for (std::size_t b = 0; b < 3; ++b) {
    const Tensor own_context = copy_batch_row(context, b);
    expect_equal(copy_batch_row(together, b),
                 forward(copy_batch_row(x, b), {.context = &own_context, .causal = true}));
  }
}

TEST_P(Layer, OutputHasNoBatchAxisIfXHasNone) {
  const Tensor single = random_normal({7, 5}, 1);
  const Tensor batched = tensor_of({1, 7, 5}, copy_range(single, 0, 35));

  const Tensor output = forward(batched);

  EXPECT_EQ(shape_of(output), (Shape{1, 7, 5}));
  expect_equal(forward(single), copy_batch_row(output, 0));
}

TEST_P(Layer, AcceptsAScoreBiasPerHeadWithoutABatchAxis) {
  const Tensor x = random_normal({6, 5}, 1), bias = random_normal({4, 6, 6}, 2);
  const Tensor batched = tensor_of({1, 4, 6, 6}, copy_range(bias, 0, bias.size()));

  expect_equal(forward(x, {.score_bias = &bias}), forward(x, {.score_bias = &batched}));
  EXPECT_GT(largest_difference(forward(x, {.score_bias = &bias}), forward(x)), 1e-3);
}

TEST_P(Layer, DoesNotDependOnEarlierCalls) {
  const Tensor large = random_normal({2, 70, 5}, 1), small = random_normal({3, 5}, 2),
               context = random_normal({2, 40, 5}, 3);
  const Tensor fresh_small = random_layer(kGrouped).forward(small, with_kernel());
  const Tensor fresh_cross =
      random_layer(kGrouped).forward(large, with_kernel({.context = &context}));
  const Tensor fresh_causal = random_layer(kGrouped).forward(large, with_kernel({.causal = true}));

  expect_equal(forward(large, {.context = &context}), fresh_cross);
  expect_equal(forward(small), fresh_small);
  expect_equal(forward(large, {.causal = true}), fresh_causal);
  expect_equal(forward(small), fresh_small);
  layer.trace(large);
  expect_equal(forward(large, {.context = &context}), fresh_cross);
}

TEST_P(Layer, MayWriteItsOutputOverItsInput) {
  Tensor x = random_normal({2, 7, 5}, 1);
  const Tensor expected = forward(x);

  layer.forward(x, with_kernel(), x);

  expect_equal(x, expected);
}

TEST(LayerAllocations, ForwardAllocatesNothingOnTheSecondCallOfASize) {
  const Tensor context = random_normal({2, 40, 5}, 2), mask = full({35, 40}, 1);
  const Tensor bias = random_normal({2, 4, 35, 40}, 3), head_mask = full({4}, 0.5f);
  const ForwardOptions every_option{.context = &context,
                                    .causal = true,
                                    .valid_lens = {{7, 39}},
                                    .mask = &mask,
                                    .score_bias = &bias,
                                    .head_mask = &head_mask,
                                    .dropout = {{.rate = 0.5, .seed = 1}}};
  AttentionConfig tied = kGrouped, summed = without_output_projection(kGrouped);
  tied.tie_heads = true;
  summed.combine = Combine::kSum;
  for (const AttentionConfig& config : {kGrouped, tied, summed}) {
    for (const ForwardOptions& options : {ForwardOptions{}, every_option}) {
      MultiHeadAttention layer = random_layer(config);
      const Tensor large = random_normal({2, 35, 5}, 1), small = random_normal({1, 5}, 1);
      Tensor output, small_output;
      layer.forward(large, options, output);
      layer.forward(small, {}, small_output);
      const std::size_t before = allocation_count();

      layer.forward(large, options, output);
      layer.forward(small, {}, small_output);

      EXPECT_EQ(allocation_count(), before);
    }
  }
}

TEST_P(Layer, WorksAgainAfterMemoryRanOut) {
  const Tensor x = random_normal({2, 65, 5}, 1);
  const Tensor expected = random_layer(kGrouped).forward(x, with_kernel());

  for (const std::size_t bytes : {64, 2000, 4000, 6000, 8000}) {  // from q to the block of scores
    MultiHeadAttention again = random_layer(kGrouped);
    {
      const FailingAllocation out_of_memory(bytes);
      EXPECT_THROW(again.forward(x, with_kernel()), std::bad_alloc) << bytes;
    }
    expect_equal(again.forward(x, with_kernel()), expected);
  }
}

TEST_P(Layer, DoesNotChangeWhenACallFails) {
  const Tensor x = random_normal({4, 5}, 1);
  const Tensor before = forward(x);

  EXPECT_THROW(forward(random_normal({4, 6}, 1)), ShapeError);
  EXPECT_THROW(forward(x, {.valid_lens = std::vector<std::int64_t>{9}}), ConfigError);

  expect_equal(forward(x), before);
}

// ---------------------------------------------------------------- dropout

TEST_P(Layer, DropsTheSameWeightsForTheSameSeed) {
  const Tensor x = random_normal({8, 5}, 1);
  const auto dropped = [&](std::uint64_t seed) {
    return forward(x, {.dropout = Dropout{.rate = 0.4, .seed = seed}});
  };

  expect_equal(dropped(1), dropped(1));
  EXPECT_GT(largest_difference(dropped(1), dropped(2)), 1e-3);
}

TEST_P(Layer, DropoutKeepsTheMeanOutput) {
  const Tensor x = random_normal({6, 5}, 1);
  const Tensor expected = forward(x);
  std::vector<double> sums(expected.size());
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Tensor output = forward(x, {.dropout = Dropout{.rate = 0.2, .seed = seed}});
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += output.data()[i];
  }

  for (std::size_t i = 0; i < sums.size(); ++i) {
    // One run deviates by about 0.5, the mean of 500 runs by 0.5 / sqrt(500) = 0.022.
    EXPECT_NEAR(sums[i] / 500, expected.data()[i], 0.11);
  }
}

// ---------------------------------------------------------------- extremes

TEST_P(Layer, StaysFiniteAtScoresOfTenThousand) {
  AttentionConfig config = kGrouped;
  config.scale = Scale::kNone;
  MultiHeadAttention unscaled = random_layer(config);
  const Tensor x = random_normal({2, 40, 5}, 1, 100.0);
  const Tensor scores = unscaled.trace(x).scores;
  ASSERT_GT(*std::max_element(scores.data(), scores.data() + scores.size()), 1e4f);

  const Tensor output = unscaled.forward(x, with_kernel());

  for (const float value : elements(output)) ASSERT_TRUE(std::isfinite(value));
}

TEST_P(Layer, AllowsNaNUnlessCheckFiniteIsSet) {
  Tensor x = random_normal({2, 3, 5}, 1);
  x(1, 2, 3) = kNaN;

  const Tensor output = forward(x);

  for (std::size_t i = 0; i < 15; ++i) EXPECT_FALSE(std::isnan(output.data()[i]));
  for (std::size_t i = 15; i < 30; ++i) EXPECT_TRUE(std::isnan(output.data()[i]));
}

TEST_P(Layer, CheckFiniteNamesThePositionOfANaN) {
  Tensor x = random_normal({2, 3, 5}, 1), context = x;
  Tensor bias = full({3, 3}, 0);
  bias(2, 0) = -kInfinity;
  context(0, 1, 4) = kNaN;

  expect_error([&] { forward(x, {.context = &context, .check_finite = true}); },
               "forward: context holds NaN at [0, 1, 4]");
  expect_error([&] { forward(x, {.keys = &context, .values = &x, .check_finite = true}); },
               "forward: keys holds NaN at [0, 1, 4]");
  expect_error([&] { forward(x, {.keys = &x, .values = &context, .check_finite = true}); },
               "forward: values holds NaN at [0, 1, 4]");
  expect_error([&] { forward(x, {.score_bias = &bias, .check_finite = true}); },
               "forward: score_bias holds infinity at [2, 0]");
  const Tensor positions = full({3, 5}, kNaN);
  expect_error([&] { forward(x, {.positions = &positions, .check_finite = true}); },
               "forward: positions holds NaN at [0, 0]");
  x(1, 2, 3) = kInfinity;
  expect_error([&] { forward(x, {.check_finite = true}); },
               "forward: x holds infinity at [1, 2, 3]");
  expect_error([&] { forward(copy_batch_row(x, 1), {.check_finite = true}); },
               "forward: x holds infinity at [2, 3]");
}

TEST_P(Layer, CheckFiniteNamesThePositionOfANaNInTheOutput) {
  AttentionWeights weights;
  weights[WeightName::kBo] = tensor_of({5}, {0, 0, kNaN, 0, 0});
  layer.set_weights(weights);

  expect_error(
      [&] {
        forward(random_normal({2, 3, 5}, 1), {.check_finite = true});
      },
      "forward: the output holds NaN at [0, 0, 2]");
  expect_error(
      [&] {
        forward(random_normal({3, 5}, 1), {.check_finite = true});
      },
      "forward: the output holds NaN at [0, 2]");
}

TEST_P(Layer, CheckFiniteDoesNotChangeTheOutput) {
  const Tensor x = random_normal({4, 5}, 1);

  expect_equal(forward(x, {.check_finite = true}), forward(x));
}

// ---------------------------------------------------------------- both kernels

TEST(LayerKernels, AgreeForEveryKindOfConfiguration) {
  const Tensor x = random_normal({35, 5}, 1), context = random_normal({33, 5}, 2);
  for (const Scale scale : {Scale::kSqrtDHead, Scale::kSqrtDModel, Scale::kNone}) {
    for (const Combine combine : {Combine::kConcat, Combine::kSum, Combine::kMean}) {
      for (unsigned bits = 0; bits < 8; ++bits) {
        AttentionConfig config = kGrouped;
        config.scale = scale;
        config.combine = combine;
        config.bias = bits & 1u;
        config.output_projection = bits & 2u;
        config.tie_heads = bits & 4u;
        MultiHeadAttention layer = random_layer(config);
        ForwardOptions options{.context = &context, .causal = true, .kernel = Kernel::kFused};

        const Tensor fused = layer.forward(x, options);
        options.kernel = Kernel::kReference;

        // Error bound: unscaled scores exceed 10, and 1e-6 of a score changes a weight by 1e-5.
        expect_close(fused, layer.forward(x, options), 2e-5);
      }
    }
  }
}

TEST(LastKernel, IsEmptyBeforeTheFirstCall) {
  EXPECT_FALSE(MultiHeadAttention(kGrouped).last_kernel().has_value());
}

TEST(LastKernel, IsTheRequestedKernel) {
  MultiHeadAttention layer(kGrouped);
  const Tensor x = random_normal({4, 5}, 1);

  layer.forward(x, {.kernel = Kernel::kFused});
  EXPECT_EQ(layer.last_kernel(), Kernel::kFused);
  layer.forward(x, {.kernel = Kernel::kReference});
  EXPECT_EQ(layer.last_kernel(), Kernel::kReference);
}

TEST(LastKernel, IsTheFusedKernelAtEverySizeByDefault) {
  MultiHeadAttention layer(kGrouped);

  for (const Size T : {1, 100}) {
    layer.forward(random_normal({T, 5}, 1));
    EXPECT_EQ(layer.last_kernel(), Kernel::kFused) << T;
  }
}

TEST(LastKernel, DoesNotChangeWhenACallFails) {
  MultiHeadAttention layer({.d_model = 1, .num_heads = 1});
  layer.forward(full({3, 1}, 1), {.kernel = Kernel::kFused});

  EXPECT_THROW(layer.forward(full({1 << 15, 1}, 1), {.kernel = Kernel::kReference}),
               OutOfMemoryError);

  EXPECT_EQ(layer.last_kernel(), Kernel::kFused);
}

TEST(LastKernel, IsTheReferenceKernelAfterATrace) {
  MultiHeadAttention layer(kGrouped);

  layer.trace(random_normal({4, 5}, 1), {.kernel = Kernel::kFused});

  EXPECT_EQ(layer.last_kernel(), Kernel::kReference);
}

// ---------------------------------------------------------------- trace

TEST(Trace, HasTheDocumentedShapes) {
  const Tensor x = random_normal({2, 7, 5}, 1), context = random_normal({2, 6, 5}, 2);

  const AttentionTrace trace = random_layer(kGrouped).trace(x, {.context = &context});

  EXPECT_EQ(shape_of(trace.q), (Shape{2, 4, 7, 3}));
  EXPECT_EQ(shape_of(trace.k), (Shape{2, 2, 6, 3}));
  EXPECT_EQ(shape_of(trace.v), (Shape{2, 2, 6, 3}));
  EXPECT_EQ(shape_of(trace.scores), (Shape{2, 4, 7, 6}));
  EXPECT_EQ(shape_of(trace.masked_scores), (Shape{2, 4, 7, 6}));
  EXPECT_EQ(shape_of(trace.weights), (Shape{2, 4, 7, 6}));
  EXPECT_EQ(shape_of(trace.heads), (Shape{2, 4, 7, 3}));
  EXPECT_EQ(shape_of(trace.combined), (Shape{2, 7, 12}));
  EXPECT_EQ(shape_of(trace.output), (Shape{2, 7, 5}));
}

/// Calls `visit` with each tensor of the trace.
template <typename Visit>
void for_each_tensor(const AttentionTrace& trace, Visit visit) {
  for (const Tensor* tensor : {&trace.q, &trace.k, &trace.v, &trace.scores, &trace.masked_scores,
                               &trace.weights, &trace.heads, &trace.combined, &trace.output}) {
    visit(*tensor);
  }
}

TEST(Trace, HasNoBatchAxisIfXHasNone) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({1, 7, 5}, 1);
  std::vector<Tensor> batched;
  for_each_tensor(layer.trace(x), [&](const Tensor& tensor) { batched.push_back(tensor); });

  std::size_t i = 0;
  for_each_tensor(layer.trace(copy_batch_row(x, 0)), [&](const Tensor& tensor) {
    Shape shape = shape_of(batched[i]);
    EXPECT_EQ(shape.front(), 1u);
    shape.erase(shape.begin());
    expect_equal(tensor, tensor_of(shape, copy_range(batched[i], 0, batched[i].size())));
    ++i;
  });
}

TEST(Trace, HasTheOutputOfForward) {
  for (const Combine combine : {Combine::kConcat, Combine::kSum, Combine::kMean}) {
    for (const bool output_projection : {true, false}) {
      AttentionConfig config = kGrouped;
      config.combine = combine;
      config.output_projection = output_projection;
      MultiHeadAttention layer = random_layer(config);
      const Tensor x = random_normal({2, 7, 5}, 1), factors = tensor_of({4}, {1, 0, 2, -1});
      const ForwardOptions options{.causal = true,
                                   .head_mask = &factors,
                                   .dropout = Dropout{.rate = 0.3, .seed = 1},
                                   .kernel = Kernel::kReference};

      expect_equal(layer.trace(x, options).output, layer.forward(x, options));
    }
  }
}

TEST(Trace, SplitsTheProjectionsIntoHeads) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const AttentionWeights weights = layer.weights();
  const Tensor x = random_normal({7, 5}, 1), context = random_normal({6, 5}, 2);

  const AttentionTrace trace = layer.trace(x, {.context = &context});

  const Tensor q = add(matmul(x, *weights[WeightName::kWq]), *weights[WeightName::kBq]);
  const Tensor k = add(matmul(context, *weights[WeightName::kWk]), *weights[WeightName::kBk]);
  const Tensor v = add(matmul(context, *weights[WeightName::kWv]), *weights[WeightName::kBv]);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t h = 0; h < 4; ++h) {
      for (std::size_t t = 0; t < 7; ++t) {
        EXPECT_NEAR(trace.q(h, t, i), q(t, h * 3 + i), 1e-5);
      }
    }
    for (std::size_t g = 0; g < 2; ++g) {
      for (std::size_t s = 0; s < 6; ++s) {
        EXPECT_NEAR(trace.k(g, s, i), k(s, g * 3 + i), 1e-5);
        EXPECT_NEAR(trace.v(g, s, i), v(s, g * 3 + i), 1e-5);
      }
    }
  }
}

TEST(Trace, HasPositionsInQueriesAndKeysButNotInValues) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 3, 5}, 1), positions = random_normal({3, 5}, 2);
  const AttentionTrace positioned = layer.trace(add(x, positions)), plain = layer.trace(x);

  const AttentionTrace trace = layer.trace(x, {.positions = &positions});

  expect_equal(trace.q, positioned.q);
  expect_equal(trace.k, positioned.k);
  expect_equal(trace.v, plain.v);
}

TEST(Trace, ConcatenatesTheHeads) {
  const AttentionTrace trace = random_layer(kGrouped).trace(random_normal({2, 7, 5}, 1));

  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t h = 0; h < 4; ++h) {
      for (std::size_t t = 0; t < 7; ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
          EXPECT_EQ(trace.combined(b, t, h * 3 + i), trace.heads(b, h, t, i));
        }
      }
    }
  }
}

TEST(Trace, OutputIsTheSumOfHeadsTimesTheirSlicesOfWo) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor wo = *layer.weights()[WeightName::kWo], bo = *layer.weights()[WeightName::kBo];

  const AttentionTrace trace = layer.trace(random_normal({7, 5}, 1));

  Tensor sum = full({7, 5}, 0);
  for (std::size_t h = 0; h < 4; ++h) {
    const Tensor head = tensor_of({7, 3}, copy_range(trace.heads, h * 21, h * 21 + 21));
    sum = add(sum, matmul(head, tensor_of({3, 5}, copy_range(wo, h * 15, h * 15 + 15))));
  }
  // Error bound: sums of twelve products near 1 in another order.
  expect_close(trace.output, add(sum, bo), 1e-5);
}

TEST(Trace, HasACopyPerHeadIfHeadsAreTied) {
  AttentionConfig tied = kGrouped;
  tied.tie_heads = true;

  const AttentionTrace trace = random_layer(tied).trace(random_normal({7, 5}, 1));

  for (const Tensor* tensor :
       {&trace.q, &trace.k, &trace.v, &trace.scores, &trace.weights, &trace.heads}) {
    const std::size_t heads = tensor->shape(0), size = tensor->size() / heads;
    for (std::size_t h = 1; h < heads; ++h) {
      EXPECT_EQ(copy_range(*tensor, h * size, (h + 1) * size), copy_range(*tensor, 0, size));
    }
  }
}

TEST(Trace, DividesTheScoresByTheChosenScale) {
  const Tensor x = random_normal({7, 5}, 1);
  AttentionConfig config = kGrouped;
  const auto scores_at = [&](Scale scale) {
    config.scale = scale;
    return random_layer(config).trace(x).scores;
  };
  const Tensor plain = scores_at(Scale::kNone), head = scores_at(Scale::kSqrtDHead),
               model = scores_at(Scale::kSqrtDModel);

  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_NEAR(head.data()[i] * std::sqrt(3.0f), plain.data()[i], 1e-5);
    EXPECT_NEAR(model.data()[i] * std::sqrt(5.0f), plain.data()[i], 1e-5);
  }
}

TEST(Trace, CheckFiniteNamesThePositionOfANaN) {
  Tensor x = random_normal({3, 5}, 1);
  x(0, 4) = kNaN;

  expect_error([&] { random_layer(kGrouped).trace(x, {.check_finite = true}); },
               "forward: x holds NaN at [0, 4]");
}

// ---------------------------------------------------------------- sizes

TEST(LayerSizes, RefuseAProjectionThatWouldBeTooLarge) {
  MultiHeadAttention layer({.d_model = 1, .num_heads = 1, .d_head = 1024});

  expect_out_of_memory(
      [&] {
        layer.forward(full({1 << 20, 1}, 0));
      },
      "a projection [1048576, 1024] would take 2 GiB or more; a tensor must be smaller than that");
}

TEST(LayerSizes, ScoresThatWouldBeTooLargeDoNotChangeTheLayer) {
  MultiHeadAttention layer({.d_model = 1, .num_heads = 1});
  const Tensor x = full({3, 1}, 1), before = layer.forward(x);

  EXPECT_THROW(layer.forward(full({1 << 15, 1}, 1), {.kernel = Kernel::kReference}),
               OutOfMemoryError);

  expect_equal(layer.forward(x), before);
}

}  // namespace
}  // namespace manyheads::multi_head_attention_test
