#include "cost/memory.hpp"

#include <cmath>

#include "core/cost/models.hpp"
#include "core/expect_error.hpp"

namespace manyheads::memory_test {
namespace {

constexpr ModelShape kGrouped{
    .d_model = 10, .num_heads = 6, .num_kv_heads = 2, .d_head = 4, .num_layers = 3};

constexpr ModelShape kLatent{.d_model = 10,
                             .num_heads = 3,
                             .d_head = 4,
                             .num_layers = 3,
                             .latent = LatentShape{.d_latent = 5, .d_rope = 2, .d_value = 6}};

TEST(ToBytes, IsExactForFractionsOfAByte) {
  EXPECT_EQ(to_bytes(35, 0.75), 26.25);
  EXPECT_EQ(to_bytes(256, 6.5625 / 8), 210);  // a block of GGUF's Q6_K
}

TEST(ToBytes, RoundsOnlyOnce) {
  const Count elements = (Size{1} << 53) + 1;  // not a double

  EXPECT_EQ(to_bytes(elements, 0.75), 0x1.8p52 + 1);
}

TEST(ToBytes, MultipliesByTheDoubleNearestToTheFraction) { EXPECT_EQ(to_bytes(10, 0.1), 1); }

TEST(ToBytes, IsExactWhereTheProductWithANumeratorIsTooLargeForACount) {
  const Count power = Count(Size{1} << 63) * Count(Size{1} << 63);  // 2^126
  EXPECT_EQ(to_bytes(power, 0.1), 0x1p126 * 0.1);
  EXPECT_EQ(to_bytes(power, 0.5), 0x1p125);
  EXPECT_EQ(to_bytes(Count(3) * power, 0.75), 0x1.2p127);
}

TEST(ToBytes, RoundsOnlyOnceWhereTheProductWithANumeratorIsTooLargeForACount) {
  const Count power = Count(Size{1} << 32) * Count(Size{1} << 32);
  const Count elements = Count(55'179'307'743) * power + Count(10'499'958'131'665'514'997u);

  EXPECT_EQ(to_bytes(elements, 0.1), 0x1.48e4f1165b5f2p+96);  // by Python's fractions
  EXPECT_NE(elements.to_double() * 0.1, 0x1.48e4f1165b5f2p+96);
}

TEST(ToBytes, RefusesResultsOf2ToThe128OrMore) {
  const Count power = Count(Size{1} << 63) * Count(Size{1} << 63);

  EXPECT_THROW(to_bytes(Count(3) * power, 1.5), OutOfMemoryError);
  EXPECT_THROW(to_bytes(power, 4), OutOfMemoryError);
}

TEST(ToBytes, AcceptsBytesPerElementUpToTheLimits) {
  EXPECT_EQ(to_bytes(3, 1024), 3072);
  EXPECT_EQ(to_bytes(3 * 1024, 1.0 / 1024), 3);
}

TEST(ToBytes, RefusesImpossibleBytesPerElement) {
  for (const double wrong : {0.0, -1.0, 1e-9, 1025.0, HUGE_VAL, std::nan("")}) {
    const auto error = catch_error<ConfigError>([&] { to_bytes(1, wrong); });
    EXPECT_EQ(error.field, "bytes_per_element");
  }
  expect_config_error([] { to_bytes(1, -1.5); }, "bytes_per_element",
                      "cost: bytes_per_element is -1.5, wanted a number from 1/1024 to 1024");
}

TEST(WeightBytes, CountAllParameters) {
  EXPECT_EQ(weight_bytes(kGrouped, 0.5), 0.5 * (3 * (2 * 240 + 2 * 80) + 4 * 10));
  EXPECT_NEAR(weight_bytes(preset("llama2-70b")) / 1e9, 138, 0.5);
  EXPECT_THROW(weight_bytes(kGrouped, 0), ConfigError);
}

TEST(KvCacheCost, CountsKeysAndValuesOfAllLayersAndTokens) {
  const KvCacheCost cost = kv_cache_cost(kGrouped, {.seq_len = 5, .batch = 7}, 4);

  EXPECT_EQ(cost.bytes_per_token, 2 * 3 * 2 * 4 * 4);
  EXPECT_EQ(cost.bytes, 5 * 7 * cost.bytes_per_token);
}

TEST(KvCacheCost, IsProportionalToTheKeyValueHeads) {
  EXPECT_EQ(kv_cache_cost(llama2_70b(64), {.seq_len = 1}).ratio_to_mha, 1);
  EXPECT_EQ(kv_cache_cost(llama2_70b(8), {.seq_len = 1}).ratio_to_mha, 1.0 / 8);
  EXPECT_EQ(kv_cache_cost(llama2_70b(1), {.seq_len = 1}).ratio_to_mha, 1.0 / 64);
}

TEST(KvCacheCost, CountsTheLatentAndTheRotaryKeyOfLatentAttention) {
  const KvCacheCost cost = kv_cache_cost(kLatent, {.seq_len = 5}, 1);

  EXPECT_EQ(cost.bytes_per_token, 3 * (5 + 2));
  EXPECT_EQ(cost.bytes, 5 * 3 * (5 + 2));
  EXPECT_EQ(cost.ratio_to_mha, 7.0 / (3 * (4 + 6)));
}

TEST(KvCacheCost, RefusesARunWithoutTokens) {
  expect_config_error([] { kv_cache_cost(kGrouped, {}); }, "seq_len",
                      "cost: seq_len must be at least 1");
}

TEST(ScoreMemory, CountsScoresAndWeightsUnlessFused) {
  const ScoreMemory memory = score_memory(kGrouped, {.seq_len = 100, .batch = 7}, 4, false);

  EXPECT_EQ(memory.scores, 7 * 6 * 100 * 100 * 4);
  EXPECT_EQ(memory.weights, memory.scores);
  EXPECT_EQ(memory.bytes, 2 * memory.scores);
}

TEST(ScoreMemory, IsProportionalToTheNumberOfHeads) {
  const auto scores = [](Size num_heads) {
    return score_memory({.d_model = 512, .num_heads = num_heads}, {.seq_len = 100}, 2, false)
        .scores;
  };

  EXPECT_EQ(scores(1), 100 * 100 * 2);
  EXPECT_EQ(scores(8), 8 * scores(1));
}

TEST(ScoreMemory, Counts32RowsPerHeadIfFused) {
  const ScoreMemory memory = score_memory(kGrouped, {.seq_len = 100, .batch = 7}, 4, true);

  EXPECT_EQ(memory.bytes, 7 * 6 * 32 * 100 * 4);
  EXPECT_EQ(memory.scores, memory.bytes);
  EXPECT_EQ(memory.weights, 0);
}

TEST(ScoreMemory, CountsAtMostOneRowPerQueryIfFused) {
  EXPECT_EQ(score_memory(kGrouped, {.seq_len = 5}, 1, true).bytes, 6 * 5 * 5);
}

TEST(ScoreMemory, GrowsWithTheSquareOfTheLengthUnlessFused) {
  const auto bytes = [](Size seq_len, bool fused) {
    return score_memory(kGrouped, {.seq_len = seq_len}, 2, fused).bytes;
  };

  EXPECT_EQ(bytes(10000, false), 100 * bytes(1000, false));
  EXPECT_EQ(bytes(10000, true), 10 * bytes(1000, true));
}

}  // namespace
}  // namespace manyheads::memory_test
