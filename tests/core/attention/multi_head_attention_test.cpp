#include "attention/multi_head_attention.hpp"

#include <algorithm>
#include <new>
#include <numeric>

#include "core/attention/grouped_layer.hpp"
#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::multi_head_attention_test {
namespace {

/// The rows of x in another order.
Tensor permute_rows(const Tensor& x, const std::vector<std::size_t>& order) {
  Tensor moved = x;
  const std::size_t width = x.shape(1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::copy_n(x.data() + order[i] * width, width, moved.data() + i * width);
  }
  return moved;
}

class Layer : public LayerOnEachKernel {};
INSTANTIATE_TEST_SUITE_P(Kernels, Layer, testing::ValuesIn(kBothKernels), kernel_name);

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
  const Tensor mask = full({3, 3}, kNaN), head_mask = full({4}, kInfinity);
  expect_error([&] { forward(x, {.mask = &mask, .check_finite = true}); },
               "forward: mask holds NaN at [0, 0]");
  expect_error([&] { forward(x, {.head_mask = &head_mask, .check_finite = true}); },
               "forward: head_mask holds infinity at [0]");
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
