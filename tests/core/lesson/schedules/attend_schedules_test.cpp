#include "lesson/schedules/attend_schedules.hpp"

#include <algorithm>
#include <cmath>

#include "core/expect_error.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"
#include "lesson/schedules/trace_schedules.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::attend_schedules_test {
namespace {

using enum ScheduleKind;

// Error bound: outputs near 1 are sums of up to 41 terms in another order.
constexpr double kRounding = 2e-6;

const Schedule kPlainSchedule{.kind = kPlain}, kCachedSchedule{.kind = kCached};
constexpr Schedule tiled(std::size_t queries, std::size_t keys) {
  return {.kind = kTiled, .tile = {queries, keys}};
}
constexpr Schedule paged(std::size_t page_size) { return {.kind = kPaged, .page_size = page_size}; }
constexpr Schedule chunked(std::size_t chunk) { return {.kind = kChunked, .chunk = chunk}; }

const std::vector<Schedule> kAllSchedules = {
    kPlainSchedule, tiled(1, 1), tiled(4, 3), tiled(64, 64), kCachedSchedule, paged(1),
    paged(4),       paged(64),   chunked(1),  chunked(4),    chunked(64)};

/// 16 tokens of one head of width 8.
ScheduleSteps trace_16_tokens(const Schedule& schedule) {
  MultiHeadAttention layer = random_layer(resolved(AttentionConfig{.d_model = 8, .num_heads = 1}));
  return trace_schedule(layer, random_normal({16, 8}, 1), schedule, {.causal = true}).schedule;
}

double moved_bytes(const ScheduleStep& step, MovedData what) {
  double bytes = 0;
  for (const Move& move : step.moves) bytes += move.what == what ? move.bytes : 0;
  return bytes;
}

// ------------------------------------------------------------------------------------- outputs

using ScheduledLayer = testing::TestWithParam<AttentionConfig>;
INSTANTIATE_TEST_SUITE_P(
    Layers, ScheduledLayer,
    testing::Values(
        resolved(AttentionConfig{.d_model = 6, .num_heads = 3}),
        resolved(AttentionConfig{
            .d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true}),
        resolved(AttentionConfig{.d_model = 8,
                                 .num_heads = 4,
                                 .num_kv_heads = 1,
                                 .d_head = 5,
                                 .scale = Scale::kNone,
                                 .combine = Combine::kSum}),
        resolved(AttentionConfig{
            .d_model = 6, .num_heads = 2, .output_projection = false, .tie_heads = true})));

TEST_P(ScheduledLayer, GivesTheOutputOfForwardWithEverySchedule) {
  MultiHeadAttention layer = random_layer(GetParam());
  for (const Shape& shape :
       {Shape{2, 7, GetParam().d_model}, {41, GetParam().d_model}, {1, GetParam().d_model}}) {
    const Tensor x = random_normal(shape, 1), output = layer.forward(x, {.causal = true});
    const AttentionTrace steps = layer.trace(x, {.causal = true});
    for (const Schedule& schedule : kAllSchedules) {
      SCOPED_TRACE(static_cast<int>(schedule.kind));
      const ScheduleTrace trace = trace_schedule(layer, x, schedule, {.causal = true});

      expect_close(trace.output, output, kRounding);
      expect_close(trace.heads, steps.heads, kRounding);
    }
  }
}

TEST(Schedules, SupportEveryOption) {
  MultiHeadAttention layer = random_layer(resolved(AttentionConfig{.d_model = 6, .num_heads = 2}));
  const Tensor x = random_normal({2, 5, 6}, 1), context = random_normal({2, 7, 6}, 2),
               bias = random_normal({5, 7}, 3), head_mask = tensor_of({2}, {0.5f, -1});
  Tensor mask = full({5, 7}, 1);
  for (std::size_t s = 0; s < 7; ++s) mask(2, s) = 0;  // a query that sees no key
  const ForwardOptions options{.context = &context,
                               .valid_lens = std::vector<std::int64_t>{7, 3},
                               .mask = &mask,
                               .score_bias = &bias,
                               .head_mask = &head_mask,
                               .dropout = Dropout{.rate = 0.3, .seed = 4}};
  for (const Schedule& schedule : {kPlainSchedule, tiled(2, 3), tiled(1, 64)}) {
    expect_close(trace_schedule(layer, x, schedule, options).output, layer.forward(x, options),
                 kRounding);
  }
}

TEST(Schedules, GiveZeroIfAQuerySeesNoKey) {
  MultiHeadAttention layer = random_layer(resolved(AttentionConfig{.d_model = 6, .num_heads = 2}));
  const Tensor x = random_normal({5, 6}, 1);
  const ForwardOptions no_keys{.valid_lens = std::vector<std::int64_t>{0}};

  for (const Schedule& schedule : {kPlainSchedule, tiled(2, 3)}) {
    expect_equal(trace_schedule(layer, x, schedule, no_keys).heads, full({2, 5, 3}, 0));
  }
}

TEST(TiledSchedule, HasOneStepWithoutKeysForQueriesThatSeeNone) {
  MultiHeadAttention layer = random_layer(resolved(AttentionConfig{.d_model = 6, .num_heads = 2}));
  const ForwardOptions no_keys{.valid_lens = std::vector<std::int64_t>{0}};

  const auto steps =
      trace_schedule(layer, random_normal({5, 6}, 1), tiled(2, 3), no_keys).schedule.steps;

  ASSERT_EQ(steps.size(), 3u);
  for (const ScheduleStep& step : steps) {
    EXPECT_EQ(step.first_key, 0u);
    EXPECT_EQ(step.keys, 0u);
  }
}

// -------------------------------------------------------------------------------------- counts

TEST(PlainSchedule, WritesScoresAndWeightsAndReadsThemAgain) {
  const ScheduleSteps plain = trace_16_tokens(kPlainSchedule);

  EXPECT_EQ(plain.steps.size(), 3u);
  EXPECT_EQ(plain.read, 3 * 16 * 8 * 4 + 2 * 16 * 16 * 4);
  EXPECT_EQ(plain.written, 16 * 8 * 4 + 2 * 16 * 16 * 4);
  EXPECT_EQ(plain.stored_scores, 2 * 16 * 16 * 4);
  EXPECT_EQ(plain.multiplications, 2 * 16 * 16 * 8);
}

TEST(TiledSchedule, LoadsQueriesOnceAndSkipsHiddenTiles) {
  const ScheduleSteps steps = trace_16_tokens(tiled(4, 4));

  EXPECT_EQ(steps.steps.size(), 10u);
  EXPECT_EQ(steps.read, 16 * 8 * 4 + 10 * 2 * 4 * 8 * 4);
  EXPECT_EQ(steps.written, 16 * 8 * 4);
  EXPECT_EQ(steps.stored_scores, 0);
  EXPECT_EQ(steps.multiplications, 10 * 2 * 4 * 4 * 8 + 6 * 4 * (8 + 1));
  // Queries, keys, values and mixes of 4 tokens, 16 scores, 4 maxima, 4 sums.
  for (const ScheduleStep& step : steps.steps) EXPECT_EQ(step.held_bytes, 608);
}

TEST(TiledSchedule, HasOneStepPerVisibleKeyIfTilesHoldOneToken) {
  EXPECT_EQ(trace_16_tokens(tiled(1, 1)).steps.size(), 136u);
}

TEST(TiledSchedule, SaysWhichTileRanAndWhatItMoved) {
  const ScheduleSteps steps = trace_16_tokens(tiled(4, 4));
  const ScheduleStep &first = steps.steps[3], &last = steps.steps[5];  // of queries 8 to 11

  EXPECT_EQ(first.first_query, 8u);
  EXPECT_EQ(first.first_key, 0u);
  EXPECT_EQ(moved_bytes(first, MovedData::kQueries), 128);
  EXPECT_EQ(moved_bytes(first, MovedData::kOutput), 0);
  EXPECT_EQ(last.first_key, 8u);
  EXPECT_EQ(moved_bytes(last, MovedData::kQueries), 0);
  EXPECT_EQ(moved_bytes(last, MovedData::kKeys), 128);
  EXPECT_EQ(moved_bytes(last, MovedData::kOutput), 128);
}

TEST(CachedSchedule, WritesOneKeyAndValuePerTokenAndReadsAllSoFar) {
  const ScheduleSteps steps = trace_16_tokens(kCachedSchedule);

  EXPECT_EQ(steps.steps.size(), 16u);
  EXPECT_EQ(steps.read, 16 * 32 + 136 * 64);
  EXPECT_EQ(steps.written, 16 * 3 * 32);
  EXPECT_EQ(steps.multiplications, 2 * 136 * 8);
  EXPECT_EQ(steps.stored_scores, 0);
  // A query and its mix, the keys and values so far, and a score for each.
  for (std::size_t t = 0; t < 16; ++t) {
    EXPECT_EQ(steps.steps[t].held_bytes, 4 * (2 * 8 + (t + 1) * 2 * 8 + (t + 1))) << t;
  }
}

TEST(PagedSchedule, AlsoReadsFourBytesOfThePageTablePerPage) {
  const ScheduleSteps steps = trace_16_tokens(paged(4));

  EXPECT_EQ(steps.read, trace_16_tokens(kCachedSchedule).read + 4 * 4 * (1 + 2 + 3 + 4));
  EXPECT_EQ(moved_bytes(steps.steps[4], MovedData::kTable), 8);  // token 4 begins the second page
  EXPECT_EQ(steps.written, trace_16_tokens(kCachedSchedule).written);
}

TEST(ChunkedSchedule, ReadsAllKeysSoFarOncePerChunk) {
  const ScheduleSteps steps = trace_16_tokens(chunked(8));

  EXPECT_EQ(steps.steps.size(), 2u);
  EXPECT_EQ(steps.read, 16 * 32 + (8 + 16) * 64);
  EXPECT_EQ(steps.written, 16 * 3 * 32);
  EXPECT_EQ(steps.multiplications, 2 * 8 * (8 + 16) * 8);
}

TEST(Schedules, CountsAreTheSumsOfTheirSteps) {
  for (const Schedule& schedule : kAllSchedules) {
    const ScheduleSteps all = trace_16_tokens(schedule);
    double read = 0, written = 0, multiplications = 0;
    for (const ScheduleStep& step : all.steps) {
      multiplications += step.multiplications;
      for (const Move& move : step.moves) {
        (move.to == MemoryLevel::kFast ? read : written) += move.bytes;
      }
    }
    EXPECT_EQ(all.read, read);
    EXPECT_EQ(all.written, written);
    EXPECT_EQ(all.multiplications, multiplications);
  }
}

TEST(Schedules, CountTheRequestedBytesPerNumber) {
  Schedule half = tiled(4, 4);
  half.bytes_per_number = 2;

  EXPECT_EQ(trace_16_tokens(half).read, trace_16_tokens(tiled(4, 4)).read / 2);
  EXPECT_EQ(trace_16_tokens(half).steps[0].held_bytes, 304);
}

TEST(Schedules, MoveEachRowOnceIfTilesDoNotDivideTheSizes) {
  MultiHeadAttention layer = random_layer(resolved(AttentionConfig{.d_model = 8, .num_heads = 2}));
  const Tensor x = random_normal({7, 8}, 1), context = random_normal({10, 8}, 2);

  const ScheduleSteps steps = trace_schedule(layer, x, tiled(3, 4), {.context = &context}).schedule;

  EXPECT_EQ(steps.steps.size(), 9u);
  EXPECT_EQ(steps.read, (7 + 3 * 2 * 10) * 4 * 4);  // d_head is 4
  EXPECT_EQ(steps.written, 7 * 4 * 4);
  EXPECT_EQ(steps.multiplications, 2 * 7 * 10 * 4 + 2 * 7 * (4 + 1));
}

TEST(Schedules, CountOneHeadForAnyNumberOfHeads) {
  MultiHeadAttention layer = random_layer(resolved(AttentionConfig{.d_model = 16, .num_heads = 2}));

  const ScheduleTrace trace =
      trace_schedule(layer, random_normal({3, 16, 16}, 1), tiled(4, 4), {.causal = true});

  EXPECT_EQ(trace.schedule.read, trace_16_tokens(tiled(4, 4)).read);
}

// -------------------------------------------------------------------------------------- errors

TEST(Schedules, RefuseSizesOfZeroAndImpossibleBytes) {
  const auto refused_field = [](const Schedule& schedule) {
    return catch_error<ConfigError>([&] { trace_16_tokens(schedule); }).field;
  };

  EXPECT_EQ(refused_field(tiled(0, 1)), "tile.queries");
  EXPECT_EQ(refused_field(tiled(1, 0)), "tile.keys");
  EXPECT_EQ(refused_field(paged(0)), "page_size");
  EXPECT_EQ(refused_field(chunked(0)), "chunk");
  for (const double wrong : {0.0, -4.0, 1025.0, std::nan("")}) {
    EXPECT_EQ(refused_field({.kind = kPlain, .bytes_per_number = wrong}), "bytes_per_number");
  }
}

TEST(Schedules, CachesNeedCausalSelfAttention) {
  MultiHeadAttention layer = random_layer(resolved(AttentionConfig{.d_model = 8, .num_heads = 2}));
  const Tensor x = random_normal({4, 8}, 1);
  for (const Schedule& schedule : {kCachedSchedule, paged(2), chunked(2)}) {
    expect_config_error([&] { trace_schedule(layer, x, schedule); }, "causal",
                        "schedule: causal is false, but a cache has no later keys; wanted true");
    expect_config_error(
        [&] { trace_schedule(layer, x, schedule, {.context = &x, .causal = true}); }, "context",
        "schedule: context cannot be cached token by token; wanted self-attention");
  }
}

}  // namespace
}  // namespace manyheads::attend_schedules_test
