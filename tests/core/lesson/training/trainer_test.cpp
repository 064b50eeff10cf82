#include "lesson/training/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/expect_error.hpp"
#include "core/tensors.hpp"

namespace manyheads::trainer_test {
namespace {

/// So small that steps are fast under the sanitizers.
TrainerConfig small_config(TaskName task = TaskName::kRelations) {
  TrainerConfig config;
  config.task = task;
  config.num_heads = 2;
  config.d_model = 6;
  config.batch = 3;
  if (task == TaskName::kInduction) config.seq_len = 8;
  return config;
}

std::vector<float> copy_values(const Trainer& trainer) {
  const auto values = trainer.model().parameters().values();
  return {values.begin(), values.end()};
}

TEST(Trainer, CountsTheBytesOfModelLastFiniteValuesAndOptimizer) {
  for (const auto& [optimizer, averages] :
       {std::pair{OptimizerName::kAdam, 2}, std::pair{OptimizerName::kSgd, 1}}) {
    TrainerConfig config = small_config();
    config.optimizer = optimizer;
    const Trainer trainer(config);
    const std::size_t values = copy_values(trainer).size() * sizeof(float);
    EXPECT_EQ(trainer.bytes(), trainer.model().bytes() + (1 + averages) * values);
  }
}

TEST(Trainer, ASeedGivesTheSameWeightsInEveryRelease) {
  TrainerConfig config = small_config();
  config.num_layers = 3;
  config.seed = 5;
  const Trainer trainer(config);

  for (std::size_t layer = 0; layer < 3; ++layer) {
    const AttentionWeights weights = trainer.attention(layer).weights();
    for (std::size_t i = 0; i < kLayerMatrices.size(); ++i) {
      const Tensor& matrix = *weights[kLayerMatrices[i]];
      const SeededGenerator generator(5, 64 + 4 * layer + i);
      expect_close(matrix, random_weight(shape_of(matrix), generator, ""), 1e-6);
    }
  }
}

TEST(Trainer, NamesTheSizeThatExceedsItsDefaultMost) {
  const auto field = [](Size num_layers, Size d_model) {
    TrainerConfig config = small_config();
    config.num_layers = num_layers;
    config.d_model = d_model;
    return catch_error<ConfigError>([&] { Trainer trainer(config); }).field;
  };

  EXPECT_EQ(field(200, 256), "num_layers");  // 200 and 8 times the defaults
  EXPECT_EQ(field(8, 1024), "d_model");
}

class EveryTask : public testing::TestWithParam<TaskName> {};
class EvaluationOfEveryTask : public EveryTask {};

TEST_P(EveryTask, TrainingIsRepeatableForTheSameSeed) {
  TrainerConfig config = small_config(GetParam());
  Trainer a(config), b(config);
  config.seed = 1;
  Trainer c(config);
  a.step(3);
  for (int i = 0; i < 3; ++i) b.step();
  c.step(3);
  EXPECT_EQ(copy_values(a), copy_values(b));
  EXPECT_EQ(a.report().loss, b.report().loss);
  EXPECT_NE(a.report().loss, c.report().loss);
}

TEST_P(EveryTask, TrainingLowersTheLoss) {
  Trainer trainer(small_config(GetParam()));
  const double before = trainer.evaluate().loss;
  trainer.step(40);
  EXPECT_LT(trainer.evaluate().loss, 0.98 * before);
}

TEST_P(EveryTask, ReportDescribesTheLastBatch) {
  Trainer trainer(small_config(GetParam()));
  const TrainingReport& report = trainer.step();
  const std::size_t R = trainer.task().relations().size();
  EXPECT_EQ(report.step, 1u);
  EXPECT_TRUE(std::isfinite(report.loss));
  EXPECT_GT(report.gradient_norm, 0.0);
  EXPECT_EQ(report.accuracy.size(), R);
  EXPECT_EQ(report.average_accuracy, report.accuracy);
  const std::vector<double> first = report.accuracy;
  trainer.step();
  for (std::size_t r = 0; r < R; ++r) {
    EXPECT_NEAR(report.average_accuracy[r], 0.9 * first[r] + 0.1 * report.accuracy[r], 1e-12);
  }
}

TEST_P(EveryTask, AccuraciesAreSharesOfRightAnswers) {
  Trainer trainer(small_config(GetParam()));
  double highest = 0;
  for (int i = 0; i < 30; ++i) {
    for (const double accuracy : trainer.step().accuracy) {
      EXPECT_GE(accuracy, 0.0);
      EXPECT_LE(accuracy, 1.0);
      highest = std::max(highest, accuracy);
    }
  }
  EXPECT_GT(highest, 0.0);
}

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
  a.reading();
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
  const HeadReading reading = trainer.reading();
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

constexpr TaskName kTasks[] = {TaskName::kRelations, TaskName::kRelationsAndDigit,
                               TaskName::kInduction, TaskName::kSentences};
std::string task_test_name(const testing::TestParamInfo<TaskName>& info) {
  std::string name(to_text(info.param));
  std::erase(name, '-');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Tasks, EveryTask, testing::ValuesIn(kTasks), task_test_name);
INSTANTIATE_TEST_SUITE_P(Tasks, EvaluationOfEveryTask, testing::ValuesIn(kTasks), task_test_name);

TEST(TrainerParameters, DoNotDependOnTheNumberOfHeads) {
  for (const Size heads : {1, 4}) {
    TrainerConfig config;
    config.num_heads = heads;
    EXPECT_EQ(Trainer(config).model().parameters().size(), 5888u);
  }
}

TEST(TrainerParameters, SharedProjectionsCountOnce) {
  TrainerConfig config = small_config();
  const std::size_t all = Trainer(config).model().parameters().size();
  config.share = {true, false, false};
  EXPECT_EQ(Trainer(config).model().parameters().size(), all - 6 * 3);
  config.share = {};
  config.tie_heads = true;
  EXPECT_EQ(Trainer(config).model().parameters().size(), all - 3 * 6 * 3);
}

TEST(TrainerParameters, TiedHeadsStayTied) {
  TrainerConfig config = small_config();
  config.tie_heads = true;
  Trainer trainer(config);
  trainer.step(20);
  const Tensor weights = trainer.sample(trainer.draw_tokens(1)).layers[0].weights;
  const std::size_t head = weights.size() / 2;
  EXPECT_EQ(copy_range(weights, 0, head), copy_range(weights, head, 2 * head));
}

TEST(SymmetricStart, BeginsWithEqualHeadsThatAreNotShared) {
  TrainerConfig config = small_config();
  const std::size_t all = Trainer(config).model().parameters().size();
  config.symmetric_start = true;
  const Trainer trainer(config);
  EXPECT_EQ(trainer.model().parameters().size(), all);
  const AttentionWeights weights = trainer.model().layer_weights(0);
  for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv}) {
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_EQ((*weights[name])(i, j), (*weights[name])(i, j + 3));
    }
  }
  const Tensor& wo = *weights[WeightName::kWo];
  EXPECT_EQ(copy_range(wo, 0, 18), copy_range(wo, 18, 36));
}

TEST(SymmetricStart, KeepsHeadsEqualToTheBit) {
  TrainerConfig config = small_config();
  config.symmetric_start = true;
  Trainer trainer(config);
  trainer.step(60);
  const Tensor wq = *trainer.model().layer_weights(0)[WeightName::kWq];
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(wq(i, j), wq(i, j + 3));
  }
}

TEST(SymmetricStart, CanAddNoise) {
  TrainerConfig config = small_config();
  config.symmetric_start = true;
  config.start_noise = 1e-3;
  const Tensor wq = *Trainer(config).model().layer_weights(0)[WeightName::kWq];
  double squares = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 3; ++j) squares += std::pow(wq(i, j) - wq(i, j + 3), 2) / 18;
  }
  EXPECT_NEAR(std::sqrt(squares), 1e-3 * std::sqrt(2.0), 0.7e-3);
}

TEST(Divergence, IsReportedAndKeepsTheLastWeightsWithAFiniteLoss) {
  TrainerConfig config = small_config();
  config.optimizer = OptimizerName::kSgd;
  config.learning_rate = 1e4;
  Trainer trainer(config);
  trainer.step(500);
  const TrainingReport report = trainer.report();
  ASSERT_TRUE(report.diverged);
  EXPECT_FALSE(report.solved);
  EXPECT_TRUE(std::isnan(report.loss));
  EXPECT_TRUE(std::isnan(report.gradient_norm));
  for (const double accuracy : report.accuracy) EXPECT_TRUE(std::isnan(accuracy));
  for (const double average : report.average_accuracy) EXPECT_TRUE(std::isfinite(average));
  for (const float value : copy_values(trainer)) ASSERT_TRUE(std::isfinite(value));

  ASSERT_GE(report.step, 2u);
  Trainer shorter(config);  // stops before the update that made the loss infinite
  shorter.step(report.step - 1);
  EXPECT_EQ(copy_values(trainer), copy_values(shorter));

  const std::vector<float> before = copy_values(trainer);
  EXPECT_EQ(trainer.step(3).step, report.step);
  EXPECT_EQ(copy_values(trainer), before);
}

TEST(GradientClip, LimitsTheStepOnlyIfSet) {
  TrainerConfig config = small_config();
  config.optimizer = OptimizerName::kSgd;
  config.learning_rate = 1.0;
  config.momentum = 0;
  const std::vector<float> start = copy_values(Trainer(config));
  const auto step_with_clip = [&](double longest) {
    config.gradient_clip = longest;
    Trainer trainer(config);
    const double norm = trainer.step().gradient_norm;
    double squares = 0;
    const std::vector<float> after = copy_values(trainer);
    for (std::size_t i = 0; i < start.size(); ++i) squares += std::pow(after[i] - start[i], 2);
    return std::pair(norm, std::sqrt(squares));
  };
  const auto [norm, distance] = step_with_clip(std::numeric_limits<double>::infinity());
  EXPECT_NEAR(distance, norm, 1e-5);
  const auto [same_norm, shorter] = step_with_clip(0.01);
  EXPECT_EQ(same_norm, norm);
  EXPECT_NEAR(shorter, 0.01, 1e-6);
}

TEST(TrainerToGrouped, EqualHeadsGiveTheSameModel) {
  TrainerConfig config = small_config();
  config.symmetric_start = true;
  Trainer trainer(config);
  trainer.step(5);
  for (const HeadPooling from : {HeadPooling::kMean, HeadPooling::kFirst}) {
    Trainer grouped = trainer.to_grouped(1, from);
    EXPECT_EQ(grouped.config().num_kv_heads, 1u);
    EXPECT_EQ(grouped.report().step, 0u);
    EXPECT_NEAR(grouped.evaluate().loss, trainer.evaluate().loss, 1e-6);
  }
}

TEST(TrainerToGrouped, DoesNotChangeTheOriginalModel) {
  Trainer trainer(small_config());
  trainer.step(3);
  const std::vector<float> before = copy_values(trainer);
  Trainer grouped = trainer.to_grouped(1);
  grouped.step(3);
  EXPECT_EQ(copy_values(trainer), before);
  EXPECT_NE(grouped.evaluate().loss, trainer.evaluate().loss);
}

TEST(TrainerToGrouped, RefusesANumberThatDoesNotDivideTheHeads) {
  TrainerConfig config = small_config();
  config.num_heads = 3;
  EXPECT_EQ(catch_error<ConfigError>([&] { Trainer(config).to_grouped(2); }).field, "num_kv_heads");
}

TEST(Evaluate, RefusesAChangeThatDoesNotFit) {
  Trainer trainer(small_config());
  expect_shape_error(
      [&] {
        trainer.evaluate({.head_mask = {1, 1, 1}});
      },
      {"head_mask", 0, "2", "3"},
      "evaluate: head_mask [3] has 3 on axis 0, wanted 2 (one factor a head)");
  TrainerConfig config = small_config();
  config.output_projection = false;
  Trainer without(config);
  expect_config_error(
      [&] { without.evaluate({.output_projection = true}); }, "output_projection",
      "evaluate: output_projection is true, but this model was trained without one");
  config.output_projection = true;
  config.combine = Combine::kSum;
  Trainer summed(config);
  expect_config_error([&] { summed.evaluate({.output_projection = false}); }, "output_projection",
                      "evaluate: without its output projection a position has 3 numbers, but what "
                      "follows reads 6");
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

TEST(ResolvedTrainerConfig, HasTheDefaultsOfItsTask) {
  TrainerConfig config;
  config.num_heads = 4;
  config.task = TaskName::kInduction;
  const TrainerConfig full = resolved(config);
  EXPECT_EQ(full.num_kv_heads, 4u);
  EXPECT_EQ(full.d_model, 32u);
  EXPECT_EQ(full.seq_len, 24u);
  EXPECT_EQ(full.batch, 32u);
  EXPECT_EQ(full.num_layers, 2u);
  EXPECT_EQ(full.learning_rate, 0.005);
}

TEST(ResolvedTrainerConfig, RefusesImpossibleValues) {
  const auto refused_field = [](auto change) {
    TrainerConfig config = small_config();
    change(config);
    return catch_error<ConfigError>([&] { Trainer{config}; }).field;
  };
  EXPECT_EQ(refused_field([](auto& config) { config.num_heads = 0; }), "num_heads");
  EXPECT_EQ(refused_field([](auto& config) { config.num_heads = 4; }), "num_heads");
  EXPECT_EQ(refused_field([](auto& config) { config.num_kv_heads = 3; }), "num_kv_heads");
  EXPECT_EQ(refused_field([](auto& config) { config.learning_rate = 0; }), "learning_rate");
  EXPECT_EQ(refused_field([](auto& config) { config.momentum = 1; }), "momentum");
  EXPECT_EQ(refused_field([](auto& config) { config.gradient_clip = 0; }), "gradient_clip");
  EXPECT_EQ(refused_field([](auto& config) { config.start_noise = -1; }), "start_noise");
  EXPECT_EQ(refused_field([](auto& config) { config.seq_len = 5; }), "seq_len");
  EXPECT_EQ(refused_field([](auto& config) {
              config.num_layers = 2;
              config.combine = Combine::kSum;
              config.output_projection = false;
            }),
            "output_projection");
}

TEST(ResolvedTrainerConfig, RefusesHugeSizesBeforeAllocating) {
  const auto expect_refused = [](auto change) {
    TrainerConfig config = small_config();
    change(config);
    catch_error<OutOfMemoryError>([&] { Trainer{config}; });
  };
  expect_refused([](auto& config) { config.batch = Size{1} << 50; });
  expect_refused([](auto& config) { config.seq_len = Size{1} << 50; });
  expect_refused([](auto& config) { config.num_layers = Size{1} << 40; });
  expect_refused([](auto& config) { config.d_model = Size{1} << 20; });
}

}  // namespace
}  // namespace manyheads::trainer_test
