/// The lesson's corrections about cost; a comment gives the number of each.

#include <gtest/gtest.h>

#include "core/cost/models.hpp"
#include "cost/flops.hpp"
#include "cost/memory.hpp"
#include "cost/parameters.hpp"

namespace manyheads::errata_test {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024, kGB = 1e9, kMiB = 1024.0 * 1024;
constexpr double kSixBits = 0.75;

double count_wo(const ModelShape& model) { return parameter_counts(model).wo.to_double(); }

/// How many numbers the caches of all layers hold per token.
double cached_numbers_per_token(const ModelShape& model) {
  return kv_cache_cost(model, {.seq_len = 1}, /*bytes_per_element=*/1).bytes_per_token;
}
double cached_bytes_per_token(const ModelShape& model, double bytes_per_element) {
  return kv_cache_cost(model, {.seq_len = 1}, bytes_per_element).bytes_per_token;
}

double crossover(const ModelShape& model, bool causal = false) {
  return layer_flops(model, {.seq_len = 1}, causal).crossover;
}
double crossover_with_feed_forward(const ModelShape& model, bool causal = false) {
  return layer_flops(model, {.seq_len = 1}, causal).crossover_with_feed_forward;
}

// Correction M1.
TEST(Llama2Memory, WeightsInFP16DoNotFitOneGpuOf80GB) {
  const double weights = to_bytes(parameter_counts(preset("llama2-70b")).total, 2);

  EXPECT_NEAR(weights / kGB, 138, 0.5);
  EXPECT_GT(weights, 80 * kGiB);
}

TEST(Llama2Memory, WeightsOf4BitsAndTheCacheFit80GB) {
  const ModelShape model = preset("llama2-70b");
  const double weights = to_bytes(parameter_counts(model).total, 0.5);

  EXPECT_LT(weights + kv_cache_cost(model, {.seq_len = 4096, .batch = 8}).bytes, 80 * kGB);
}

// Correction M2.
TEST(CacheUnits, TheSameBytesAre10GiBAnd10Point7GB) {
  const double bytes = kv_cache_cost(preset("llama2-70b"), {.seq_len = 4096, .batch = 8}).bytes;

  EXPECT_EQ(bytes, 10737418240);
  EXPECT_EQ(bytes / kGiB, 10);
  EXPECT_NEAR(bytes / kGB, 10.7, 0.05);
}

// Correction M3.
TEST(DeepSeekV2Cache, Holds34560NumbersPerTokenAndThe67BModel194560) {
  EXPECT_EQ(cached_numbers_per_token(kDeepSeekV2), 34560);
  EXPECT_EQ(cached_numbers_per_token(kDeepSeek67b), 194560);
}

TEST(DeepSeekV2Cache, Is82Point2PercentSmallerAtEqualPrecision) {
  EXPECT_NEAR(
      100 - 100 * cached_bytes_per_token(kDeepSeekV2, 2) / cached_bytes_per_token(kDeepSeek67b, 2),
      82.2, 0.05);
}

TEST(DeepSeekV2Cache, Is93Point34PercentSmallerAt6BitsInsteadOf16) {
  const double v2 = cached_bytes_per_token(kDeepSeekV2, kSixBits);

  EXPECT_EQ(v2, 25920);
  EXPECT_NEAR(100 - 100 * v2 / cached_bytes_per_token(kDeepSeek67b, 2), 93.34, 0.005);
}

TEST(DeepSeekV2Cache, Is98Point2PercentSmallerThanWithMultiHeadAttention) {
  EXPECT_NEAR(100 - 100 * kv_cache_cost(kDeepSeekV2, {.seq_len = 1}).ratio_to_mha, 98.2, 0.05);
}

// Correction M4.
TEST(CacheSize, DoesNotDependOnTheNumberOfQueryHeads) {
  // The cache only holds keys and values, so sharing query heads would not shrink it.
  const ModelShape few_queries{.d_model = 4096, .num_heads = 8, .d_head = 128};
  const ModelShape many_queries{.d_model = 4096, .num_heads = 32, .num_kv_heads = 8, .d_head = 128};

  EXPECT_EQ(cached_numbers_per_token(few_queries), cached_numbers_per_token(many_queries));
}

// Correction M9.
TEST(CostPerToken, GrowsWithTheLengthForScoresButNotForProjections) {
  const ModelShape model = preset("gpt2-small");
  const LayerFlops shorter = layer_flops(model, {.seq_len = 500});
  const LayerFlops longer = layer_flops(model, {.seq_len = 1500});

  EXPECT_EQ(longer.projections.to_double() / 1500, shorter.projections.to_double() / 500);
  EXPECT_EQ(longer.output.to_double() / 1500, shorter.output.to_double() / 500);
  EXPECT_EQ(longer.scores.to_double() / 1500, 3 * shorter.scores.to_double() / 500);
  EXPECT_EQ(longer.weighted_sum.to_double() / 1500, 3 * shorter.weighted_sum.to_double() / 500);
}

// Correction M10.
TEST(OutputProjection, ReadsAllHeadsWhateverTheModelsWidth) {
  const ModelShape t5_11b{.d_model = 1024, .num_heads = 128, .d_head = 128};
  const ModelShape gemma_7b{.d_model = 3072, .num_heads = 16, .d_head = 256};

  EXPECT_EQ(count_wo(preset("deepseek-v3")), 16384 * 7168);
  EXPECT_EQ(count_wo(t5_11b), 16384 * 1024);
  EXPECT_EQ(count_wo(gemma_7b), 4096 * 3072);
}

/// Correction M11: GPT-3 with twice the heads of half the width.
class TwiceTheHeads : public testing::Test {
 protected:
  TwiceTheHeads() { twice_.num_heads *= 2; }
  const ModelShape model_ = preset("gpt3-175b");
  ModelShape twice_ = model_;
};

TEST_F(TwiceTheHeads, HaveTheSameParametersAndMatrixProducts) {
  const ModelRun run{.seq_len = 2048};

  EXPECT_EQ(parameter_counts(twice_).total, parameter_counts(model_).total);
  EXPECT_EQ(layer_flops(twice_, run).attention, layer_flops(model_, run).attention);
}

TEST_F(TwiceTheHeads, HaveTwiceTheScores) {
  const auto scores = [](const ModelShape& model) {
    return score_memory(model, {.seq_len = 2048}, 2, /*fused=*/false).scores / kMiB;
  };

  EXPECT_EQ(scores(model_), 768);
  EXPECT_EQ(scores(twice_), 1536);
}

// Correction M12.
TEST(Crossover, Is8192ForMultiHeadAttentionOfWidth4096) {
  EXPECT_EQ(crossover({.d_model = 4096, .num_heads = 32}), 8192);
}

TEST(Crossover, Is5120With8KeyValueHeadsFor32QueryHeads) {
  EXPECT_EQ(crossover(preset("llama3.1-8b")), 5120);
}

TEST(Crossover, Is26624ForLlama3WithItsFeedForward) {
  EXPECT_EQ(crossover_with_feed_forward(preset("llama3.1-8b")), 26624);
}

TEST(Crossover, IsTwiceAsLateForCausalAttention) {
  EXPECT_EQ(crossover({.d_model = 4096, .num_heads = 32}, true), 16384);
  EXPECT_EQ(crossover(preset("llama3.1-8b"), true), 10240);
  EXPECT_EQ(crossover_with_feed_forward(preset("llama3.1-8b"), true), 53248);
}

// Correction M16.
TEST(FeedForwardShare, Is67PercentInTheDenseApproximationAnd82InLlama2) {
  const auto percent = [](const ModelShape& model) {
    const ParameterCounts counts = parameter_counts(model);
    return 100 * counts.feed_forward.to_double() / counts.per_layer.to_double();
  };

  EXPECT_NEAR(percent({.d_model = 8192, .num_heads = 64, .d_ff = 4 * 8192}), 67, 0.5);
  EXPECT_NEAR(percent(preset("llama2-70b")), 82, 0.5);
}

// Correction M17.
TEST(Llama2Groups, Are8Of8QueryHeads) {
  const ModelShape model = resolved(preset("llama2-70b"));

  EXPECT_EQ(model.num_kv_heads, 8u);
  EXPECT_EQ(model.num_heads / model.num_kv_heads, 8u);
}

// Correction M19.
TEST(Projections, CostMoreThanScoresBelowTwiceTheWidth) {
  const ModelShape model{.d_model = 512, .num_heads = 8};
  const auto outweigh = [&](Size seq_len) {
    const LayerFlops flops = layer_flops(model, {.seq_len = seq_len});
    return (flops.projections + flops.output).to_double() >
           (flops.scores + flops.weighted_sum).to_double();
  };

  EXPECT_TRUE(outweigh(2 * 512 - 1));
  EXPECT_FALSE(outweigh(2 * 512));
}

// Correction M20.
TEST(ShortContext, FeedForwardCostsMoreThanAllOfAttention) {
  const LayerFlops flops = layer_flops(preset("llama3.1-8b"), {.seq_len = 1024});

  EXPECT_GT(flops.feed_forward.to_double(), 3 * flops.attention.to_double());
  EXPECT_LT((flops.scores + flops.weighted_sum).to_double(),
            0.05 * (flops.attention + flops.feed_forward).to_double());
}

}  // namespace
}  // namespace manyheads::errata_test
