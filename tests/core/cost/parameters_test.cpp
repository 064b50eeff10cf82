#include "cost/parameters.hpp"

#include <gtest/gtest.h>

#include "core/cost/models.hpp"

namespace manyheads::parameters_test {
namespace {

/// All heads together are 24 wide, more than the model, so that all widths differ.
constexpr ModelShape kGrouped{.d_model = 10, .num_heads = 6, .num_kv_heads = 2, .d_head = 4};

constexpr ModelShape kLatent{
    .d_model = 10,
    .num_heads = 3,
    .d_head = 4,
    .latent = LatentShape{.d_latent = 5, .d_rope = 2, .d_latent_query = 7, .d_value = 6}};

TEST(ParameterCounts, ProjectionsAreTheProductsOfTheirSizes) {
  const ParameterCounts counts = parameter_counts(kGrouped);

  EXPECT_EQ(counts.wq, Count(10 * 24));
  EXPECT_EQ(counts.wk, Count(10 * 8));
  EXPECT_EQ(counts.wv, Count(10 * 8));
  EXPECT_EQ(counts.wo, Count(24 * 10));
  EXPECT_EQ(counts.attention, Count(2 * 240 + 2 * 80));
}

TEST(ParameterCounts, BiasesAddTheOutputWidths) {
  ModelShape model = kGrouped;
  model.bias = true;

  const ParameterCounts counts = parameter_counts(model);

  EXPECT_EQ(counts.wq, Count(240 + 24));
  EXPECT_EQ(counts.wk, Count(80 + 8));
  EXPECT_EQ(counts.wv, Count(80 + 8));
  EXPECT_EQ(counts.wo, Count(240 + 10));
}

TEST(ParameterCounts, FeedForwardHasTwoMatricesWithBiasesOrThreeIfGated) {
  using enum Activation;
  ModelShape model = kGrouped;
  const auto feed_forward = [&] { return parameter_counts(model).feed_forward; };
  EXPECT_EQ(feed_forward(), Count(0));

  model.d_ff = 7;
  EXPECT_EQ(feed_forward(), Count(2 * 70));
  model.activation = kGelu;
  EXPECT_EQ(feed_forward(), Count(2 * 70));
  model.bias = true;
  EXPECT_EQ(feed_forward(), Count(2 * 70 + 7 + 10));
  for (const Activation gated : {kSwiglu, kGeglu}) {
    model.activation = gated;
    EXPECT_EQ(feed_forward(), Count(3 * 70));
  }
}

TEST(ParameterCounts, NoFeedForwardMeansNoBiasesForIt) {
  ModelShape model = kGrouped;
  model.bias = true;

  EXPECT_EQ(parameter_counts(model).feed_forward, Count(0));
}

TEST(ParameterCounts, EmbeddingsCountTwiceUnlessTied) {
  ModelShape model = kGrouped;
  model.vocab_size = 100;
  model.learned_positions = 9;

  EXPECT_EQ(parameter_counts(model).embeddings, Count(2 * 1000 + 90));
  model.tied_embeddings = true;
  EXPECT_EQ(parameter_counts(model).embeddings, Count(1000 + 90));
}

TEST(ParameterCounts, NormsAreOnePerSublayerAndOneAtTheEnd) {
  ModelShape model = kGrouped;
  model.num_layers = 3;

  EXPECT_EQ(parameter_counts(model).norms, Count((3 + 1) * 10));
  model.d_ff = 7;
  EXPECT_EQ(parameter_counts(model).norms, Count((6 + 1) * 10));
  model.bias = true;
  EXPECT_EQ(parameter_counts(model).norms, Count((6 + 1) * 20));
}

TEST(ParameterCounts, TotalIsAllLayersPlusEmbeddingsAndNorms) {
  for (const ModelPreset& each : model_presets()) {
    const ParameterCounts counts = parameter_counts(each.shape);
    EXPECT_EQ(counts.per_layer, counts.attention + counts.feed_forward);
    EXPECT_EQ(counts.total,
              each.shape.num_layers * counts.per_layer + counts.embeddings + counts.norms);
  }
}

TEST(ParameterCounts, LatentAttentionCountsAllItsMatrices) {
  const ParameterCounts counts = parameter_counts(kLatent);

  EXPECT_EQ(counts.wq, Count(10 * 7 + 7 * 3 * 4 + 7 * 3 * 2));  // W_DQ, W_UQ, W_QR
  EXPECT_EQ(counts.wk, Count(10 * 5 + 10 * 2 + 5 * 3 * 4));     // W_DKV, W_KR, W_UK
  EXPECT_EQ(counts.wv, Count(5 * 3 * 6));                       // W_UV
  EXPECT_EQ(counts.wo, Count(3 * 6 * 10));
  EXPECT_EQ(counts.norms, Count(2 * 10 + 5 + 7));
}

TEST(ParameterCounts, LatentAttentionHasAPlainWqIfQueriesAreNotCompressed) {
  ModelShape model = kLatent;
  model.latent->d_latent_query = 0;

  const ParameterCounts counts = parameter_counts(model);

  EXPECT_EQ(counts.wq, Count(10 * 3 * 4 + 10 * 3 * 2));  // W_Q, W_QR
  EXPECT_EQ(counts.norms, Count(2 * 10 + 5));
}

TEST(ParameterCounts, ALayerOfDeepSeekV3Has187MillionInAttention) {
  const ParameterCounts counts = parameter_counts(preset("deepseek-v3"));

  EXPECT_EQ(counts.wq, Count(7168 * 1536 + 1536 * 128 * (128 + 64)));
  EXPECT_EQ(counts.wk, Count(7168 * (512 + 64) + 512 * 128 * 128));
  EXPECT_EQ(counts.wv, Count(512 * 128 * 128));
  EXPECT_EQ(counts.wo, Count(128 * 128 * 7168));
  EXPECT_EQ(counts.attention, Count(187105280));
}

TEST(ParameterCounts, DoNotDependOnTheNumberOfHeads) {
  for (const Size num_heads : {1, 2, 8, 64, 512}) {
    const ModelShape model{.d_model = 512, .num_heads = num_heads};
    EXPECT_EQ(parameter_counts(model).attention, Count(4 * 512 * 512));
  }
}

}  // namespace
}  // namespace manyheads::parameters_test
