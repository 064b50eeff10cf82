#include "attention/multi_head_attention.hpp"
#include "core/golden.hpp"

namespace manyheads {
namespace {

using golden::Json;

// Float32 PyTorch stays within 1e-6 of the float64 answers that the goldens hold.
constexpr double kTolerance = 1e-5;

AttentionConfig config_of(const Json& json) {
  const std::string scale = json.at("scale"), combine = json.at("combine");
  return {.d_model = json.at("d_model"),
          .num_heads = json.at("num_heads"),
          .num_kv_heads = json.at("num_kv_heads"),
          .d_head = json.at("d_head"),
          .bias = json.at("bias"),
          .scale = scale == "sqrt-d-head"    ? Scale::kSqrtDHead
                   : scale == "sqrt-d-model" ? Scale::kSqrtDModel
                                             : Scale::kNone,
          .combine = combine == "concat" ? Combine::kConcat
                     : combine == "sum"  ? Combine::kSum
                                         : Combine::kMean,
          .output_projection = json.at("output_projection"),
          .tie_heads = json.at("tie_heads")};
}

/// A layer and one call of it, as a golden describes them.
struct Call {
  explicit Call(const Json& json)
      : layer(config_of(json.at("config")), weights_of(json.at("inputs"))),
        x(golden::tensor(json.at("inputs").at("x"))) {
    const Json& given = json.at("options");
    const auto take = [](const Json& from, const char* name, Tensor& into) -> const Tensor* {
      if (!from.contains(name)) return nullptr;
      into = golden::tensor(from[name]);
      return &into;
    };
    options.context = take(json.at("inputs"), "context", context);
    options.mask = take(given, "mask", mask);
    options.score_bias = take(given, "score_bias", score_bias);
    options.causal = given.value("causal", false);
    if (given.contains("valid_lens")) {
      options.valid_lens = given["valid_lens"].get<std::vector<std::int64_t>>();
    }
    if (given.contains("head_mask")) {
      head_mask =
          golden::tensor({{"shape", {given["head_mask"].size()}}, {"data", given["head_mask"]}});
      options.head_mask = &head_mask;
    }
  }

  static AttentionWeights weights_of(const Json& inputs) {
    AttentionWeights weights;
    for (WeightName name : kWeightNames) {
      if (inputs.contains(to_text(name))) weights[name] = golden::tensor(inputs[to_text(name)]);
    }
    return weights;
  }

  MultiHeadAttention layer;
  Tensor x, context, mask, score_bias, head_mask;
  ForwardOptions options;
};

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
        "attention_grouped.json", "attention_nonfinite.json", "attention_options.json",
        "attention_variants.json", "attention_widths.json"}) {
    for (Json& one : golden::cases(file)) all.push_back(std::move(one));
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(PyTorch, AttentionGolden, testing::ValuesIn(all_cases()),
                         golden::CaseName());

}  // namespace
}  // namespace manyheads
