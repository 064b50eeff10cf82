#include "lesson/training/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/expect_error.hpp"
#include "core/lesson/training/small_trainer.hpp"
#include "core/tensors.hpp"

namespace manyheads::evaluation_test {
namespace {

class EvaluationOfEveryTask : public testing::TestWithParam<TaskName> {};
INSTANTIATE_TEST_SUITE_P(Tasks, EvaluationOfEveryTask, testing::ValuesIn(kTasks), task_test_name);

TEST(Evaluate, CanTieHeads) {
  Trainer trainer(small_config(TaskName::kRelations));
  trainer.step(5);
  Trainer tied(small_config(TaskName::kRelations));
  tied.step(5);
  AttentionConfig config = tied.model().config().attention;
  config.tie_heads = true;
  MultiHeadAttention layer = tied.attention(0).with(config);

  const double changed = trainer.evaluate({.tie_heads = true}).loss;

  EXPECT_NE(changed, trainer.evaluate().loss);
  tied.model().set_layer_weights(0, layer.weights());
  tied.on_values_changed();
  EXPECT_NEAR(tied.evaluate().loss, changed, 1e-5);
}

TEST_P(EvaluationOfEveryTask, DoesNotChangeTheModel) {
  Trainer a(small_config(GetParam())), b(small_config(GetParam()));
  a.step(2);
  const Evaluation first = a.evaluate();
  a.ablation();
  a.answer_attention();
  a.chance();
  a.sample(a.draw_tokens(3));
  a.evaluate({.tie_heads = true, .scale = Scale::kNone});
  EXPECT_EQ(a.evaluate().loss, first.loss);
  a.step();
  b.step(3);
  EXPECT_EQ(copy_values(a), copy_values(b));
}

TEST_P(EvaluationOfEveryTask, AblationEqualsEvaluateWithAHeadMask) {
  Trainer trainer(small_config(GetParam()));
  trainer.step(5);
  const Tensor ablation = trainer.ablation();
  for (std::size_t h = 0; h < 2; ++h) {
    const Evaluation pruned =
        trainer.evaluate({.head_mask = {h == 0 ? 0.0f : 1.0f, h == 1 ? 0.0f : 1.0f}});
    for (std::size_t r = 0; r < pruned.accuracy.size(); ++r) {
      EXPECT_EQ(ablation(h, r), static_cast<float>(pruned.accuracy[r]));
    }
  }
}

TEST_P(EvaluationOfEveryTask, ReadingHasMassesUpToOneAndPossibleEntropies) {
  Trainer trainer(small_config(GetParam()));
  const AnswerAttention reading = trainer.answer_attention();
  EXPECT_EQ(reading.mass.shape(0), trainer.config().num_layers);
  for (const float mass : reading.mass) {
    EXPECT_GE(mass, 0.0f);
    EXPECT_LE(mass, 1.0f);
  }
  const double most = std::log(static_cast<double>(trainer.config().seq_len));
  for (const float entropy : reading.entropy) {
    EXPECT_GE(entropy, 0.0f);
    EXPECT_LE(entropy, most);
  }
}

TEST_P(EvaluationOfEveryTask, SampleHasTheTraceOfItsLayers) {
  Trainer trainer(small_config(GetParam()));
  trainer.step(2);
  const Sample sample = trainer.sample(trainer.draw_tokens(0));
  ASSERT_EQ(sample.layers.size(), trainer.config().num_layers);
  MultiHeadAttention layer = trainer.attention(0);
  if (GetParam() == TaskName::kInduction) return;  // its positions are not part of x
  const AttentionTrace trace =
      layer.trace(trainer.embed(sample.tokens), {.causal = trainer.task().causal()});
  expect_equal(sample.layers[0].weights, trace.weights);
  expect_equal(sample.layers[0].output, trace.output);
}

TEST(Evaluate, RefusesAChangeThatDoesNotFit) {
  Trainer trainer(small_config());
  expect_shape_error(
      [&] {
        trainer.evaluate({.head_mask = {1, 1, 1}});
      },
      {"head_mask", 0, "2", "3"},
      "evaluate: head_mask [3] has 3 on axis 0, wanted 2 (one factor for each head, of one layer "
      "or of all)");
  TrainerConfig config = small_config();
  config.output_projection = false;
  Trainer without(config);
  expect_config_error(
      [&] { without.evaluate({.output_projection = true}); }, "output_projection",
      "evaluate: output_projection is true, but this model was trained without one");
  config.output_projection = true;
  config.combine = Combine::kSum;
  Trainer summed(config);
  expect_config_error(
      [&] { summed.evaluate({.output_projection = false}); }, "output_projection",
      "evaluate: without the output projection each position has 3 numbers, but the "
      "next layer needs 6");
}

TEST(Evaluate, HeadMaskIsForAllLayersOrEachLayer) {
  Trainer trainer(small_config(TaskName::kInduction));
  trainer.step(3);
  EXPECT_EQ(trainer.evaluate({.head_mask = {0, 1}}).loss,
            trainer.evaluate({.head_mask = {0, 1, 0, 1}}).loss);
  EXPECT_NE(trainer.evaluate({.head_mask = {0, 1}}).loss,
            trainer.evaluate({.head_mask = {0, 1, 1, 1}}).loss);
  EXPECT_EQ(catch_error<ConfigError>([&] { trainer.ablation(2); }).field, "layer");
}

TEST(Chance, IsOneInEightAndLn8ForLetters) {
  TrainerConfig config = small_config();
  const Evaluation chance = Trainer(config).chance();
  EXPECT_NEAR(chance.loss, std::log(8.0), 0.01);
  for (const double accuracy : chance.accuracy) EXPECT_NEAR(accuracy, 0.125, 0.03);
}

TEST(ReadOut, IsLargestForTheTokensThatASamplePredicts) {
  Trainer trainer(small_config(TaskName::kSentences));
  trainer.step(3);
  const std::vector<Token> tokens = trainer.draw_tokens(4);
  const Sample sample = trainer.sample(tokens);
  const std::size_t R = trainer.task().relations().size();
  const std::size_t V = trainer.task().vocabulary().size();

  const Tensor read = trainer.read_out(sample.layers[0].output);

  EXPECT_EQ(shape_of(read), (Shape{tokens.size(), R, V}));
  for (std::size_t i = 0; i < tokens.size() * R; ++i) {
    const std::span<const float> row(read.data() + i * V, V);
    EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1.0, 1e-5);
    EXPECT_EQ(std::max_element(row.begin(), row.end()) - row.begin(), sample.predictions[i]);
  }
}

TEST(ReadOut, NeedsRowsAsWideAsTheLastLayerGives) {
  Trainer trainer(small_config());
  expect_shape_error(
      [&] {
        trainer.read_out(full({3, 5}, 0.0f));
      },
      {"output", 1, "6", "5"},
      "read_out: output [3, 5] has 5 on axis 1, wanted 6 (as the last layer gives)");
  EXPECT_EQ(catch_error<ShapeError>([&] {
              trainer.read_out(full({2, 3, 6}, 0.0f));
            }).place.argument,
            "output");
}

TEST(Sample, RefusesTokensThatTheModelDoesNotHave) {
  Trainer trainer(small_config(TaskName::kInduction));  // 8 tokens of a vocabulary of 4
  const auto expect_refused = [&](const std::vector<Token>& tokens, const std::string& message) {
    expect_config_error([&] { trainer.sample(tokens); }, "tokens", message);
    expect_config_error([&] { trainer.embed(tokens); }, "tokens", message);
  };

  expect_refused({}, "trainer: 0 tokens were given, wanted 1 to 8");
  expect_refused(std::vector<Token>(9), "trainer: 9 tokens were given, wanted 1 to 8");
  expect_refused({3, 4}, "trainer: tokens[1] is 4, wanted 0 to 3");
  EXPECT_NO_THROW(trainer.sample(std::vector<Token>(8, 3)));
}

TEST(FindTokens, IgnoresUpperCase) {
  Trainer trainer(small_config(TaskName::kSentences));
  const std::vector<std::string_view> the_cat = {"The", "cat"};
  EXPECT_EQ(trainer.task().vocabulary()[trainer.find_tokens(the_cat)[0]], "the");
  const std::vector<std::string_view> unknown = {"the", "dinosaur"};
  expect_config_error([&] { trainer.find_tokens(unknown); }, "tokens",
                      "trainer: tokens[1], 'dinosaur', is not in the vocabulary");
  expect_config_error([&] { trainer.find_tokens({}); }, "tokens",
                      "trainer: 0 tokens were given, wanted 1 to 14");
}

}  // namespace
}  // namespace manyheads::evaluation_test
