#include "core/golden.hpp"
#include "latent_attention/latent_attention.hpp"

namespace manyheads::latent_attention_golden_test {
namespace {

using golden::Json;

// Error bound: float32 PyTorch is within 1e-6 of the float64 results in the goldens.
constexpr double kTolerance = 1e-5;

class LatentAttentionGolden : public testing::TestWithParam<Json> {
 protected:
  static LatentAttention make_layer(const Json& json) {
    const Json &config = json.at("config"), &inputs = json.at("inputs");
    LatentAttentionWeights weights;
    for (const LatentWeightName name : kLatentWeightNames) {
      if (inputs.contains(to_text(name))) weights[name] = golden::tensor(inputs[to_text(name)]);
    }
    return LatentAttention({.d_model = config.at("d_model"),
                            .num_heads = config.at("num_heads"),
                            .d_head = config.at("d_head"),
                            .d_latent = config.at("d_latent"),
                            .d_latent_query = config.value("d_latent_query", Size{0}),
                            .d_rope = config.value("d_rope", Size{0})},
                           weights);
  }
  Tensor expected(const char* name) const {
    return golden::tensor(GetParam().at("expected").at(name));
  }

  LatentAttention layer = make_layer(GetParam());
  Tensor x = golden::tensor(GetParam().at("inputs").at("x"));
  bool causal = GetParam().at("options").value("causal", false);
};

TEST_P(LatentAttentionGolden, ExpandedGivesPyTorchsOutput) {
  expect_close(layer.forward(x, {.causal = causal}), expected("output"), kTolerance);
}

TEST_P(LatentAttentionGolden, AbsorbedGivesPyTorchsOutput) {
  const Tensor output = layer.forward(x, {.causal = causal, .absorbed = true});

  expect_close(output, expected("output"), kTolerance);
}

TEST_P(LatentAttentionGolden, TraceGivesPyTorchsLatentsWeightsAndOutput) {
  const LatentAttentionTrace trace = layer.trace(x, causal);

  expect_close(trace.latent, expected("latent"), kTolerance);
  expect_close(trace.expanded.weights, expected("weights"), kTolerance);
  expect_close(trace.expanded.output, expected("output"), kTolerance);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, LatentAttentionGolden,
                         testing::ValuesIn(golden::cases("latent_attention.json")),
                         golden::CaseName());

}  // namespace
}  // namespace manyheads::latent_attention_golden_test
