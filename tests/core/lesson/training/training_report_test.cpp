#include "lesson/training/training_report.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace manyheads::training_report_test {
namespace {

/// The score of two relations with 100 predictions each.
Score score(std::size_t correct, std::size_t other) {
  return {.loss = 50, .predictions = {100, 100}, .correct = {correct, other}};
}

TrainingReport empty_report() {
  TrainingReport report;
  report.accuracy = {0, 0};
  return report;
}

TEST(TrainingReport, IsSolvedIfEveryAverageIs99Percent) {
  TrainingReport report = empty_report(), almost = empty_report();
  add_step(report, score(99, 100), 1);
  add_step(almost, score(98, 100), 1);

  EXPECT_TRUE(report.solved);
  EXPECT_EQ(report.solved_at, Size{1});
  EXPECT_FALSE(almost.solved);
  EXPECT_EQ(almost.solved_at, std::nullopt);
}

TEST(TrainingReport, AverageIsNineTenthsOldAndOneTenthNew) {
  TrainingReport report = empty_report();
  add_step(report, score(50, 100), 3);
  add_step(report, score(100, 0), 4);

  EXPECT_EQ(report.step, 2u);
  EXPECT_EQ(report.gradient_norm, 4);
  EXPECT_EQ(report.loss, 0.25);
  EXPECT_EQ(report.accuracy, (std::vector<double>{1, 0}));
  EXPECT_NEAR(report.average_accuracy[0], 0.55, 1e-12);
  EXPECT_NEAR(report.average_accuracy[1], 0.9, 1e-12);
}

TEST(TrainingReport, KeepsTheFirstStepThatSolvedIt) {
  TrainingReport report = empty_report();
  for (const std::size_t correct : {100, 0, 100}) add_step(report, score(correct, 100), 1);

  EXPECT_FALSE(report.solved);
  EXPECT_EQ(report.solved_at, Size{1});
}

TEST(TrainingReport, KeepsTheAccuracyOfARelationWithoutPredictions) {
  TrainingReport report = empty_report();
  add_step(report, score(50, 25), 1);
  add_step(report, {.loss = 0, .predictions = {100, 0}, .correct = {100, 0}}, 1);

  EXPECT_EQ(report.accuracy, (std::vector<double>{1, 0.25}));
}

TEST(TrainingReport, HasNoNumbersAfterDivergence) {
  TrainingReport report = empty_report();
  add_step(report, score(100, 100), 1);

  mark_diverged(report);

  EXPECT_TRUE(report.diverged);
  EXPECT_FALSE(report.solved);
  EXPECT_TRUE(std::isnan(report.loss));
  EXPECT_TRUE(std::isnan(report.gradient_norm));
  for (const double accuracy : report.accuracy) EXPECT_TRUE(std::isnan(accuracy));
}

TEST(TrainingReport, HasAnAverageForEachRelationIfTheFirstStepDiverges) {
  TrainingReport report = empty_report();

  mark_diverged(report);

  EXPECT_EQ(report.average_accuracy.size(), report.accuracy.size());
  for (const double average : report.average_accuracy) EXPECT_TRUE(std::isnan(average));
}

}  // namespace
}  // namespace manyheads::training_report_test
