#include "lesson/schedules/attend_online_softmax.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "core/expect_error.hpp"
#include "core/lesson/schedules/online_run.hpp"

namespace manyheads::attend_online_softmax_test {
namespace {

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

class OnlineSoftmaxAtAwkwardSizes : public testing::TestWithParam<HeadSizes> {};
INSTANTIATE_TEST_SUITE_P(Sizes, OnlineSoftmaxAtAwkwardSizes, testing::ValuesIn(kAwkwardSizes));

TEST_P(OnlineSoftmaxAtAwkwardSizes, EqualsTheReferenceForEveryCombinationOfOptions) {
  const RandomHeads heads(GetParam());
  for_each_case(GetParam(), [&](const ForwardOptions& options, Tile tile) {
    // Error bound: both kernels round about S times by 6e-8. The worst case here is 5e-7.
    expect_close_to_softmax(online_output(heads, options, tile), heads.reference(options), heads);
  });
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

  expect_equal(online_output(grouped, {}, {2, 3}), online_output(copied, {}, {2, 3}));
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
    expect_equal(online_output(heads, options, tile), full({2, 2, 5, 3}, 0));
  }
}

TEST(AttendOnlineSoftmax, TreatsScoresOfMinusInfinityAsHidden) {
  const RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 2, .S = 3, .d_head = 4});
  const Tensor bias = tensor_of({2, 3}, {-kInfinity, 0, 0, -kInfinity, -kInfinity, -kInfinity});
  const Tensor mask = tensor_of({2, 3}, {0, 1, 1, 0, 0, 0});

  for (const Tile& tile : kTiles) {
    expect_equal(online_output(heads, {.score_bias = &bias}, tile),
                 online_output(heads, {.mask = &mask}, tile));
  }
}

// ---------------------------------------------------------------- dropout

TEST(AttendOnlineSoftmax, DropoutOfRateOneGivesZero) {
  const RandomHeads heads({.B = 1, .H = 2, .G = 2, .T = 5, .S = 5, .d_head = 3});

  expect_equal(online_output(heads, {.dropout = Dropout{.rate = 1}}, {2, 2}),
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
            expect_close(online_output(heads, options, tile), reference, 5e-6);
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

  const Tensor output = online_output(heads, {.causal = true}, {.queries = 4, .keys = 4});

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
    expect_close(online_output(heads, {.score_bias = &bias}, tile),
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
          online_output(heads, {.score_bias = &bias}, {.queries = 1, .keys = keys});
      EXPECT_NEAR(output.data()[0], weighted / sum, 1e-6 * largest_magnitude(heads.v));
    }
  }
}

// ---------------------------------------------------------------- sizes

TEST(AttendOnlineSoftmax, RefusesATileWithoutQueriesOrKeys) {
  const RandomHeads heads({.B = 1, .H = 1, .G = 1, .T = 2, .S = 2, .d_head = 1});

  expect_config_error([&] { run_online(heads, {}, {.queries = 0, .keys = 1}); }, "tile.queries",
                      "attention: tile.queries must be at least 1");
  expect_config_error([&] { run_online(heads, {}, {.queries = 1, .keys = 0}); }, "tile.keys",
                      "attention: tile.keys must be at least 1");
  expect_config_error([&] { online_output(heads, {}, {.queries = 0, .keys = 1}); }, "tile.queries",
                      "attention: tile.queries must be at least 1");
  expect_config_error([&] { online_output(heads, {}, {.queries = 1, .keys = 0}); }, "tile.keys",
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

  expect_out_of_memory([&] { online_output(heads, {}, {.queries = 1 << 15, .keys = 1 << 15}); },
                       "a tile of scores [32768, 32768] would take 2 GiB or more; a tensor must be "
                       "smaller than that");
}

}  // namespace
}  // namespace manyheads::attend_online_softmax_test
