/// What training reaches, over seeds. The bounds leave room around what 20 seeds gave, which
/// `npm run reproduce` prints next to PyTorch's figures.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "figures/runs.hpp"

namespace manyheads::figures {
namespace {

/// 0 .. count - 1. Only two in WebAssembly, which computes the same but more slowly.
std::vector<std::uint64_t> seeds(std::size_t count) {
#ifdef __EMSCRIPTEN__
  count = std::min<std::size_t>(count, 2);
#endif
  std::vector<std::uint64_t> seeds(count);
  for (std::size_t i = 0; i < count; ++i) seeds[i] = i;
  return seeds;
}

std::optional<Size> solved_at(const TrainerConfig& config, std::uint64_t seed, Size most) {
  return trained_until_solved(with_seed(config, seed), most).report().solved_at;
}

void expect_none_solved(const TrainerConfig& config, std::size_t count, Size most) {
  for (const std::uint64_t seed : seeds(count)) {
    EXPECT_FALSE(solved_at(config, seed, most)) << "seed " << seed;
  }
}

void expect_all_solved(const TrainerConfig& config, std::size_t count, Size most) {
  for (const std::uint64_t seed : seeds(count)) {
    EXPECT_TRUE(solved_at(config, seed, most)) << "seed " << seed;
  }
}

/// Trained until it is solved, and 50 steps more. Made once, for all tests.
Trainer& solved_model(std::uint64_t seed) {
  static std::deque<Trainer> models;
  while (models.size() <= seed) {
    models.push_back(trained_until_solved(with_seed(relations(4), models.size()), 300));
    models.back().step(50);
  }
  return models[seed];
}

TEST(FourRelations, AreSolvedByFourHeadsFromEverySeed) { expect_all_solved(relations(4), 20, 299); }

TEST(FourRelations, AreNotSolvedByOneHeadOfAsManyParametersInSixHundredSteps) {
  EXPECT_EQ(Trainer(relations(1)).model().parameters().size(), 5888u);
  EXPECT_EQ(Trainer(relations(4)).model().parameters().size(), 5888u);

  expect_none_solved(relations(1), 5, 600);
}

TEST(FourRelations, AreNotSolvedByTiedHeadsInSixHundredSteps) {
  expect_none_solved(tied(relations(4)), 3, 600);
}

TEST(FourRelations, AreSolvedInTwoHundredFiftyStepsByHeadsSideBySideAndNotByTheirSum) {
  expect_all_solved(relations(4, 0.003), 8, 250);
  expect_none_solved(summed(relations(4, 0.003)), 8, 250);
}

TEST(FourRelations, AreSolvedFromMostSeedsByWideHeadsOfTheRightScale) {
  std::size_t solved = 0;
  const auto all = seeds(8);

  for (const std::uint64_t seed : all) solved += solved_at(wide(), seed, 250).has_value();

  EXPECT_GT(2 * solved, all.size());
}

#ifndef __EMSCRIPTEN__  // half a minute: saturated weights have subnormal gradients, which are slow
TEST(FourRelations, AreNotSolvedByWideHeadsWithoutScaleInAsManySteps) {
  expect_none_solved(unscaled(wide()), 3, 250);
}
#endif

TEST(FourRelations, AreSolvedByGradientDescentWithMomentum) {
  expect_all_solved(by_sgd(relations(4), 0.3), 5, 299);
}

TEST(FourRelations, MakeTooLargeARateAnErrorAndLeaveFiniteWeights) {
  std::size_t diverged = 0;
  const auto all = seeds(8);

  for (const std::uint64_t seed : all) {
    Trainer trainer = trained(with_seed(by_sgd(relations(4), 1.0), seed), 300);

    const TrainingReport& report = trainer.report();
    diverged += report.diverged;
    EXPECT_EQ(std::isnan(report.loss), report.diverged) << "seed " << seed;
    for (const float value : trainer.model().parameters().values()) {
      ASSERT_TRUE(std::isfinite(value)) << "seed " << seed;
    }
  }

  EXPECT_GE(2 * diverged, all.size());
}

TEST(SolvedHeads, HoldOneRelationEach) {
  for (const std::uint64_t seed : seeds(3)) {
    Trainer& trainer = solved_model(seed);

    EXPECT_TRUE(is_permutation(trainer.ablation(), 0.2, 0.99)) << "seed " << seed;
  }
}

TEST(SolvedHeads, KeepTheirRelationOnlyWhereTheyAreNotTiedToHeadZero) {
  for (const std::uint64_t seed : seeds(3)) {
    Trainer& trainer = solved_model(seed);

    std::size_t kept = 0;
    for (const double accuracy : trainer.evaluate({.tie_heads = true}).accuracy) {
      if (accuracy > 0.99)
        ++kept;
      else
        EXPECT_LT(accuracy, 0.2) << "seed " << seed;
    }

    EXPECT_EQ(kept, 1u) << "seed " << seed;
  }
}

TEST(SolvedHeads, SayNothingWithoutTheirOutputProjection) {
  for (const std::uint64_t seed : seeds(3)) {
    Trainer& trainer = solved_model(seed);

    const Evaluation bare = trainer.evaluate({.output_projection = false});

    EXPECT_GT(bare.loss, trainer.chance().loss) << "seed " << seed;
    for (const double accuracy : bare.accuracy) EXPECT_LT(accuracy, 0.3) << "seed " << seed;
  }
}

TEST(PooledHeads, LoseLessByTheirMeanThanByTheFirst) {
  for (const std::uint64_t seed : seeds(3)) {
    const Trainer& trainer = solved_model(seed);
    Trainer mean = trainer.to_grouped(2, HeadPooling::kMean);
    Trainer first = trainer.to_grouped(2, HeadPooling::kFirst);

    EXPECT_GT(worst_accuracy(mean), worst_accuracy(first)) << "seed " << seed;
    mean.step(20);
    first.step(20);
    EXPECT_GT(worst_accuracy(mean), worst_accuracy(first)) << "seed " << seed;
  }
}

TEST(PooledHeads, RecoverFromTheirMeanInAHundredSteps) {
  for (const std::uint64_t seed : seeds(3)) {
    Trainer mean = solved_model(seed).to_grouped(2, HeadPooling::kMean);

    mean.step(100);

    EXPECT_GT(worst_accuracy(mean), 0.99) << "seed " << seed;
  }
}

TEST(RelationsAndDigit, AreSolvedByFourHeads) { expect_all_solved(relations_and_digit(4), 4, 400); }

TEST(RelationsAndDigit, AreNotSolvedByOneHeadInAsManySteps) {
  expect_none_solved(relations_and_digit(1), 3, 400);
}

TEST(Induction, IsSolvedByTwoLayers) { expect_all_solved(induction(1, 2), 5, 300); }

TEST(Induction, IsNotSolvedByOneLayerInAsManySteps) {
  for (const std::uint64_t seed : seeds(3)) {
    Trainer trainer = trained(with_seed(induction(1, 1), seed), 300);

    EXPECT_LT(worst_accuracy(trainer), 0.6) << "seed " << seed;
  }
}

TEST(HeadsThatStartEqual, StayEqualToTheBit) {
  for (const std::uint64_t seed : seeds(3)) {
    const Trainer trainer = trained(symmetric(with_seed(relations(4), seed), 0), 400);

    EXPECT_GT(trainer.report().gradient_norm, 0);
    EXPECT_EQ(head_difference(trainer), 0) << "seed " << seed;
  }
}

/// The noise is about one rounding of a weight.
TEST(HeadsThatStartEqual, PartByTheSmallestNoise) {
  for (const std::uint64_t seed : seeds(3)) {
    const TrainerConfig config = symmetric(with_seed(relations(4), seed), 6e-8);

    EXPECT_LT(head_difference(trained(config, 50)), 0.01) << "seed " << seed;
    EXPECT_GT(head_difference(trained(config, 200)), 0.3) << "seed " << seed;
  }
}

}  // namespace
}  // namespace manyheads::figures
