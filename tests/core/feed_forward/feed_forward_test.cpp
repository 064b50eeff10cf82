#include "feed_forward/feed_forward.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/golden.hpp"
#include "core/tensors.hpp"
#include "kernels/matmul.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/message.hpp"

namespace manyheads::feed_forward_test {
namespace {

using golden::Json;
using Weight = FeedForwardWeight;

constexpr std::array kActivations = {Activation::kRelu, Activation::kGelu, Activation::kSwiglu,
                                     Activation::kGeglu};

// Error bound: float32 PyTorch is within 1e-5 of the float64 results in the goldens.
constexpr double kTolerance = 1e-5;

template <typename Layer>
Tensor compute_output(Layer&& layer, const Tensor& x) {
  Tensor output;
  layer.forward(x, output);
  return output;
}

template <typename Layer>
FeedForwardGradients compute_gradients(Layer&& layer, const Tensor& x, const Tensor& d_output) {
  FeedForwardGradients gradients;
  layer.backward(x, d_output, gradients);
  return gradients;
}

// ------------------------------------------------------------------------------------- goldens

FeedForward make_layer(const Json& json) {
  const Json& config = json.at("config");
  const std::string activation = config.at("activation");
  FeedForwardWeights weights;
  for (const Weight name : kFeedForwardWeights) {
    const Json& inputs = json.at("inputs");
    if (inputs.contains(to_text(name))) weights[name] = golden::tensor(inputs[to_text(name)]);
  }
  return FeedForward({.d_model = config.at("d_model"),
                      .d_ff = config.at("d_ff"),
                      .activation = activation == "relu"     ? Activation::kRelu
                                    : activation == "gelu"   ? Activation::kGelu
                                    : activation == "swiglu" ? Activation::kSwiglu
                                                             : Activation::kGeglu,
                      .bias = config.at("bias")},
                     std::move(weights));
}

class FeedForwardGolden : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(PyTorch, FeedForwardGolden,
                         testing::ValuesIn(golden::cases("feed_forward.json")), golden::CaseName());

TEST_P(FeedForwardGolden, GivesPyTorchsOutput) {
  const Tensor x = golden::tensor(GetParam().at("inputs").at("x"));

  const Tensor output = compute_output(make_layer(GetParam()), x);

  expect_close(output, golden::tensor(GetParam().at("expected").at("output")), kTolerance);
}

TEST_P(FeedForwardGolden, GivesTheGradientsOfPyTorchsAutograd) {
  const Tensor x = golden::tensor(GetParam().at("inputs").at("x"));

  const FeedForwardGradients gradients =
      compute_gradients(make_layer(GetParam()), x, golden::tensor(GetParam().at("d_output")));

  const Json& expected = GetParam().at("expected").at("gradients");
  expect_close(gradients.dx, golden::tensor(expected.at("dx")), kTolerance);
  for (const Weight name : kFeedForwardWeights) {
    const std::string key = message({"d", to_text(name)});
    SCOPED_TRACE(key);
    ASSERT_EQ(gradients.d_weights[name].has_value(), expected.contains(key));
    if (!expected.contains(key)) continue;
    expect_close(*gradients.d_weights[name], golden::tensor(expected.at(key)), kTolerance);
  }
}

// ------------------------------------------------------- against central differences in double

using Doubles = std::vector<double>;

double activate_in_double(Activation activation, double z) {
  switch (activation) {
    case Activation::kRelu:
      return std::max(z, 0.0);
    case Activation::kGelu:
    case Activation::kGeglu:
      return z * 0.5 * std::erfc(-z / std::numbers::sqrt2);
    default:
      return z / (1.0 + std::exp(-z));
  }
}

/// The layer computed in double, directly from the formulas.
struct PlainFeedForward {
  FeedForwardConfig config;
  std::array<Doubles, 5> weights;  ///< w1, w2, w3, b1, b2
  Doubles x;

  double loss(const Tensor& d_output) const {
    const auto& [w1, w2, w3, b1, b2] = weights;
    const std::size_t d_model = config.d_model, d_ff = config.d_ff;
    double loss = 0;
    for (std::size_t row = 0; row < x.size() / d_model; ++row) {
      Doubles hidden(d_ff);
      for (std::size_t j = 0; j < d_ff; ++j) {
        double z = b1.empty() ? 0 : b1[j], up = 0;
        for (std::size_t i = 0; i < d_model; ++i) {
          z += x[row * d_model + i] * w1[i * d_ff + j];
          if (!w3.empty()) up += x[row * d_model + i] * w3[i * d_ff + j];
        }
        hidden[j] = activate_in_double(config.activation, z) * (w3.empty() ? 1 : up);
      }
      for (std::size_t i = 0; i < d_model; ++i) {
        double output = b2.empty() ? 0 : b2[i];
        for (std::size_t j = 0; j < d_ff; ++j) output += hidden[j] * w2[j * d_model + i];
        loss += output * d_output.data()[row * d_model + i];
      }
    }
    return loss;
  }
};

/// Error bound: the square of the step plus rounding / step, 1e-10 each.
Tensor central_differences(Doubles& inputs, const Shape& shape,
                           const std::function<double()>& loss) {
  constexpr double kStep = 1e-5;
  Tensor differences = make_tensor(shape, "differences");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double value = inputs[i];
    inputs[i] = value + kStep;
    const double above = loss();
    inputs[i] = value - kStep;
    differences.data()[i] = static_cast<float>((above - loss()) / (2 * kStep));
    inputs[i] = value;
  }
  return differences;
}

TEST(FeedForward, GradientsEqualCentralDifferencesInDouble) {
  for (const Activation activation : kActivations) {
    for (const auto& [T, d_model, d_ff] :
         {std::array<Size, 3>{1, 1, 1}, {3, 5, 7}, {2, 7, 33}, {5, 17, 3}}) {
      SCOPED_TRACE(to_text(Shape{T, d_model, d_ff}) + std::to_string(static_cast<int>(activation)));
      const FeedForwardConfig config{.d_model = d_model,
                                     .d_ff = d_ff,
                                     .activation = activation,
                                     .bias = !is_gated(activation),
                                     .seed = 1};
      FeedForward layer(config);
      const Tensor x = random_normal({T, d_model}, 1), d_output = random_normal({T, d_model}, 2);
      const FeedForwardWeights weights = layer.weights();
      PlainFeedForward plain{.config = config, .weights = {}, .x = {x.begin(), x.end()}};
      for (std::size_t i = 0; i < 5; ++i) {
        if (weights.tensors[i])
          plain.weights[i] = {weights.tensors[i]->begin(), weights.tensors[i]->end()};
      }
      const auto loss = [&] { return plain.loss(d_output); };

      const FeedForwardGradients gradients = compute_gradients(layer, x, d_output);

      // Error bound: sums of up to 33 products near 1; gelu has an error of 1e-7.
      expect_close(gradients.dx, central_differences(plain.x, shape_of(x), loss), 1e-5);
      for (std::size_t i = 0; i < 5; ++i) {
        ASSERT_EQ(gradients.d_weights.tensors[i].has_value(), weights.tensors[i].has_value());
        if (!weights.tensors[i]) continue;
        expect_close(*gradients.d_weights.tensors[i],
                     central_differences(plain.weights[i], shape_of(*weights.tensors[i]), loss),
                     1e-5);
      }
    }
  }
}

// --------------------------------------------------------------------------------------- facts

TEST(FeedForward, TreatsEveryTokenTheSame) {
  FeedForward layer({.d_model = 5, .d_ff = 7, .activation = Activation::kGelu});
  const Tensor x = random_normal({2, 3, 5}, 1);

  const Tensor output = compute_output(layer, x);

  for (std::size_t i = 0; i < 6; ++i) {
    const Tensor token = tensor_of({1, 5}, copy_range(x, i * 5, i * 5 + 5));
    expect_equal(compute_output(layer, token),
                 tensor_of({1, 5}, copy_range(output, i * 5, i * 5 + 5)));
  }
}

TEST(FeedForwardTrace, HasEveryStepOfTheFormula) {
  for (const Activation activation : kActivations) {
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
    expect_equal(trace.output, compute_output(layer, x));
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

TEST(FeedForward, WeightGradientsAddUpOverTheBatch) {
  FeedForward layer({.d_model = 5, .d_ff = 7, .activation = Activation::kRelu, .bias = true});
  const Tensor x = random_normal({2, 3, 5}, 1), d_output = random_normal({2, 3, 5}, 2);
  const auto row = [](const Tensor& batch, std::size_t b) {
    return tensor_of({3, 5}, copy_range(batch, b * 15, (b + 1) * 15));
  };

  const FeedForwardGradients both = compute_gradients(layer, x, d_output);

  const FeedForwardGradients first = compute_gradients(layer, row(x, 0), row(d_output, 0)),
                             second = compute_gradients(layer, row(x, 1), row(d_output, 1));
  for (const Weight name : {Weight::kW1, Weight::kW2, Weight::kB1, Weight::kB2}) {
    expect_close(*both.d_weights[name], add(*first.d_weights[name], *second.d_weights[name]), 1e-5);
  }
}

TEST(FeedForward, BackwardRemovesTheGradientsOfAnotherLayer) {
  const Tensor x = random_normal({3, 4}, 1);
  FeedForward gated({.d_model = 4, .d_ff = 6, .activation = Activation::kSwiglu, .bias = false});
  FeedForward plain({.d_model = 4, .d_ff = 6, .activation = Activation::kRelu, .bias = true});
  FeedForwardGradients gradients;

  gated.backward(x, x, gradients);
  EXPECT_TRUE(gradients.d_weights[Weight::kW3]);
  EXPECT_FALSE(gradients.d_weights[Weight::kB1]);

  plain.backward(x, x, gradients);
  EXPECT_FALSE(gradients.d_weights[Weight::kW3]);
  EXPECT_TRUE(gradients.d_weights[Weight::kB1]);
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
  for (const Activation activation : kActivations) {
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

TEST(FeedForward, RefusesAnXOrADOutputThatDoesNotFit) {
  FeedForward layer({.d_model = 2, .d_ff = 3});
  const Tensor x = full({4, 2}, 1);

  expect_shape_error([&] { compute_output(layer, full({2}, 1)); },
                     {"x", std::nullopt, "[T, d_model] or [B, T, d_model]", "[2]"},
                     "forward: x is [2], wanted [T, d_model] or [B, T, d_model]");
  expect_shape_error(
      [&] {
        layer.trace(full({4, 3}, 1));
      },
      {"x", 1, "2", "3"}, "trace: x [4, 3] has 3 on axis 1, wanted 2 (d_model)");
  expect_shape_error(
      [&] {
        compute_gradients(layer, full({4, 3}, 1), x);
      },
      {"x", 1, "2", "3"}, "backward: x [4, 3] has 3 on axis 1, wanted 2 (d_model)");
  expect_shape_error(
      [&] {
        compute_gradients(layer, x, full({3, 2}, 1));
      },
      {"d_output", 0, "4", "3"}, "backward: d_output [3, 2] has 3 on axis 0, wanted 4 (as x has)");
}

}  // namespace
}  // namespace manyheads::feed_forward_test
