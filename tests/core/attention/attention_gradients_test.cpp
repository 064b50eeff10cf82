#include "attention/attention_gradients.hpp"

#include <array>
#include <cmath>

#include "core/attention/gradients.hpp"
#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::attention_gradients_test {
namespace {

constexpr std::array kSplitOverHeads = {WeightName::kWq, WeightName::kWk, WeightName::kWv,
                                        WeightName::kBq, WeightName::kBk, WeightName::kBv};

// --------------------------------------------------------------------------------- identities

/// Sums the columns of neighbouring heads so that `heads` heads remain. Other columns are 0.
Tensor sum_heads(const Tensor& d_weight, std::size_t heads, std::size_t d_head,
                 const Shape& shape) {
  Tensor sums = full(shape, 0);
  const std::size_t width = d_weight.shape().back(), narrow = shape.back();
  for (std::size_t i = 0; i < d_weight.size(); ++i) {
    const std::size_t h = i % width / d_head;
    const std::size_t head = h * heads / (width / d_head);
    sums.data()[i / width * narrow + head * d_head + i % d_head] += d_weight.data()[i];
  }
  return sums;
}

TEST(AttentionGradients, TiedHeadsSumTheirGradientsIntoHeadZero) {
  AttentionConfig tied = kGrouped;
  tied.tie_heads = true;
  MultiHeadAttention layer = random_layer(tied);
  MultiHeadAttention untied(kGrouped, layer.weights());
  const Tensor x = random_normal({2, 6, 5}, 1), d_output = random_normal({2, 6, 5}, 2);

  const AttentionGradients shared = compute_gradients(layer, x, d_output, {.causal = true});

  AttentionGradients expected = compute_gradients(untied, x, d_output, {.causal = true});
  for (const WeightName name : kSplitOverHeads) {
    Tensor& d_weight = *expected.d_weights[name];
    d_weight = sum_heads(d_weight, 1, 3, shape_of(d_weight));
  }
  expect_close(shared, expected, 1e-5);  // the same terms in another order
}

TEST(AttentionGradients, GroupedHeadsSumTheGradientsOfCopiedKeysAndValues) {
  AttentionConfig multi_head = kGrouped;
  multi_head.num_kv_heads = 4;
  MultiHeadAttention layer = random_layer(kGrouped);
  AttentionWeights weights = layer.weights();
  for (const WeightName name :
       {WeightName::kWk, WeightName::kWv, WeightName::kBk, WeightName::kBv}) {
    const Tensor shared = *weights[name];
    Tensor& copied = weights[name].emplace(full(weight_shape(multi_head, name), 0));
    for (std::size_t i = 0; i < copied.size(); ++i) {
      copied.data()[i] = shared.data()[i / 12 * 6 + i % 12 / 6 * 3 + i % 3];
    }
  }
  const Tensor x = random_normal({2, 35, 5}, 1), d_output = random_normal({2, 35, 5}, 2);

  AttentionGradients expected =
      compute_gradients(MultiHeadAttention(multi_head, weights), x, d_output);

  for (const WeightName name :
       {WeightName::kWk, WeightName::kWv, WeightName::kBk, WeightName::kBv}) {
    Tensor& d_weight = *expected.d_weights[name];
    d_weight = sum_heads(d_weight, 2, 3, weight_shape(kGrouped, name));
  }
  expect_close(compute_gradients(layer, x, d_output), expected, 1e-5);  // sums in another order
}

TEST(AttentionGradients, SelfAttentionAddsTheGradientsOfXAndContext) {
  const Tensor x = random_normal({2, 4, 5}, 1), d_output = random_normal({2, 4, 5}, 2);
  MultiHeadAttention layer = random_layer(kGrouped);

  const AttentionGradients cross = compute_gradients(layer, x, d_output, {.context = &x});

  expect_close(compute_gradients(layer, x, d_output).dx, add(cross.dx, *cross.d_context), 1e-6);
}

TEST(AttentionGradients, FutureTokensGetExactlyZeroUnderACausalMask) {
  const Tensor x = random_normal({1, 40, 5}, 1);
  Tensor d_output = full({1, 40, 5}, 0);
  for (std::size_t i = 0; i < 5; ++i) d_output(0, 20, i) = 1.0f;

  const Tensor dx = compute_gradients(random_layer(kGrouped), x, d_output, {.causal = true}).dx;

  for (std::size_t t = 0; t < 40; ++t) {
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(dx(0, t, i) != 0.0f, t <= 20) << t;
  }
}

TEST(AttentionGradients, PrunedHeadsGetExactlyZero) {
  const Tensor x = random_normal({1, 4, 5}, 1), d_output = random_normal({1, 4, 5}, 2);
  const Tensor head_mask = tensor_of({4}, {1, 0, 1, 1});

  const AttentionGradients gradients =
      compute_gradients(random_layer(kGrouped), x, d_output, {.head_mask = &head_mask});

  const Tensor& dwq = *gradients.d_weights[WeightName::kWq];
  const Tensor& dwo = *gradients.d_weights[WeightName::kWo];
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(dwq(0, i) == 0.0f, i / 3 == 1) << i;
    EXPECT_EQ(dwo(i, 0) == 0.0f, i / 3 == 1) << i;
  }
}

TEST(AttentionGradients, BatchRowsAreIndependentAndWeightGradientsAddUp) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 3, 5}, 1), d_output = random_normal({2, 3, 5}, 2);
  const auto row = [](const Tensor& batch, std::size_t b) {
    return tensor_of({1, 3, 5}, copy_range(batch, b * 15, (b + 1) * 15));
  };

  const AttentionGradients both = compute_gradients(layer, x, d_output);

  const AttentionGradients first = compute_gradients(layer, row(x, 0), row(d_output, 0)),
                           second = compute_gradients(layer, row(x, 1), row(d_output, 1));
  expect_close(row(both.dx, 0), first.dx, 1e-6);
  expect_close(row(both.dx, 1), second.dx, 1e-6);
  for (const WeightName name : kWeightNames) {
    expect_close(*both.d_weights[name], add(*first.d_weights[name], *second.d_weights[name]), 1e-5);
  }
}

// ------------------------------------------------------------------------ shapes, memory, errors

TEST(AttentionGradients, HaveNoBatchAxisIfXHasNone) {
  const Tensor x = random_normal({4, 5}, 1), d_output = random_normal({4, 5}, 2);
  const Tensor context = random_normal({1, 3, 5}, 3);

  const AttentionGradients gradients =
      compute_gradients(random_layer(kGrouped), x, d_output, {.context = &context});

  EXPECT_EQ(shape_of(gradients.dx), (Shape{4, 5}));
  EXPECT_EQ(shape_of(*gradients.d_context), (Shape{1, 3, 5}));  // as the context has
}

TEST(AttentionGradients, DoNotDependOnThePreviousCall) {
  MultiHeadAttention full_layer = random_layer(kGrouped),
                     narrow =
                         random_layer({.d_model = 5, .num_heads = 5, .output_projection = false});
  const Tensor x = random_normal({2, 3, 5}, 1), d_output = random_normal({2, 3, 5}, 2);
  AttentionGradients gradients;
  const Tensor positions = random_normal({3, 5}, 3);
  full_layer.backward(x, d_output, {.context = &x}, gradients);
  full_layer.backward(x, d_output, {.positions = &positions}, gradients);

  narrow.backward(x, d_output, {}, gradients);

  expect_close(gradients, compute_gradients(narrow, x, d_output), 0.0);
}

TEST(AttentionGradients, DPositionsHasTheShapeOfPositions) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor positions = random_normal({4, 5}, 1);

  for (const Shape& shape : {Shape{4, 5}, Shape{3, 4, 5}}) {
    const Tensor x = random_normal(shape, 2);
    const AttentionGradients gradients = compute_gradients(layer, x, x, {.positions = &positions});
    EXPECT_EQ(shape_of(gradients.d_positions.value()), (Shape{4, 5}));
  }
}

TEST(AttentionGradients, DoNotChangeTheLayer) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 3, 5}, 1);
  const Tensor before = layer.forward(x, {.kernel = Kernel::kReference});

  AttentionGradients gradients;
  layer.backward(x, before, {}, gradients);

  EXPECT_EQ(layer.last_kernel(), Kernel::kReference);
  expect_equal(layer.forward(x, {.kernel = Kernel::kReference}), before);
}

TEST(AttentionGradients, AllocateNothingOnTheSecondCallOfASize) {
  const Tensor context = random_normal({2, 40, 5}, 2), mask = full({35, 40}, 1);
  const ForwardOptions every_option{.context = &context,
                                    .causal = true,
                                    .valid_lens = {{7, 39}},
                                    .mask = &mask,
                                    .dropout = {{.rate = 0.5, .seed = 1}}};
  AttentionConfig tied = kGrouped, averaged = kGrouped;
  tied.tie_heads = true;
  averaged.combine = Combine::kMean;
  const Tensor positions = random_normal({35, 5}, 4);
  for (const AttentionConfig& config : {kGrouped, tied, averaged}) {
    for (const ForwardOptions& options : {{.positions = &positions}, every_option}) {
      MultiHeadAttention layer = random_layer(config);
      const Tensor x = random_normal({2, 35, 5}, 1), d_output = random_normal({2, 35, 5}, 3);
      AttentionGradients gradients;
      layer.backward(x, d_output, options, gradients);
      const std::size_t before = allocation_count();

      layer.backward(x, d_output, options, gradients);

      EXPECT_EQ(allocation_count(), before);
    }
  }
}

TEST(AttentionGradients, RefuseADOutputOfAnotherShape) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = full({2, 3, 5}, 1);

  expect_shape_error(
      [&] {
        compute_gradients(layer, x, full({3, 5}, 1));
      },
      {"d_output", std::nullopt, "[2, 3, 5]", "[3, 5]"},
      "backward: d_output is [3, 5], wanted [2, 3, 5]");
  expect_shape_error(
      [&] {
        compute_gradients(layer, x, full({2, 4, 5}, 1));
      },
      {"d_output", 1, "3", "4"},
      "backward: d_output [2, 4, 5] has 4 on axis 1, wanted 3 (as the output has)");
}

TEST(AttentionGradients, DOutputIsAsWideAsAllHeadsWithoutAnOutputProjection) {
  AttentionConfig config = kGrouped;
  config.output_projection = false;
  const Tensor x = full({3, 5}, 1);

  expect_shape_error([&] { compute_gradients(random_layer(config), x, x); },
                     {"d_output", 1, "12", "5"},
                     "backward: d_output [3, 5] has 5 on axis 1, wanted 12 (as the output has)");
}

TEST(AttentionGradients, RefuseWhatForwardRefuses) {
  const Tensor x = full({3, 5}, 1), mask = full({3, 4}, 1);

  expect_shape_error([&] { compute_gradients(random_layer(kGrouped), x, x, {.mask = &mask}); },
                     {"mask", 1, "3", "4"},
                     "backward: mask [3, 4] has 4 on axis 1, wanted 3 ([T, S])");
}

TEST(AttentionGradients, CheckFiniteNamesThePositionOfANaN) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = full({3, 5}, 1);
  Tensor broken = x;
  broken(2, 1) = kNaN;

  expect_error([&] { compute_gradients(layer, x, broken, {.check_finite = true}); },
               "backward: d_output holds NaN at [2, 1]");
  EXPECT_TRUE(std::isnan(compute_gradients(layer, x, broken).dx(0, 0)));
}

TEST(AttentionGradients, CheckFiniteNamesAGradientThatOverflows) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = full({3, 5}, 1), huge = full({3, 5}, 3e38f);

  const auto call = [&] { compute_gradients(layer, x, huge, {.check_finite = true}); };

  EXPECT_NE(std::string(catch_error<Error>(call).what()).find("backward: d"), std::string::npos);
}

TEST(AttentionGradients, CheckFiniteNamesAWeightWhoseGradientOverflows) {
  AttentionWeights weights;
  weights[WeightName::kWo] = full({5, 5}, 0);  // so that dx is 0
  MultiHeadAttention layer({.d_model = 5, .num_heads = 1}, weights);
  const Tensor x = full({3, 5}, 1e10f), d_output = full({3, 5}, 1e30f);

  const auto call = [&] { compute_gradients(layer, x, d_output, {.check_finite = true}); };

  EXPECT_NE(std::string(catch_error<Error>(call).what()).find("dwo"), std::string::npos);
}

}  // namespace
}  // namespace manyheads::attention_gradients_test
