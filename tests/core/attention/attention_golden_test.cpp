#include "core/golden_attention.hpp"

namespace manyheads::attention_golden_test {
namespace {

using Call = golden::AttentionCall;
using golden::Json;

// Error bound: float32 PyTorch is within 1e-6 of the float64 results in the goldens.
constexpr double kTolerance = 1e-5;

class AttentionGolden : public testing::TestWithParam<Json> {};

TEST_P(AttentionGolden, ReferenceKernelGivesPyTorchsOutput) {
  Call call(GetParam());
  call.options.kernel = Kernel::kReference;

  const Tensor output = call.layer.forward(call.x, call.options);

  expect_close(output, golden::tensor(GetParam().at("expected").at("output")), kTolerance);
}

TEST_P(AttentionGolden, FusedKernelGivesPyTorchsOutput) {
  Call call(GetParam());
  call.options.kernel = Kernel::kFused;

  const Tensor output = call.layer.forward(call.x, call.options);

  expect_close(output, golden::tensor(GetParam().at("expected").at("output")), kTolerance);
}

TEST_P(AttentionGolden, TraceGivesPyTorchsWeightsPerHead) {
  Call call(GetParam());

  const AttentionTrace trace = call.layer.trace(call.x, call.options);

  const Json& expected = GetParam().at("expected");
  expect_close(trace.weights, golden::tensor(expected.at("weights")), kTolerance);
  expect_close(trace.output, golden::tensor(expected.at("output")), kTolerance);
}

std::vector<Json> all_cases() {
  std::vector<Json> all;
  for (const char* file :
       {"attention_basic.json", "attention_cross.json", "attention_extreme.json",
        "attention_gradients.json", "attention_grouped.json", "attention_nonfinite.json",
        "attention_options.json", "attention_variants.json", "attention_widths.json"}) {
    for (Json& one : golden::cases(file)) all.push_back(std::move(one));
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(PyTorch, AttentionGolden, testing::ValuesIn(all_cases()),
                         golden::CaseName());

}  // namespace
}  // namespace manyheads::attention_golden_test
