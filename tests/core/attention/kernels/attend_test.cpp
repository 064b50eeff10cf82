#include "attention/kernels/attend.hpp"

#include <array>

#include "core/expect_error.hpp"
#include "core/random_heads.hpp"

namespace manyheads::attend_test {
namespace {

/// Random heads, with the output of the blocked kernel.
struct Heads : RandomHeads {
  using RandomHeads::RandomHeads;

  Tensor run_blocked(const ForwardOptions& options) const {
    AttendScratch scratch;
    return run_blocked(options, scratch);
  }
  Tensor run_blocked(const ForwardOptions& options, AttendScratch& scratch) const {
    Tensor heads;
    attend_blocked(arguments(options), rows_out(heads), scratch);
    return heads;
  }
};

// Blocks have 32 queries. In the first seven, all axes differ if possible.
constexpr std::array<HeadSizes, 22> kAwkwardSizes = {{{2, 6, 3, 7, 11, 5},
                                                      {3, 4, 2, 11, 7, 17},
                                                      {2, 3, 1, 33, 37, 5},
                                                      {1, 4, 2, 65, 34, 3},
                                                      {3, 2, 1, 31, 66, 1},
                                                      {1, 3, 3, 1, 70, 17},
                                                      {2, 6, 2, 5, 1, 3},
                                                      {1, 1, 1, 1, 1, 1},
                                                      {2, 2, 1, 1, 1, 5},
                                                      {1, 2, 2, 31, 31, 3},
                                                      {1, 2, 1, 32, 32, 5},
                                                      {1, 3, 1, 33, 33, 1},
                                                      {1, 1, 1, 64, 64, 3},
                                                      {1, 1, 1, 65, 65, 5},
                                                      {2, 3, 3, 3, 67, 19},
                                                      {1, 6, 2, 1, 129, 33},
                                                      {1, 8, 2, 1, 35, 70},
                                                      {1, 1, 1, 2, 530, 7},
                                                      // values narrower and wider than keys
                                                      {2, 6, 3, 7, 11, 5, 3},
                                                      {1, 4, 1, 33, 37, 9, 5},
                                                      {2, 4, 2, 1, 35, 3, 7},
                                                      {1, 3, 1, 40, 34, 5, 19}}};

class AttendAtAwkwardSizes : public testing::TestWithParam<HeadSizes> {};
INSTANTIATE_TEST_SUITE_P(Sizes, AttendAtAwkwardSizes, testing::ValuesIn(kAwkwardSizes));

TEST_P(AttendAtAwkwardSizes, BlockedKernelEqualsTheReferenceForEveryCombinationOfOptions) {
  const Heads heads(GetParam());
  const RandomOptions options(GetParam());
  for (unsigned bits = 0; bits < RandomOptions::kCombinations; ++bits) {
    SCOPED_TRACE(to_text(GetParam()) + ", options " + std::to_string(bits));
    const ForwardOptions combined = options.combined(bits);

    // Error bound: exponentials differ by 2e-7, and sums of up to 70 terms near 1 by a few units in
    // the last place if only one kernel uses fused multiply-add.
    expect_close(heads.run_blocked(combined), heads.reference(combined), 5e-6);
  }
}

TEST_P(AttendAtAwkwardSizes, WeightsOfAQuerySumToOneOrToZeroIfItSeesNoKey) {
  const RandomOptions options(GetParam());
  for (const unsigned bits : {0u, 1u, 2u, 4u, 7u, 15u}) {
    const AttendIntermediates steps = Heads(GetParam()).reference_steps(options.combined(bits));
    const std::size_t S = GetParam().S;
    for (std::size_t row = 0; row < steps.weights.size() / S; ++row) {
      double sum = 0;
      bool sees_a_key = false;
      for (std::size_t i = row * S; i < (row + 1) * S; ++i) {
        sum += steps.weights.data()[i];
        sees_a_key |= steps.masked_scores.data()[i] != -kInfinity;
      }
      EXPECT_NEAR(sum, sees_a_key ? 1.0 : 0.0, 1e-6);
    }
  }
}

TEST(Attend, FollowsTheFormula) {
  const HeadSizes sizes{.B = 1, .H = 1, .G = 1, .T = 1, .S = 2, .d_head = 4};
  Heads heads(sizes);
  heads.q = full({1, 1, 1, 4}, 1);
  heads.k = tensor_of({1, 1, 2, 4}, {0, 0, 0, 0, std::log(3.0f), std::log(3.0f), 0, 0});
  heads.v = tensor_of({1, 1, 2, 4}, {0, 4, 8, -4, 4, 0, 8, 0});

  // Scores 0 and 2 ln 3 / sqrt(4) = ln 3, so the weights are 1/4 and 3/4.
  expect_close(heads.reference({}), tensor_of({1, 1, 1, 4}, {3, 1, 8, -1}), 1e-6);
  expect_close(heads.run_blocked({}), tensor_of({1, 1, 1, 4}, {3, 1, 8, -1}), 1e-6);
}

TEST(Attend, LetsConsecutiveQueryHeadsShareAKeyValueHead) {
  const Heads grouped({.B = 2, .H = 6, .G = 2, .T = 3, .S = 4, .d_head = 5});
  Heads copied({.B = 2, .H = 6, .G = 6, .T = 3, .S = 4, .d_head = 5});
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t h = 0; h < 6; ++h) {
      const std::size_t from = (b * 2 + h / 3) * 20, to = (b * 6 + h) * 20;
      std::copy_n(grouped.k.data() + from, 20, copied.k.data() + to);
      std::copy_n(grouped.v.data() + from, 20, copied.v.data() + to);
    }
  }

  expect_equal(grouped.reference({}), copied.reference({}));
  // Keys are read in place for three queries per key/value head, and packed for nine. So the
  // products are summed in another order.
  expect_close(grouped.run_blocked({}), copied.run_blocked({}), 1e-6);
}

TEST(Attend, ScoresIncludeTheBiasButNotTheMask) {
  const Heads heads({.B = 1, .H = 1, .G = 1, .T = 3, .S = 3, .d_head = 4});
  const Tensor bias = full({3, 3}, 10);

  const Tensor plain = heads.reference_steps({}).scores;
  const Tensor biased = heads.reference_steps({.causal = true, .score_bias = &bias}).scores;

  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(biased.data()[i], plain.data()[i] + 10);
}

TEST(Attend, MaskedScoresAreMinusInfinityWhereHidden) {
  const Heads heads({.B = 1, .H = 2, .G = 1, .T = 3, .S = 3, .d_head = 4});

  const AttendIntermediates steps = heads.reference_steps({.causal = true});

  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t t = 0; t < 3; ++t) {
      for (std::size_t s = 0; s < 3; ++s) {
        EXPECT_EQ(steps.masked_scores(0, h, t, s), s <= t ? steps.scores(0, h, t, s) : -kInfinity);
        EXPECT_EQ(steps.weights(0, h, t, s) == 0.0f, s > t);
      }
    }
  }
}

TEST(Attend, BothKernelsDropTheSameWeights) {
  const Heads heads({.B = 2, .H = 3, .G = 1, .T = 40, .S = 37, .d_head = 3});
  const ForwardOptions options{.dropout = Dropout{.rate = 0.5, .seed = 3}};

  const Tensor weights = heads.reference_steps(options).weights,
               kept = heads.reference_steps({}).weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::size_t s = i % 37, t = i / 37 % 40, h = i / 37 / 40 % 3, b = i / 37 / 40 / 3;
    ASSERT_EQ(weights.data()[i], kept.data()[i] * dropout_factor(*options.dropout, b, h, t, s));
  }
  expect_close(heads.run_blocked(options), heads.reference(options), 5e-6);
}

TEST(Attend, DropoutOfRateZeroChangesNothing) {
  const Heads heads({.B = 1, .H = 2, .G = 2, .T = 5, .S = 5, .d_head = 3});

  expect_equal(heads.run_blocked({.dropout = Dropout{}}), heads.run_blocked({}));
  expect_equal(heads.reference({.dropout = Dropout{}}), heads.reference({}));
}

TEST(Attend, DropoutOfRateOneGivesZero) {
  const Heads heads({.B = 1, .H = 2, .G = 2, .T = 5, .S = 5, .d_head = 3});

  expect_equal(heads.run_blocked({.dropout = Dropout{.rate = 1}}), full({1, 2, 5, 3}, 0));
  expect_equal(heads.reference({.dropout = Dropout{.rate = 1}}), full({1, 2, 5, 3}, 0));
}

TEST(Attend, GivesExactlyZeroIfNoKeyIsVisible) {
  Heads heads({.B = 2, .H = 2, .G = 1, .T = 40, .S = 35, .d_head = 5});
  heads.v.fill(kNaN);
  heads.k.fill(kInfinity);
  const ForwardOptions options{.valid_lens = std::vector<std::int64_t>{0, 0}};

  expect_equal(heads.reference(options), full({2, 2, 40, 5}, 0));
  expect_equal(heads.run_blocked(options), full({2, 2, 40, 5}, 0));
  expect_equal(heads.reference_steps(options).weights, full({2, 2, 40, 35}, 0));
}

TEST(Attend, TreatsScoresOfMinusInfinityAsHidden) {
  const Heads heads({.B = 1, .H = 1, .G = 1, .T = 2, .S = 3, .d_head = 4});
  const Tensor bias = tensor_of({2, 3}, {0, -kInfinity, 0, -kInfinity, -kInfinity, -kInfinity});
  const Tensor mask = tensor_of({2, 3}, {1, 0, 1, 0, 0, 0});

  expect_equal(heads.reference({.score_bias = &bias}), heads.reference({.mask = &mask}));
  expect_equal(heads.run_blocked({.score_bias = &bias}), heads.run_blocked({.mask = &mask}));
}

TEST(Attend, SurvivesScoresOfTenThousand) {
  const Heads heads({.B = 1, .H = 2, .G = 1, .T = 33, .S = 35, .d_head = 5});
  Tensor bias = random_whole({33, 35}, 9);
  for (float& value : elements(bias)) value *= 1250;  // -10,000 to 10,000

  const Tensor reference = heads.reference({.score_bias = &bias});

  for (const float value : elements(reference)) ASSERT_TRUE(std::isfinite(value));
  // Error bound: scores near 10,000 are rounded to 1/1024, differently with fused multiply-add.
  expect_close(heads.run_blocked({.score_bias = &bias}), reference, 5e-3);
}

TEST(Attend, BothKernelsSpreadNaNAndInfinityTheSameWay) {
  const HeadSizes sizes{.B = 1, .H = 2, .G = 1, .T = 40, .S = 40, .d_head = 3};
  const Tensor mask = random_whole({40, 40}, 1);
  for (const float poison : {kNaN, kInfinity, -kInfinity}) {
    for (const std::size_t place : {0, 7, 31, 32, 39}) {
      for (Tensor Heads::*const tensor : {&Heads::q, &Heads::k, &Heads::v}) {
        for (const bool causal : {false, true}) {
          SCOPED_TRACE(std::to_string(poison) + " at " + std::to_string(place));
          Heads heads(sizes);
          (heads.*tensor)(0, 0, place, 1) = poison;
          const ForwardOptions options{.causal = causal, .mask = causal ? nullptr : &mask};

          expect_close(heads.run_blocked(options), heads.reference(options), 5e-6);
        }
      }
    }
  }
}

TEST(Attend, AHiddenNaNReachesEarlierQueriesAsInPyTorch) {
  Heads heads({.B = 1, .H = 1, .G = 1, .T = 40, .S = 40, .d_head = 3});
  heads.v(0, 0, 39, 1) = kNaN;

  const Tensor output = heads.run_blocked({.causal = true});

  for (std::size_t t = 0; t < 40; ++t) {
    EXPECT_FALSE(std::isnan(output(0, 0, t, 0)));
    EXPECT_TRUE(std::isnan(output(0, 0, t, 1)));  // 0 * NaN
  }
}

TEST(Attend, DoesNotDependOnTheOldContentsOfItsScratch) {
  const Heads large({.B = 2, .H = 4, .G = 2, .T = 65, .S = 70, .d_head = 17}),
      small({.B = 1, .H = 2, .G = 1, .T = 3, .S = 5, .d_head = 2});
  AttendScratch scratch;

  large.run_blocked({}, scratch);

  expect_equal(small.run_blocked({.causal = true}, scratch), small.run_blocked({.causal = true}));
  expect_equal(large.run_blocked({.causal = true}, scratch), large.run_blocked({.causal = true}));
}

TEST(Attend, KeepsTheScoresOfOneBlockOfQueriesAtMost) {
  const auto scratch_capacity = [](std::size_t T) {
    AttendScratch scratch;
    Heads({.B = 1, .H = 1, .G = 1, .T = T, .S = 70, .d_head = 3}).run_blocked({}, scratch);
    return scratch.scores.capacity();
  };

  EXPECT_EQ(scratch_capacity(16) * 2, scratch_capacity(32));
  EXPECT_EQ(scratch_capacity(65), scratch_capacity(32));
}

TEST(Attend, ReferenceRefusesScoresThatWouldBeTooLarge) {
  Heads heads({.B = 1, .H = 1, .G = 1, .T = 1 << 15, .S = 1 << 15, .d_head = 1});

  expect_out_of_memory(
      [&] { heads.reference({}); },
      "scores [1, 1, 32768, 32768] would take 2 GiB or more; a tensor must be smaller than that");
}

}  // namespace
}  // namespace manyheads::attend_test
