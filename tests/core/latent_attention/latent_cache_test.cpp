#include <memory>
#include <vector>

#include "core/failing_allocation.hpp"
#include "core/kv_cache/cache_steps.hpp"
#include "core/latent_attention/latent_layers.hpp"
#include "tensor/error.hpp"

namespace manyheads::latent_cache_test {
namespace {

class LatentCacheOfAnyLayer : public testing::TestWithParam<LatentAttentionConfig> {};
INSTANTIATE_TEST_SUITE_P(Kinds, LatentCacheOfAnyLayer, testing::ValuesIn(kLatentLayers));

TEST_P(LatentCacheOfAnyLayer, EqualsTheFullCausalRunForAnyChunks) {
  const auto layer = std::make_shared<LatentAttention>(GetParam());
  const Tensor x = random_normal({2, 21, 7}, 1);
  const Tensor full_run = layer->forward(x, {.causal = true});

  for (const auto& chunks : {std::vector<std::size_t>(21, 1), {7, 1, 13}, {21}}) {
    KvCache cache(layer, {.batch = 2, .capacity = 24});
    expect_close(step_in_chunks(cache, x, chunks), full_run, 1e-5);
    EXPECT_EQ(cache.length(), 21u);
  }
}

TEST_P(LatentCacheOfAnyLayer, HoldsOneRowPerTokenForAllHeads) {
  const auto layer = std::make_shared<LatentAttention>(GetParam());

  const KvCache cache(layer, {.batch = 3, .capacity = 10});

  EXPECT_EQ(cache.bytes(), 10 * (GetParam().d_latent + GetParam().d_rope) * 4 * 3);
}

TEST_P(LatentCacheOfAnyLayer, AllocatesNothingFromTheSecondTokenOn) {
  KvCache cache(std::make_shared<LatentAttention>(GetParam()), {.capacity = 40});
  const Tensor x = random_normal({1, 7}, 1);
  Tensor output;
  cache.step(x, output);
  cache.step(x, output);
  const std::size_t before = allocation_count();

  for (int token = 0; token < 10; ++token) cache.step(x, output);

  EXPECT_EQ(allocation_count(), before);
}

TEST(LatentCache, EqualsTheFullRunForManyHeads) {
  // The heads of one token are queries of the same rows. Here they exceed a block of queries.
  const auto layer = std::make_shared<LatentAttention>(LatentAttentionConfig{
      .d_model = 20, .num_heads = 40, .d_head = 4, .d_latent = 9, .d_rope = 4});
  const Tensor x = random_normal({2, 5, 20}, 1);
  KvCache cache(layer, {.batch = 2, .capacity = 5});

  expect_close(step_in_chunks(cache, x, {2, 1, 1, 1}), layer->forward(x, {.causal = true}), 1e-5);
}

TEST(LatentCache, RefusesTooManyTokensAndTokensOfAnotherWidth) {
  KvCache cache(std::make_shared<LatentAttention>(kFullLatent), {.capacity = 2});
  Tensor output;

  EXPECT_THROW(cache.step(random_normal({3, 7}, 1), output), ConfigError);
  EXPECT_THROW(cache.step(random_normal({1, 6}, 1), output), ShapeError);
  EXPECT_EQ(cache.length(), 0u);
}

}  // namespace
}  // namespace manyheads::latent_cache_test
