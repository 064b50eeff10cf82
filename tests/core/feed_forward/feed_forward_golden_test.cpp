#include "core/feed_forward/feed_forward_calls.hpp"
#include "core/golden.hpp"
#include "tensor/message.hpp"

namespace manyheads::feed_forward_golden_test {
namespace {

using golden::Json;
using Weight = FeedForwardWeight;

// Error bound: float32 PyTorch is within 1e-5 of the float64 results in the goldens.
constexpr double kTolerance = 1e-5;

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

  const Tensor output = run_forward(make_layer(GetParam()), x);

  expect_close(output, golden::tensor(GetParam().at("expected").at("output")), kTolerance);
}

TEST_P(FeedForwardGolden, GivesTheGradientsOfPyTorchsAutograd) {
  const Tensor x = golden::tensor(GetParam().at("inputs").at("x"));

  const FeedForwardGradients gradients =
      run_backward(make_layer(GetParam()), x, golden::tensor(GetParam().at("d_output")));

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

}  // namespace
}  // namespace manyheads::feed_forward_golden_test
