#include "feed_forward/feed_forward.hpp"

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/feed_forward/feed_forward_calls.hpp"
#include "core/tensors.hpp"
#include "kernels/matmul.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::feed_forward_test {
namespace {

using Weight = FeedForwardWeight;

TEST(FeedForward, TreatsEveryTokenTheSame) {
  FeedForward layer({.d_model = 5, .d_ff = 7, .activation = Activation::kGelu});
  const Tensor x = random_normal({2, 3, 5}, 1);

  const Tensor output = run_forward(layer, x);

  for (std::size_t i = 0; i < 6; ++i) {
    const Tensor token = tensor_of({1, 5}, copy_range(x, i * 5, i * 5 + 5));
    expect_equal(run_forward(layer, token),
                 tensor_of({1, 5}, copy_range(output, i * 5, i * 5 + 5)));
  }
}

TEST(FeedForwardTrace, HasEveryStepOfTheFormula) {
  for (const Activation activation : kAllActivations) {
    const bool gated = is_gated(activation);
    FeedForward layer({.d_model = 5, .d_ff = 7, .activation = activation, .bias = !gated});
    FeedForwardWeights weights = layer.weights();
    const Tensor x = random_normal({2, 3, 5}, 1);

    const FeedForwardTrace trace = layer.trace(x);

    const auto add_bias = [&](Tensor product, Weight name) {
      return weights[name] ? add(product, *weights[name]) : product;
    };
    expect_close(trace.a, add_bias(matmul(x, *weights[Weight::kW1]), Weight::kB1), 1e-6);
    ASSERT_EQ(trace.b.has_value(), gated);
    if (gated) expect_close(*trace.b, matmul(x, *weights[Weight::kW3]), 1e-6);
    for (std::size_t i = 0; i < trace.a.size(); ++i) {
      EXPECT_NEAR(trace.activated.data()[i], activate_in_double(activation, trace.a.data()[i]),
                  1e-6);
    }
    expect_close(trace.hidden, gated ? multiply(trace.activated, *trace.b) : trace.activated, 0);
    expect_close(trace.output, add_bias(matmul(trace.hidden, *weights[Weight::kW2]), Weight::kB2),
                 1e-6);
    expect_equal(trace.output, run_forward(layer, x));
  }
}

TEST(FeedForwardTrace, HasNoBatchAxisIfXHasNone) {
  FeedForward layer({.d_model = 5, .d_ff = 7, .activation = Activation::kGeglu});

  const FeedForwardTrace trace = layer.trace(random_normal({1, 5}, 1));

  EXPECT_EQ(shape_of(trace.a), (Shape{1, 7}));
  EXPECT_EQ(shape_of(trace.activated), (Shape{1, 7}));
  EXPECT_EQ(shape_of(*trace.b), (Shape{1, 7}));
  EXPECT_EQ(shape_of(trace.hidden), (Shape{1, 7}));
  EXPECT_EQ(shape_of(trace.output), (Shape{1, 5}));
}

TEST(FeedForward, DrawsWeightsOfVarianceOneOverFanIn) {
  const FeedForwardConfig config{
      .d_model = 50, .d_ff = 200, .activation = Activation::kSwiglu, .seed = 3};
  const FeedForwardWeights weights = FeedForward(config).weights();
  for (const Weight name : {Weight::kW1, Weight::kW2, Weight::kW3}) {
    const Tensor& weight = *weights[name];
    double squares = 0;
    for (const float value : elements(weight)) squares += static_cast<double>(value) * value;

    // The variance of 10,000 numbers has a standard error of 1.4 %.
    EXPECT_NEAR(squares / 10000 * static_cast<double>(weight.shape(0)), 1.0, 0.06);
  }
  EXPECT_NE((*weights[Weight::kW1])(0, 0), (*weights[Weight::kW3])(0, 0));
}

TEST(FeedForward, ReturnsItsWeightsAsTheyWereSet) {
  FeedForwardWeights passed_weights;
  passed_weights[Weight::kW1] = random_normal({3, 19}, 1);
  passed_weights[Weight::kB2] = random_normal({3}, 2);
  const FeedForwardConfig config{.d_model = 3, .d_ff = 19, .bias = true, .seed = 4};

  const FeedForwardWeights weights = FeedForward(config, passed_weights).weights();

  expect_equal(*weights[Weight::kW1], *passed_weights[Weight::kW1]);
  expect_equal(*weights[Weight::kB2], *passed_weights[Weight::kB2]);
  expect_equal(*weights[Weight::kW2], seeded_weight(config, Weight::kW2));
  expect_equal(*weights[Weight::kB1], full({19}, 0));
  EXPECT_FALSE(weights[Weight::kW3]);
}

TEST(FeedForward, AllocatesNothingOnTheSecondCallOfASize) {
  for (const Activation activation : kAllActivations) {
    FeedForward layer({.d_model = 5,
                       .d_ff = 7,
                       .activation = activation,
                       .bias = activation == Activation::kGelu});
    const Tensor x = random_normal({2, 3, 5}, 1), d_output = random_normal({2, 3, 5}, 2);
    Tensor output;
    FeedForwardGradients gradients;
    layer.forward(x, output);
    layer.backward(x, d_output, gradients);
    const std::size_t before = allocation_count();

    layer.forward(x, output);
    layer.backward(x, d_output, gradients);

    EXPECT_EQ(allocation_count(), before);
  }
}

// -------------------------------------------------------------------------------------- errors

TEST(FeedForward, HoldsOnlyTheMatricesThatItUses) {
  const auto bytes = [](Activation activation) {  // as wide as panels, so no panel is padded
    return FeedForward({.d_model = 64, .d_ff = 128, .activation = activation, .bias = false})
        .bytes();
  };

  EXPECT_EQ(bytes(Activation::kRelu), 4u * 2 * 64 * 128);
  EXPECT_EQ(bytes(Activation::kSwiglu), 4u * 3 * 64 * 128);
}

TEST(FeedForward, RefusesSizesOfZero) {
  expect_config_error([] { FeedForward({.d_ff = 1}); }, "d_model",
                      "feed_forward: d_model must be at least 1");
  expect_config_error([] { FeedForward({.d_model = 1}); }, "d_ff",
                      "feed_forward: d_ff must be at least 1");
}

TEST(FeedForward, RefusesSizesThatAreTooLarge) {
  expect_out_of_memory(
      [] { FeedForward({.d_model = 1 << 20, .d_ff = 1 << 20}); },
      "w1 [1048576, 1048576] would take 2 GiB or more; a tensor must be smaller than that");
}

TEST(FeedForward, RefusesBiasesOfGatedLayers) {
  expect_config_error(
      [] {
        FeedForward({.d_model = 1, .d_ff = 1, .activation = Activation::kSwiglu, .bias = true});
      },
      "bias", "feed_forward: bias is true, but a swiglu layer has no biases");
  expect_config_error(
      [] {
        FeedForward({.d_model = 1, .d_ff = 1, .activation = Activation::kGeglu, .bias = true});
      },
      "bias", "feed_forward: bias is true, but a geglu layer has no biases");
}

TEST(FeedForward, RefusesWeightsThatItDoesNotHave) {
  FeedForwardWeights third, bias;
  third[Weight::kW3] = full({2, 3}, 1);
  bias[Weight::kB1] = full({3}, 1);

  expect_config_error([&] { FeedForward({.d_model = 2, .d_ff = 3}, third); }, "w3",
                      "feed_forward: weight w3 was given, but only a swiglu or geglu layer has it");
  expect_config_error([&] { FeedForward({.d_model = 2, .d_ff = 3}, bias); }, "b1",
                      "feed_forward: weight b1 was given, but this layer has no biases");
}

TEST(FeedForward, RefusesAWeightThatDoesNotFit) {
  FeedForwardWeights weights;
  weights[Weight::kW2] = full({2, 3}, 1);

  expect_shape_error([&] { FeedForward({.d_model = 2, .d_ff = 3}, weights); }, {"w2", 0, "3", "2"},
                     "feed_forward: w2 [2, 3] has 2 on axis 0, wanted 3 ([3, 2])");
}

TEST(FeedForward, RefusesAnXWithoutTokens) {
  FeedForward layer({.d_model = 2, .d_ff = 3});

  expect_shape_error(
      [&] {
        run_forward(layer, without_elements({0, 2}));
      },
      {"x", 0, "at least 1", "0"},
      "x has size 0 (axis 0); every axis must hold at least one element");
}

TEST(FeedForward, RefusesAnXOrADOutputThatDoesNotFit) {
  FeedForward layer({.d_model = 2, .d_ff = 3});
  const Tensor x = full({4, 2}, 1);

  expect_shape_error([&] { run_forward(layer, full({2}, 1)); },
                     {"x", std::nullopt, "[T, d_model] or [B, T, d_model]", "[2]"},
                     "forward: x is [2], wanted [T, d_model] or [B, T, d_model]");
  expect_shape_error(
      [&] {
        layer.trace(full({4, 3}, 1));
      },
      {"x", 1, "2", "3"}, "trace: x [4, 3] has 3 on axis 1, wanted 2 (d_model)");
  expect_shape_error(
      [&] {
        run_backward(layer, full({4, 3}, 1), x);
      },
      {"x", 1, "2", "3"}, "backward: x [4, 3] has 3 on axis 1, wanted 2 (d_model)");
  expect_shape_error(
      [&] {
        run_backward(layer, x, full({3, 2}, 1));
      },
      {"d_output", 0, "4", "3"}, "backward: d_output [3, 2] has 3 on axis 0, wanted 4 (as x has)");
}

}  // namespace
}  // namespace manyheads::feed_forward_test
