#include "attention/attend_online_softmax.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "core/expect_error.hpp"
#include "core/random_heads.hpp"

namespace manyheads::attend_online_softmax_test {
namespace {

struct OnlineRun {
  OnlineSoftmaxSteps steps;
  Tensor heads;
};

OnlineRun run_online(const RandomHeads& heads, const ForwardOptions& options, Tile tile) {
  OnlineRun result;
  const HeadRows<float> rows = heads.rows_out(result.heads);
  result.steps = attend_online_softmax(heads.arguments(options), tile, rows);
  return result;
}

Tensor compute_output(const RandomHeads& heads, const ForwardOptions& options, Tile tile) {
  return run_online(heads, options, tile).heads;
}

float largest_magnitude(const Tensor& x) {
  float largest = 0.0f;
  for (const float value : elements(x)) largest = std::max(largest, std::abs(value));
  return largest;
}

/// Error bound: 1e-6 of the largest value of V. Only a head mask or dropout makes outputs larger.
void expect_close_to_softmax(const Tensor& actual, const Tensor& expected,
                             const RandomHeads& heads) {
  const double tolerance = 1e-6 * largest_magnitude(heads.v);
  ASSERT_EQ(to_text(shape_of(actual)), to_text(shape_of(expected)));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(actual.data()[i], expected.data()[i], tolerance) << "element " << i;
  }
}

constexpr std::array<HeadSizes, 10> kAwkwardSizes = {{{2, 6, 3, 7, 11, 5},
                                                      {3, 4, 2, 11, 7, 17},
                                                      {2, 3, 1, 9, 37, 5},
                                                      {1, 4, 2, 37, 34, 3},
                                                      {3, 2, 1, 5, 66, 1},
                                                      {1, 3, 3, 1, 70, 17},
                                                      {2, 6, 2, 5, 1, 3},
                                                      {1, 1, 1, 1, 1, 1},
                                                      {2, 4, 2, 5, 37, 5, 3},
                                                      {1, 3, 1, 7, 34, 3, 17}}};
// Smaller than a vector, not a divisor of S, several vectors and a rest, larger than T and S.
constexpr std::array<Tile, 5> kTiles = {{{1, 1}, {3, 2}, {4, 19}, {2, 32}, {100, 100}}};

class OnlineSoftmaxAtAwkwardSizes : public testing::TestWithParam<HeadSizes> {};
INSTANTIATE_TEST_SUITE_P(Sizes, OnlineSoftmaxAtAwkwardSizes, testing::ValuesIn(kAwkwardSizes));

/// Calls `check` with every combination of options and every tile.
template <typename Check>
void for_each_case(const HeadSizes& sizes, Check check) {
  const RandomOptions options(sizes);
  for (unsigned bits = 0; bits < RandomOptions::kCombinations; ++bits) {
    for (const Tile& tile : kTiles) {
      SCOPED_TRACE(to_text(sizes) + ", options " + std::to_string(bits) + ", tile " +
                   to_text(Shape{tile.queries, tile.keys}));
      check(options.combined(bits), tile);
    }
  }
}

TEST_P(OnlineSoftmaxAtAwkwardSizes, EqualsTheReferenceForEveryCombinationOfOptions) {
  const RandomHeads heads(GetParam());
  for_each_case(GetParam(), [&](const ForwardOptions& options, Tile tile) {
    // Error bound: both kernels round about S times by 6e-8. The worst case here is 5e-7.
    expect_close_to_softmax(compute_output(heads, options, tile), heads.reference(options), heads);
  });
}

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

TEST(AttendOnlineSoftmax, DoesNotDependOnTheNumberOfQueriesInATile) {
  const RandomHeads heads({.B = 2, .H = 2, .G = 1, .T = 33, .S = 37, .d_head = 5});
  const OnlineRun one = run_online(heads, {.causal = true}, {.queries = 1, .keys = 4});

  for (const std::size_t queries : {2, 7, 32, 33, 1000}) {
    const OnlineRun many = run_online(heads, {.causal = true}, {.queries = queries, .keys = 4});
    expect_equal(many.heads, one.heads);
    expect_equal(many.steps.running_sum, one.steps.running_sum);
    expect_equal(many.steps.partial, one.steps.partial);
  }
}

TEST(AttendOnlineSoftmax, HasOneStepIfATileHoldsEveryKey) {
  const RandomHeads heads({.B = 1, .H = 2, .G = 2, .T = 5, .S = 6, .d_head = 3});

  const OnlineRun whole = run_online(heads, {}, {.queries = 100, .keys = SIZE_MAX});

  EXPECT_EQ(shape_of(whole.steps.rescale), (Shape{1, 2, 1, 5}));
  expect_equal(whole.steps.rescale, full({1, 2, 1, 5}, 0));
  expect_equal(whole.heads, run_online(heads, {}, {.queries = 5, .keys = 6}).heads);
}

TEST(AttendOnlineSoftmax, LetsConsecutiveQueryHeadsShareAKeyValueHead) {
  const RandomHeads grouped({.B = 2, .H = 6, .G = 2, .T = 3, .S = 4, .d_head = 5});
  RandomHeads copied({.B = 2, .H = 6, .G = 6, .T = 3, .S = 4, .d_head = 5});
  copied.q = grouped.q;
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t h = 0; h < 6; ++h) {
      const std::size_t from = (b * 2 + h / 3) * 20, to = (b * 6 + h) * 20;
      std::copy_n(grouped.k.data() + from, 20, copied.k.data() + to);
      std::copy_n(grouped.v.data() + from, 20, copied.v.data() + to);
    }
  }

  expect_equal(compute_output(grouped, {}, {2, 3}), compute_output(copied, {}, {2, 3}));
}

TEST(AttendOnlineSoftmax, LetsTiedHeadsReadTheSameRows) {
  const RandomHeads heads({.B = 2, .H = 3, .G = 3, .T = 4, .S = 4, .d_head = 5});
  const ForwardOptions options;
  AttendArguments arguments = heads.arguments(options);
  for (HeadRows<const float>* rows : {&arguments.q, &arguments.k, &arguments.v}) {
    rows->head_stride = 0;
  }
  Tensor output;
  attend_online_softmax(arguments, {.queries = 3, .keys = 3}, heads.rows_out(output));

  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_EQ(output(b, 1, i / 5, i % 5), output(b, 0, i / 5, i % 5));
      EXPECT_EQ(output(b, 2, i / 5, i % 5), output(b, 0, i / 5, i % 5));
    }
  }
}

// ---------------------------------------------------------------- hidden keys

TEST(AttendOnlineSoftmax, GivesExactlyZeroIfNoKeyIsVisible) {
  RandomHeads heads({.B = 2, .H = 2, .G = 1, .T = 5, .S = 7, .d_head = 3});
  heads.v.fill(kNaN);
  heads.k.fill(kInfinity);
  const ForwardOptions options{.valid_lens = std::vector<std::int64_t>{0, 0}};

  for (const Tile& tile : kTiles) {
    expect_equal(run_online(heads, options, tile).heads, full({2, 2, 5, 3}, 0));
    expect_equal(compute_output(heads, options, tile), full({2, 2, 5, 3}, 0));
  }
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

TEST(AttendOnlineSoftmax, TreatsScoresOfMinusInfinityAsHidden) {
  const RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 2, .S = 3, .d_head = 4});
  const Tensor bias = tensor_of({2, 3}, {-kInfinity, 0, 0, -kInfinity, -kInfinity, -kInfinity});
  const Tensor mask = tensor_of({2, 3}, {0, 1, 1, 0, 0, 0});

  for (const Tile& tile : kTiles) {
    expect_equal(compute_output(heads, {.score_bias = &bias}, tile),
                 compute_output(heads, {.mask = &mask}, tile));
  }
}

// ---------------------------------------------------------------- dropout

TEST(AttendOnlineSoftmax, SumsTheWeightsBeforeDropout) {
  const RandomHeads heads({.B = 2, .H = 3, .G = 1, .T = 4, .S = 7, .d_head = 3});
  const ForwardOptions dropped{.dropout = Dropout{.rate = 0.5, .seed = 3}};

  expect_equal(run_online(heads, dropped, {2, 3}).steps.running_sum,
               run_online(heads, {}, {2, 3}).steps.running_sum);
}

TEST(AttendOnlineSoftmax, DropoutOfRateOneGivesZero) {
  const RandomHeads heads({.B = 1, .H = 2, .G = 2, .T = 5, .S = 5, .d_head = 3});

  expect_equal(compute_output(heads, {.dropout = Dropout{.rate = 1}}, {2, 2}),
               full({1, 2, 5, 3}, 0));
}

// ---------------------------------------------------------------- extreme numbers

TEST(AttendOnlineSoftmax, SpreadsNaNAndInfinityAsTheReferenceDoes) {
  const HeadSizes sizes{.B = 1, .H = 2, .G = 1, .T = 20, .S = 20, .d_head = 3};
  const Tensor mask = random_whole({20, 20}, 1);
  for (const float poison : {kNaN, kInfinity, -kInfinity}) {
    for (const std::size_t place : {0, 7, 16, 19}) {
      for (Tensor RandomHeads::*const tensor :
           {&RandomHeads::q, &RandomHeads::k, &RandomHeads::v}) {
        for (const bool causal : {false, true}) {
          RandomHeads heads(sizes);
          (heads.*tensor)(0, 0, place, 1) = poison;
          const ForwardOptions options{.causal = causal, .mask = causal ? nullptr : &mask};
          const Tensor reference = heads.reference(options);

          for (const Tile& tile : kTiles) {
            SCOPED_TRACE(std::to_string(poison) + " at " + std::to_string(place) + ", tile " +
                         to_text(Shape{tile.queries, tile.keys}));
            expect_close(compute_output(heads, options, tile), reference, 5e-6);
            expect_close(run_online(heads, options, tile).heads, reference, 5e-6);
          }
        }
      }
    }
  }
}

TEST(AttendOnlineSoftmax, AHiddenNaNReachesEarlierQueriesAsInPyTorch) {
  RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 20, .S = 20, .d_head = 3});
  heads.v(0, 0, 19, 1) = kNaN;

  const Tensor output = compute_output(heads, {.causal = true}, {.queries = 4, .keys = 4});

  for (std::size_t t = 0; t < 20; ++t) {
    EXPECT_FALSE(std::isnan(output(0, 0, t, 0)));
    EXPECT_TRUE(std::isnan(output(0, 0, t, 1)));  // 0 * NaN
  }
}

TEST(AttendOnlineSoftmax, SurvivesScoresOfTenThousand) {
  const RandomHeads heads({.B = 1, .H = 2, .G = 1, .T = 33, .S = 35, .d_head = 5});
  Tensor bias = random_whole({33, 35}, 9);
  for (float& value : elements(bias)) value *= 1250;  // -10,000 to 10,000

  for (const Tile& tile : kTiles) {
    // Error bound: scores near 10,000 are rounded to 1/1024, differently with fused multiply-add.
    expect_close(compute_output(heads, {.score_bias = &bias}, tile),
                 heads.reference({.score_bias = &bias}), 5e-3);
  }
}

TEST(AttendOnlineSoftmax, StaysExactWhereEveryTileRaisesTheMaximum) {
  constexpr std::size_t S = 5000;
  RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 1, .S = S, .d_head = 1});
  heads.q.fill(0);
  for (const float step : {1e-3f, 1e-2f, 1.0f}) {
    Tensor bias = full({1, S}, 0);
    for (std::size_t s = 0; s < S; ++s) bias(0, s) = step * static_cast<float>(s);
    double sum = 0, weighted = 0;
    for (std::size_t s = 0; s < S; ++s) {
      const double weight = std::exp(double{bias(0, s)} - bias(0, S - 1));
      sum += weight;
      weighted += weight * heads.v.data()[s];
    }

    for (const std::size_t keys : {1, 3, 64}) {
      const Tensor output =
          compute_output(heads, {.score_bias = &bias}, {.queries = 1, .keys = keys});
      EXPECT_NEAR(output.data()[0], weighted / sum, 1e-6 * largest_magnitude(heads.v));
    }
  }
}

// ---------------------------------------------------------------- one row

TEST(OnlineSoftmax, RescaledTilesDividedByTheSumAreTheSoftmax) {
  std::array<float, 5> first{1, -kInfinity, 3, 0, 2};
  std::array<float, 2> second{4, -1};
  OnlineSoftmax row;

  row.add(first);
  row.add(second);

  double sum = 0;
  for (const double score : {1, 3, 0, 2, 4, -1}) sum += std::exp(score);
  EXPECT_NEAR(first[2] * row.rescale / row.sum, std::exp(3.0) / sum, 1e-7);
  EXPECT_NEAR(second[1] / row.sum, std::exp(-1.0) / sum, 1e-7);
  EXPECT_EQ(first[1], 0.0f);
}

TEST(OnlineSoftmax, IgnoresANaNInItsMaximumAndKeepsItInItsSum) {
  for (const std::size_t place : {0, 3, 16, 19}) {
    std::vector<float> scores(20, 1.0f), more(20, 7.0f);
    scores[place] = kNaN;
    scores[(place + 5) % 20] = 2.0f;
    OnlineSoftmax row;

    row.add(scores);
    EXPECT_EQ(row.max, 2.0f);
    row.add(more);

    EXPECT_EQ(row.max, 7.0f);
    EXPECT_TRUE(std::isnan(row.sum));
  }
}

TEST(OnlineSoftmax, CountsANaNScoreAsAVisibleKey) {
  std::array<float, 2> hidden{-kInfinity, -kInfinity}, spoilt{kNaN, kNaN}, late = hidden;
  OnlineSoftmax row;

  row.add(hidden);
  EXPECT_EQ(row.sum, 0.0f);
  row.add(spoilt);
  row.add(late);

  EXPECT_EQ(row.max, -kInfinity);
  EXPECT_TRUE(std::isnan(row.sum));
}

TEST(OnlineSoftmax, AnInfiniteScoreMakesTheSumNaN) {
  std::array<float, 2> low{0, 1}, high{kInfinity, 0};
  OnlineSoftmax row;

  row.add(high);
  row.add(low);

  EXPECT_EQ(row.max, kInfinity);
  EXPECT_TRUE(std::isnan(row.sum));
}

// ---------------------------------------------------------------- sizes

TEST(AttendOnlineSoftmax, RefusesATileWithoutQueriesOrKeys) {
  const RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 2, .S = 2, .d_head = 1});

  expect_config_error([&] { run_online(heads, {}, {.queries = 0, .keys = 1}); }, "tile.queries",
                      "attention: tile.queries must be at least 1");
  expect_config_error([&] { run_online(heads, {}, {.queries = 1, .keys = 0}); }, "tile.keys",
                      "attention: tile.keys must be at least 1");
  expect_config_error([&] { compute_output(heads, {}, {.queries = 0, .keys = 1}); }, "tile.queries",
                      "attention: tile.queries must be at least 1");
  expect_config_error([&] { compute_output(heads, {}, {.queries = 1, .keys = 0}); }, "tile.keys",
                      "attention: tile.keys must be at least 1");
}

TEST(AttendOnlineSoftmax, RefusesStepsThatWouldBeTooLarge) {
  const RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 1 << 15, .S = 1 << 15, .d_head = 1});

  expect_out_of_memory([&] { run_online(heads, {}, {.queries = 1, .keys = 1}); },
                       "running_max [1, 1, 32768, 32768] would take 2 GiB or more; a tensor must "
                       "be smaller than that");
}

TEST(AttendOnlineSoftmax, RefusesATileOfScoresThatWouldBeTooLarge) {
  const RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 1 << 15, .S = 1 << 15, .d_head = 1});

  expect_out_of_memory([&] { compute_output(heads, {}, {.queries = 1 << 15, .keys = 1 << 15}); },
                       "a tile of scores [32768, 32768] would take 2 GiB or more; a tensor must be "
                       "smaller than that");
}

}  // namespace
}  // namespace manyheads::attend_online_softmax_test
