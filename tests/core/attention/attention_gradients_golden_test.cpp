#include "core/golden_attention.hpp"
#include "tensor/message.hpp"

namespace manyheads::attention_gradients_golden_test {
namespace {

using golden::Json;

// Error bound: float32 PyTorch is within 1e-5 of the float64 gradients in the goldens.
constexpr double kTolerance = 1e-5;

class AttentionGradientsGolden : public testing::TestWithParam<Json> {};

TEST_P(AttentionGradientsGolden, EqualPyTorchsAutograd) {
  golden::AttentionCall call(GetParam());
  AttentionGradients gradients;

  call.layer.backward(call.x, golden::tensor(GetParam().at("d_output")), call.options, gradients);

  const Json& expected = GetParam().at("expected").at("gradients");
  expect_close(gradients.dx, golden::tensor(expected.at("dx")), kTolerance);
  for (const auto& [key, gradient] : {std::pair("d_context", &gradients.d_context),
                                      {"d_keys", &gradients.d_keys},
                                      {"d_values", &gradients.d_values}}) {
    SCOPED_TRACE(key);
    ASSERT_EQ(gradient->has_value(), expected.contains(key));
    if (*gradient) expect_close(**gradient, golden::tensor(expected.at(key)), kTolerance);
  }
  for (const WeightName name : kWeightNames) {
    const std::string key = message({"d", to_text(name)});
    SCOPED_TRACE(key);
    ASSERT_EQ(gradients.d_weights[name].has_value(), expected.contains(key));
    if (!expected.contains(key)) continue;
    expect_close(*gradients.d_weights[name], golden::tensor(expected.at(key)), kTolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(PyTorch, AttentionGradientsGolden,
                         testing::ValuesIn(golden::cases("attention_gradients.json")),
                         golden::CaseName());

}  // namespace
}  // namespace manyheads::attention_gradients_golden_test
