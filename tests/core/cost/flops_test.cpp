#include "cost/flops.hpp"

#include "core/cost/models.hpp"
#include "core/expect_error.hpp"

namespace manyheads::flops_test {
namespace {

constexpr ModelShape kGrouped{
    .d_model = 10, .num_heads = 6, .num_kv_heads = 2, .d_head = 4, .d_ff = 7};

constexpr ModelShape kLatent{
    .d_model = 10,
    .num_heads = 3,
    .d_head = 4,
    .latent = LatentShape{.d_latent = 5, .d_rope = 2, .d_latent_query = 7, .d_value = 6}};

TEST(LayerFlops, AreTwoPerMultiplyAddOfTheMatrixProducts) {
  const LayerFlops flops = layer_flops(kGrouped, {.seq_len = 5, .batch = 3});

  EXPECT_EQ(flops.projections, Count(2 * 3 * 5 * 10 * (24 + 8 + 8)));
  EXPECT_EQ(flops.scores, Count(2 * 3 * 6 * 5 * 5 * 4));
  EXPECT_EQ(flops.weighted_sum, flops.scores);
  EXPECT_EQ(flops.output, Count(2 * 3 * 5 * 24 * 10));
  EXPECT_EQ(flops.attention, flops.projections + flops.scores + flops.weighted_sum + flops.output);
  EXPECT_EQ(flops.feed_forward, Count(2 * 3 * 5 * 2 * 10 * 7));
}

TEST(LayerFlops, DoNotCountBiases) {
  ModelShape biased = kGrouped;
  biased.bias = true;

  const LayerFlops with = layer_flops(biased, {.seq_len = 5});
  const LayerFlops without = layer_flops(kGrouped, {.seq_len = 5});

  EXPECT_EQ(with.attention, without.attention);
  EXPECT_EQ(with.feed_forward, without.feed_forward);
  EXPECT_EQ(with.crossover_with_feed_forward, without.crossover_with_feed_forward);
}

TEST(LayerFlops, CausalScoresCostHalf) {
  const LayerFlops all = layer_flops(kGrouped, {.seq_len = 5});
  const LayerFlops causal = layer_flops(kGrouped, {.seq_len = 5}, true);

  EXPECT_EQ(2 * causal.scores, all.scores);
  EXPECT_EQ(2 * causal.weighted_sum, all.weighted_sum);
  EXPECT_EQ(causal.projections, all.projections);
  EXPECT_EQ(causal.output, all.output);
}

TEST(LayerFlops, LatentAttentionCountsItsExpandedForm) {
  const LayerFlops flops = layer_flops(kLatent, {.seq_len = 5});

  const Size wq = 10 * 7 + 7 * 3 * (4 + 2), wk = 10 * (5 + 2) + 5 * 3 * 4, wv = 5 * 3 * 6;
  EXPECT_EQ(flops.projections, Count(2 * 5 * (wq + wk + wv)));
  EXPECT_EQ(flops.scores, Count(2 * 3 * 5 * 5 * (4 + 2)));
  EXPECT_EQ(flops.weighted_sum, Count(2 * 3 * 5 * 5 * 6));
  EXPECT_EQ(flops.output, Count(2 * 5 * 3 * 6 * 10));
}

TEST(DecodeFlops, PlainAttentionCosts8DSquaredPlus4NDPerToken) {
  const Size N = 1000, d = 512;
  const LayerFlops flops = decode_flops({.d_model = d, .num_heads = 8}, {.seq_len = N, .batch = 3});

  EXPECT_EQ(flops.projections + flops.output, Count(3 * 8 * d * d));
  EXPECT_EQ(flops.scores + flops.weighted_sum, Count(3 * 4 * N * d));
  EXPECT_EQ(flops.attention, Count(3 * (8 * d * d + 4 * N * d)));
}

TEST(DecodeFlops, GroupedHeadsHaveNarrowerProjections) {
  const LayerFlops flops = decode_flops(kGrouped, {.seq_len = 5, .batch = 3});

  EXPECT_EQ(flops.projections, Count(2 * 3 * 10 * (24 + 8 + 8)));
  EXPECT_EQ(flops.scores, Count(2 * 3 * 6 * 5 * 4));
  EXPECT_EQ(flops.weighted_sum, flops.scores);
  EXPECT_EQ(flops.output, Count(2 * 3 * 24 * 10));
  EXPECT_EQ(flops.feed_forward, Count(2 * 3 * 2 * 10 * 7));
}

TEST(DecodeFlops, DecodingEveryTokenCostsCausalScoresPlusHalfTheDiagonal) {
  const Size N = 7;
  Count scores;
  for (Size n = 1; n <= N; ++n) {
    scores = scores + decode_flops(kGrouped, {.seq_len = n, .batch = 2}).scores;
  }

  const Count causal = layer_flops(kGrouped, {.seq_len = N, .batch = 2}, true).scores;
  const Count half_of_the_diagonal =
      N * layer_flops(kGrouped, {.seq_len = 1, .batch = 2}, true).scores;
  EXPECT_EQ(scores, causal + half_of_the_diagonal);
}

TEST(DecodeFlops, LatentAttentionCountsItsAbsorbedForm) {
  const LayerFlops flops = decode_flops(kLatent, {.seq_len = 5});

  // q W_UK^T and (P c_KV) W_UV cost as much as K and V of one token.
  EXPECT_EQ(5 * flops.projections, layer_flops(kLatent, {.seq_len = 5}).projections);
  EXPECT_EQ(flops.scores, Count(2 * 3 * 5 * (5 + 2)));
  EXPECT_EQ(flops.weighted_sum, Count(2 * 3 * 5 * 5));
  EXPECT_EQ(flops.output, Count(2 * 3 * 6 * 10));
}

TEST(DecodeFlops, CrossoverIsWhereScoresCostAsMuchAsProjections) {
  EXPECT_EQ(decode_flops({.d_model = 4096, .num_heads = 32}, {.seq_len = 1}).crossover, 8192);
  for (const ModelShape& model : {kGrouped, kLatent, preset("deepseek-v3")}) {
    const LayerFlops at_one = decode_flops(model, {.seq_len = 1});
    EXPECT_DOUBLE_EQ(at_one.crossover * (at_one.scores + at_one.weighted_sum).to_double(),
                     (at_one.projections + at_one.output).to_double());
  }
}

TEST(DecodeFlops, RefuseARunWithoutTokens) {
  expect_config_error([] { decode_flops(kGrouped, {.seq_len = 0}); }, "seq_len",
                      "cost: seq_len must be at least 1");
}

TEST(LayerFlops, CrossoverIsWhereScoresCostAsMuchAsProjections) {
  for (const ModelShape& model : {kGrouped, kLatent, preset("deepseek-v3")}) {
    for (const bool causal : {false, true}) {
      const LayerFlops at_one = layer_flops(model, {.seq_len = 1}, causal);
      const double pairs = (at_one.scores + at_one.weighted_sum).to_double();
      const double tokens = (at_one.projections + at_one.output).to_double();

      EXPECT_DOUBLE_EQ(at_one.crossover * pairs, tokens);
      EXPECT_DOUBLE_EQ(at_one.crossover_with_feed_forward * pairs,
                       tokens + at_one.feed_forward.to_double());
    }
  }
}

TEST(LayerFlops, CrossoverMayBeBetweenTwoLengths) {
  EXPECT_EQ(layer_flops({.d_model = 3, .num_heads = 1, .d_head = 4}, {.seq_len = 1}).crossover, 6);
  EXPECT_EQ(
      layer_flops({.d_model = 3, .num_heads = 2, .num_kv_heads = 1, .d_head = 4}, {.seq_len = 1})
          .crossover,
      4.5);
}

TEST(LayerFlops, BothCrossoversAreEqualWithoutAFeedForward) {
  const LayerFlops flops = layer_flops(kLatent, {.seq_len = 5});

  EXPECT_EQ(flops.crossover, flops.crossover_with_feed_forward);
}

TEST(LayerFlops, CrossoverDoesNotDependOnTheRun) {
  EXPECT_EQ(layer_flops(kGrouped, {.seq_len = 5, .batch = 3}).crossover,
            layer_flops(kGrouped, {.seq_len = 1234567}).crossover);
}

TEST(LayerFlops, AreExactForLlama405BAtAMillionTokens) {
  const LayerFlops flops =
      layer_flops(preset("llama3.1-405b"), {.seq_len = Size{1} << 20, .batch = Size{1} << 16});

  // 2 H N^2 D B = 2^(1 + 7 + 40 + 7 + 16)
  EXPECT_EQ(flops.scores, Count(Size{1} << 40) * (Size{1} << 31));
  EXPECT_EQ(flops.scores.to_double(), 0x1p71);
}

TEST(LayerFlops, CountsBeyond128BitsAreAnError) {
  expect_out_of_memory(
      [] { layer_flops(kGrouped, {.seq_len = (Size{1} << 53) - 1, .batch = (Size{1} << 53) - 1}); },
      "cost: a count would be 2^128 or more");
}

TEST(LayerFlops, RefuseARunWithoutTokens) {
  expect_config_error([] { layer_flops(kGrouped, {.seq_len = 0}); }, "seq_len",
                      "cost: seq_len must be at least 1");
  expect_config_error([] { layer_flops(kGrouped, {.seq_len = 1, .batch = 0}); }, "batch",
                      "cost: batch must be at least 1");
}

}  // namespace
}  // namespace manyheads::flops_test
