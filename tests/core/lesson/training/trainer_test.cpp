#include "lesson/training/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/expect_error.hpp"
#include "core/lesson/training/small_trainer.hpp"
#include "core/tensors.hpp"

namespace manyheads::trainer_test {
namespace {

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
INSTANTIATE_TEST_SUITE_P(Tasks, EveryTask, testing::ValuesIn(kTasks), task_test_name);

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

}  // namespace
}  // namespace manyheads::trainer_test
