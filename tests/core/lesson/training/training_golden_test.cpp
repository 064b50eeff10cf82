#include <memory>
#include <vector>

#include "core/golden.hpp"
#include "lesson/training/attention_model.hpp"
#include "lesson/training/optimizer.hpp"

namespace manyheads::training_golden_test {
namespace {

using golden::Json;

// Error bound: after four steps, float32 PyTorch is within 1e-4 of the float64 results in the
// goldens.
constexpr double kTolerance = 1e-4;

Scale parse_scale(const std::string& text) {
  return text == "none"           ? Scale::kNone
         : text == "sqrt-d-model" ? Scale::kSqrtDModel
                                  : Scale::kSqrtDHead;
}

Combine parse_combine(const std::string& text) {
  return text == "concat" ? Combine::kConcat : text == "sum" ? Combine::kSum : Combine::kMean;
}

ModelConfig parse_config(const Json& json) {
  ModelConfig config;
  config.seq_len = json.at("seq_len").get<Size>();
  config.vocabulary = json.at("vocabulary").get<Size>();
  config.relations = json.at("relations").get<Size>();
  config.num_layers = json.at("num_layers").get<Size>();
  config.attention.d_model = json.at("d_model").get<Size>();
  config.attention.num_heads = json.at("num_heads").get<Size>();
  config.attention.num_kv_heads = json.at("num_kv_heads").get<Size>();
  config.attention.scale = parse_scale(json.at("scale"));
  config.attention.combine = parse_combine(json.at("combine"));
  config.attention.output_projection = json.at("output_projection").get<bool>();
  config.attention = resolved(config.attention);
  config.shared = json.at("shared").get<std::array<bool, 3>>();
  config.causal = json.at("causal").get<bool>();
  config.residual = json.at("residual").get<bool>();
  config.positions_in_attention = json.at("positions_beside").get<bool>();
  return config;
}

Examples parse_examples(const Json& json) {
  Examples examples;
  const auto targets = json.at("targets").get<std::vector<std::vector<std::vector<int>>>>();
  examples.B = targets.size();
  examples.T = targets[0].size();
  examples.R = targets[0][0].size();
  for (const auto& row : json.at("tokens")) {
    for (const auto& token : row) examples.tokens.push_back(token.get<Token>());
  }
  examples.lengths = json.at("lengths").get<std::vector<std::int64_t>>();
  for (const auto& sequence : targets) {
    for (const auto& position : sequence) {
      for (const int target : position) {
        examples.answers.push_back(target < 0 ? Answer{} : Answer{static_cast<Token>(target), 0});
      }
    }
  }
  return examples;
}

std::unique_ptr<Optimizer> parse_optimizer(const Json& json, std::size_t count) {
  const double rate = json.at("learning_rate").get<double>();
  if (json.at("name") == "adam") return adam(count, rate);
  return sgd(count, rate, json.at("momentum").get<double>());
}

Tensor concatenate_tensors(const Json& tensors) {
  std::vector<float> values;
  for (const Json& json : tensors) {
    const Tensor tensor = golden::tensor(json);
    values.insert(values.end(), tensor.begin(), tensor.end());
  }
  return tensor_of({values.size()}, values);
}

Tensor to_tensor(std::span<const float> values) {
  return tensor_of({values.size()}, {values.begin(), values.end()});
}

class TrainingGolden : public testing::TestWithParam<Json> {};

TEST_P(TrainingGolden, LossesGradientsAndParametersEqualPyTorchs) {
  const Json& json = GetParam();
  const Json& expected = json.at("expected");
  AttentionModel model(parse_config(json.at("config")), {});
  const Examples examples = parse_examples(json);
  const Tensor start = concatenate_tensors(json.at("parameters"));
  Parameters& parameters = model.parameters();
  ASSERT_EQ(parameters.size(), start.size());
  std::copy(start.begin(), start.end(), parameters.values().begin());
  const auto optimizer = parse_optimizer(json.at("optimizer"), parameters.size());
  const Tensor losses = golden::tensor(expected.at("losses"));

  for (std::size_t step = 0; step < losses.size(); ++step) {
    SCOPED_TRACE(step);
    model.update_layers();
    Tensor& logits = model.forward_with_tape(examples);
    const Score score = score_and_gradient(examples, model.config().vocabulary, elements(logits));
    model.backward(examples, logits);

    EXPECT_NEAR(score.loss / static_cast<double>(score.count_predictions()), losses(step),
                kTolerance);
    if (step == 0) {
      expect_close(to_tensor(parameters.gradients()), concatenate_tensors(expected.at("gradients")),
                   1e-5);
    }
    optimizer->update(parameters.values(), parameters.gradients());
  }

  expect_close(to_tensor(parameters.values()), concatenate_tensors(expected.at("parameters")),
               kTolerance);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, TrainingGolden, testing::ValuesIn(golden::cases("training.json")),
                         golden::CaseName());

}  // namespace
}  // namespace manyheads::training_golden_test
