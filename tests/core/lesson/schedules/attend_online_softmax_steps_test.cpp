#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/lesson/schedules/online_run.hpp"

namespace manyheads::attend_online_softmax_steps_test {
namespace {

/// The scores of one query, and its running values after each tile.
struct TracedRow {
  float max(std::size_t tile) const { return steps.running_max(b, h, tile, t); }
  float sum(std::size_t tile) const { return steps.running_sum(b, h, tile, t); }
  float rescale(std::size_t tile) const { return steps.rescale(b, h, tile, t); }
  float partial(std::size_t tile, std::size_t i) const { return steps.partial(b, h, tile, t, i); }
  float score(std::size_t s) const { return reference.masked_scores(b, h, t, s); }

  std::size_t b, h, t;
  const OnlineSoftmaxSteps& steps;
  const AttendIntermediates& reference;
};

/// Calls `check` with every query of every case, the options and the keys per tile.
template <typename Check>
void for_each_row(const HeadSizes& sizes, const RandomHeads& heads, Check check) {
  for_each_case(sizes, [&](const ForwardOptions& options, Tile tile) {
    const AttendIntermediates reference = heads.reference_steps(options);
    const OnlineSoftmaxSteps steps = run_online(heads, options, tile).steps;
    for (std::size_t row = 0; row < sizes.B * sizes.H * sizes.T; ++row) {
      const std::size_t t = row % sizes.T, h = row / sizes.T % sizes.H, b = row / sizes.T / sizes.H;
      check(TracedRow{b, h, t, steps, reference}, options, tile.keys);
    }
  });
}

class OnlineStepsAtAwkwardSizes : public testing::TestWithParam<HeadSizes> {};
INSTANTIATE_TEST_SUITE_P(Sizes, OnlineStepsAtAwkwardSizes,
                         testing::Values(HeadSizes{2, 4, 2, 3, 11, 5}, HeadSizes{3, 2, 1, 2, 34, 3},
                                         HeadSizes{1, 3, 3, 1, 70, 17},
                                         HeadSizes{2, 2, 1, 5, 1, 3}));

TEST_P(OnlineStepsAtAwkwardSizes, RunningMaxIsTheLargestVisibleScoreSoFar) {
  const auto S = GetParam().S;
  for_each_row(GetParam(), RandomHeads(GetParam()),
               [&](const TracedRow& row, const ForwardOptions&, std::size_t tile_keys) {
                 float max = -kInfinity;
                 for (std::size_t s = 0; s < S; ++s) {
                   max = std::max(max, row.score(s));
                   if (s + 1 == S || (s + 1) % tile_keys == 0) {
                     // Error bound: scores near 1 are sums in another order.
                     if (max == -kInfinity) {
                       ASSERT_EQ(row.max(s / tile_keys), max);
                     } else {
                       ASSERT_NEAR(row.max(s / tile_keys), max,
                                   1e-6 * std::max(1.0f, std::abs(max)));
                     }
                   }
                 }
               });
}

TEST_P(OnlineStepsAtAwkwardSizes, RunningSumAddsTheExponentialsBeforeDropout) {
  const auto S = GetParam().S;
  for_each_row(GetParam(), RandomHeads(GetParam()),
               [&](const TracedRow& row, const ForwardOptions&, std::size_t tile_keys) {
                 for (std::size_t tile = 0; tile * tile_keys < S; ++tile) {
                   double sum = 0;
                   for (std::size_t s = 0; s < std::min(S, (tile + 1) * tile_keys); ++s) {
                     const double score = row.score(s);
                     if (score > -kInfinity) sum += std::exp(score - row.max(tile));
                   }
                   ASSERT_NEAR(row.sum(tile), sum, 1e-6 * sum);
                 }
               });
}

TEST_P(OnlineStepsAtAwkwardSizes, RescaleIsExpOfTheOldMinusTheNewMaximum) {
  const auto S = GetParam().S;
  for_each_row(GetParam(), RandomHeads(GetParam()),
               [&](const TracedRow& row, const ForwardOptions&, std::size_t tile_keys) {
                 double before = -kInfinity;
                 for (std::size_t tile = 0; tile * tile_keys < S; ++tile) {
                   const double max = row.max(tile);
                   const double factor = before > -kInfinity ? std::exp(before - max) : 0;
                   ASSERT_NEAR(row.rescale(tile), factor, 2e-7);
                   ASSERT_GE(max, before);
                   before = max;
                 }
               });
}

TEST_P(OnlineStepsAtAwkwardSizes, PartialAddsTheValuesTimesTheExponentialsAfterDropout) {
  const HeadSizes sizes = GetParam();
  const RandomHeads heads(sizes);
  const std::size_t S = sizes.S, group = sizes.H / sizes.G, last = sizes.d_value - 1;
  for_each_row(sizes, heads,
               [&](const TracedRow& row, const ForwardOptions& options, std::size_t tile_keys) {
                 double partial = 0, weights = 0;
                 for (std::size_t s = 0; s < S; ++s) {
                   const std::size_t tile = s / tile_keys;
                   if (s % tile_keys == 0) {
                     partial *= row.rescale(tile);
                     weights *= row.rescale(tile);
                   }
                   if (row.score(s) > -kInfinity) {
                     double weight = std::exp(double{row.score(s)} - row.max(tile));
                     if (options.dropout) {
                       weight *= dropout_factor(*options.dropout, row.b, row.h, row.t, s);
                     }
                     partial += weight * heads.v(row.b, row.h / group, s, last);
                     weights += weight;
                   }
                   // Error bound: the largest value of V is about 4.
                   if (s + 1 == S || (s + 1) % tile_keys == 0) {
                     ASSERT_NEAR(row.partial(tile, last), partial, 4e-6 * std::max(1.0, weights));
                   }
                 }
               });
}

TEST_P(OnlineStepsAtAwkwardSizes, LastPartialDividedByTheSumIsTheOutput) {
  const HeadSizes sizes = GetParam();
  const RandomHeads heads(sizes);
  for_each_case(sizes, [&](const ForwardOptions& options, Tile tile) {
    const OnlineRun run = run_online(heads, options, tile);
    const std::size_t last = run.steps.rescale.shape(2) - 1;

    for (std::size_t row = 0; row < run.heads.size() / sizes.d_value; ++row) {
      const std::size_t t = row % sizes.T, h = row / sizes.T % sizes.H, b = row / sizes.T / sizes.H;
      const float sum = run.steps.running_sum(b, h, last, t);
      const float head_factor = options.head_mask ? options.head_mask->data()[h] : 1.0f;
      for (std::size_t i = 0; i < sizes.d_value; ++i) {
        const float partial = run.steps.partial(b, h, last, t, i);
        ASSERT_EQ(run.heads(b, h, t, i), sum == 0.0f ? 0.0f : partial / sum * head_factor);
      }
    }
  });
}

TEST(AttendOnlineSoftmax, StepsHaveTheDocumentedShapes) {
  const RandomHeads heads({.B = 2, .H = 6, .G = 3, .T = 7, .S = 11, .d_head = 5});

  const OnlineSoftmaxSteps steps = run_online(heads, {}, {.queries = 3, .keys = 4}).steps;

  EXPECT_EQ(shape_of(steps.running_max), (Shape{2, 6, 3, 7}));
  EXPECT_EQ(shape_of(steps.running_sum), (Shape{2, 6, 3, 7}));
  EXPECT_EQ(shape_of(steps.rescale), (Shape{2, 6, 3, 7}));
  EXPECT_EQ(shape_of(steps.partial), (Shape{2, 6, 3, 7, 5}));
}

TEST(AttendOnlineSoftmax, FollowsTheRecurrence) {
  RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 1, .S = 3, .d_head = 1});
  heads.q = full({1, 1, 1, 1}, 1);
  heads.k = tensor_of({1, 1, 3, 1}, {0, std::log(2.0f), std::log(8.0f)});
  heads.v = tensor_of({1, 1, 3, 1}, {8, 16, -2});

  const auto [steps, output] = run_online(heads, {}, {.queries = 1, .keys = 1});

  // The weights are 1 : 2 : 8. Their sum after each tile: 1, 1/2 + 1, (3/2)/4 + 1.
  expect_close(steps.running_max, tensor_of({1, 1, 3, 1}, {0, std::log(2.0f), std::log(8.0f)}), 0);
  expect_close(steps.rescale, tensor_of({1, 1, 3, 1}, {0, 0.5f, 0.25f}), 1e-6);
  expect_close(steps.running_sum, tensor_of({1, 1, 3, 1}, {1, 1.5f, 1.375f}), 1e-6);
  expect_close(steps.partial, tensor_of({1, 1, 3, 1, 1}, {8, 20, 3}), 1e-6);
  expect_close(output, tensor_of({1, 1, 1, 1}, {24.0f / 11}), 1e-6);
}

TEST(AttendOnlineSoftmax, StepsAreEmptyUntilAKeyIsVisible) {
  const RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 1, .S = 8, .d_head = 3});
  const Tensor mask = tensor_of({1, 8}, {0, 0, 0, 0, 0, 1, 1, 1});

  const auto [steps, output] = run_online(heads, {.mask = &mask}, {.queries = 1, .keys = 2});

  for (const std::size_t tile : {0, 1}) {
    EXPECT_EQ(steps.running_max(0, 0, tile, 0), -kInfinity);
    EXPECT_EQ(steps.running_sum(0, 0, tile, 0), 0.0f);
    EXPECT_EQ(steps.rescale(0, 0, tile, 0), 0.0f);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(steps.partial(0, 0, tile, 0, i), 0.0f);
  }
  EXPECT_EQ(steps.rescale(0, 0, 2, 0), 0.0f);
  EXPECT_EQ(steps.running_sum(0, 0, 2, 0), 1.0f);
  expect_close_to_softmax(output, heads.reference({.mask = &mask}), heads);
}

TEST(AttendOnlineSoftmax, ATileOfHiddenKeysChangesNothing) {
  const RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 2, .S = 6, .d_head = 3});
  const ForwardOptions options{.valid_lens = std::vector<std::int64_t>{3}};

  const OnlineSoftmaxSteps steps = run_online(heads, options, {.queries = 2, .keys = 3}).steps;

  for (std::size_t t = 0; t < 2; ++t) {
    EXPECT_EQ(steps.running_max(0, 0, 1, t), steps.running_max(0, 0, 0, t));
    EXPECT_EQ(steps.running_sum(0, 0, 1, t), steps.running_sum(0, 0, 0, t));
    EXPECT_EQ(steps.rescale(0, 0, 1, t), 1.0f);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(steps.partial(0, 0, 1, t, i), steps.partial(0, 0, 0, t, i));
    }
  }
}

TEST(AttendOnlineSoftmax, SumsTheWeightsBeforeDropout) {
  const RandomHeads heads({.B = 2, .H = 3, .G = 1, .T = 4, .S = 7, .d_head = 3});
  const ForwardOptions dropped{.dropout = Dropout{.rate = 0.5, .seed = 3}};

  expect_equal(run_online(heads, dropped, {2, 3}).steps.running_sum,
               run_online(heads, {}, {2, 3}).steps.running_sum);
}

}  // namespace
}  // namespace manyheads::attend_online_softmax_steps_test
