#include <array>
#include <vector>

#include "core/central_differences.hpp"
#include "core/feed_forward/feed_forward_calls.hpp"
#include "core/tensors.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::feed_forward_gradients_test {
namespace {

using Weight = FeedForwardWeight;

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

TEST(FeedForward, GradientsEqualCentralDifferencesInDouble) {
  for (const Activation activation : kAllActivations) {
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

      const FeedForwardGradients gradients = run_backward(layer, x, d_output);

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

TEST(FeedForward, WeightGradientsAddUpOverTheBatch) {
  FeedForward layer({.d_model = 5, .d_ff = 7, .activation = Activation::kRelu, .bias = true});
  const Tensor x = random_normal({2, 3, 5}, 1), d_output = random_normal({2, 3, 5}, 2);
  const auto row = [](const Tensor& batch, std::size_t b) {
    return tensor_of({3, 5}, copy_range(batch, b * 15, (b + 1) * 15));
  };

  const FeedForwardGradients both = run_backward(layer, x, d_output);

  const FeedForwardGradients first = run_backward(layer, row(x, 0), row(d_output, 0)),
                             second = run_backward(layer, row(x, 1), row(d_output, 1));
  for (const Weight name : {Weight::kW1, Weight::kW2, Weight::kB1, Weight::kB2}) {
    expect_close(*both.d_weights[name], add(*first.d_weights[name], *second.d_weights[name]), 1e-5);
  }
}

TEST(FeedForward, BackwardMayWriteTheGradientOfItsInputOverItsArguments) {
  for (const Activation activation : kAllActivations) {
    FeedForward layer({.d_model = 5, .d_ff = 7, .activation = activation, .bias = false});
    const Tensor x = random_normal({3, 5}, 1), d_output = random_normal({3, 5}, 2);
    const FeedForwardGradients wanted = run_backward(layer, x, d_output);
    FeedForwardGradients over_x{.dx = x, .d_weights = {}},
        over_d_output{.dx = d_output, .d_weights = {}};

    layer.backward(over_x.dx, d_output, over_x);
    layer.backward(x, over_d_output.dx, over_d_output);

    for (const FeedForwardGradients* gradients : {&over_x, &over_d_output}) {
      expect_equal(gradients->dx, wanted.dx);
      for (std::size_t i = 0; i < 5; ++i) {
        if (!wanted.d_weights.tensors[i]) continue;
        expect_equal(*gradients->d_weights.tensors[i], *wanted.d_weights.tensors[i]);
      }
    }
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

}  // namespace
}  // namespace manyheads::feed_forward_gradients_test
