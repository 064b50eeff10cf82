#include "kv_cache/kv_cache.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/kv_cache/cache_steps.hpp"

namespace manyheads::kv_cache_test {
namespace {

/// Ways to cut 37 tokens.
const std::vector<std::vector<std::size_t>> kChunks = {
    std::vector<std::size_t>(37, 1), {7, 1, 13, 16}, {37}, {36, 1}};

class KvCacheOfAnyLayer : public testing::TestWithParam<AttentionConfig> {};
INSTANTIATE_TEST_SUITE_P(
    Layers, KvCacheOfAnyLayer,
    testing::Values(kGrouped, resolved({.d_model = 6, .num_heads = 3}),
                    resolved({.d_model = 6, .num_heads = 3, .tie_heads = true}),
                    resolved({.d_model = 8, .num_heads = 4, .num_kv_heads = 1, .d_head = 5}),
                    resolved({.d_model = 6, .num_heads = 2, .combine = Combine::kSum}),
                    resolved({.d_model = 6, .num_heads = 2, .output_projection = false})));

TEST_P(KvCacheOfAnyLayer, EqualsTheFullCausalRunForAnyChunks) {
  const auto layer = shared_layer(GetParam());
  const Tensor x = random_normal({2, 37, GetParam().d_model}, 1);
  const Tensor full_run = layer->forward(x, {.causal = true});

  for (const auto& chunks : kChunks) {
    for (const Size page_size : {0, 1, 3, 16, 50}) {
      SCOPED_TRACE(page_size);
      KvCache cache(layer, {.batch = 2, .capacity = 40, .page_size = page_size});
      // Error bound: sums of 37 terms near 1 in another order.
      expect_close(step_in_chunks(cache, x, chunks), full_run, 2e-6);
      EXPECT_EQ(cache.length(), 37u);
    }
  }
}

TEST_P(KvCacheOfAnyLayer, PagedAndContiguousCachesGiveTheSameBits) {
  const auto layer = shared_layer(GetParam());
  const Tensor x = random_normal({2, 37, GetParam().d_model}, 1);
  for (const auto& chunks : kChunks) {
    KvCache contiguous(layer, {.batch = 2, .capacity = 40});
    const Tensor expected = step_in_chunks(contiguous, x, chunks);

    for (const Size page_size : {1, 3, 16, 50}) {
      KvCache paged(layer, {.batch = 2, .capacity = 40, .page_size = page_size});
      expect_equal(step_in_chunks(paged, x, chunks), expected);
    }
  }
}

TEST(KvCache, AcceptsTokensWithoutABatchAxisIfItsBatchIsOne) {
  const auto layer = shared_layer(kGrouped);
  const Tensor x = random_normal({9, 5}, 1);
  KvCache cache(layer, {.capacity = 9});
  Tensor output;

  cache.step(x, output);

  expect_close(output, layer->forward(x, {.causal = true}), 2e-6);
}

TEST(KvCache, StartsAgainAfterReset) {
  const auto layer = shared_layer(kGrouped);
  const Tensor x = random_normal({1, 6, 5}, 1), y = random_normal({1, 4, 5}, 2);
  KvCache cache(layer, {.capacity = 6});
  Tensor output;
  cache.step(x, output);

  cache.reset();
  EXPECT_EQ(cache.length(), 0u);
  cache.step(y, output);

  expect_close(output, layer->forward(y, {.causal = true}), 2e-6);
}

TEST(KvCache, RefusesATokenBeyondItsCapacityBeforeWriting) {
  for (const Size page_size : {0, 3}) {
    KvCache cache(shared_layer(kGrouped), {.capacity = 4, .page_size = page_size});
    add_tokens(cache, 3);
    add_tokens(cache, 1);
    const std::size_t bytes = cache.bytes();

    EXPECT_THROW(add_tokens(cache, 1), ConfigError);

    EXPECT_EQ(cache.length(), 4u);
    EXPECT_EQ(cache.bytes(), bytes);
  }
}

TEST(KvCache, SaysHowManyTokensFit) {
  KvCache cache(shared_layer(kGrouped), {.capacity = 4});
  add_tokens(cache, 3);

  expect_config_error([&] { add_tokens(cache, 2); }, "capacity",
                      "step: x has T = 2, but the cache has room for 1: 3 of 4 tokens are in use");
}

TEST(KvCache, RefusesAnotherBatchOrWidth) {
  KvCache cache(shared_layer(kGrouped), {.batch = 2, .capacity = 4, .page_size = 2});
  Tensor output;
  const auto step = [&](const Shape& shape) {
    return [&, shape] { cache.step(random_normal(shape, 1), output); };
  };

  expect_shape_error(step({3, 1, 5}), {"x", 0, "2", "3"},
                     "step: x [3, 1, 5] has 3 on axis 0, wanted 2 (the cache's batch)");
  expect_shape_error(step({1, 5}), {"x", std::nullopt, "[B, T, d_model]", "[1, 5]"},
                     "step: x is [1, 5], wanted [B, T, d_model]");
  expect_shape_error(step({2, 1, 6}), {"x", 2, "5", "6"},
                     "step: x [2, 1, 6] has 6 on axis 2, wanted 5 (d_model)");
  EXPECT_EQ(cache.length(), 0u);
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(KvCache, RefusesAStepWithoutTokens) {
  for (const Size page_size : {0, 3}) {
    KvCache cache(shared_layer(kGrouped), {.capacity = 4, .page_size = page_size});
    const std::size_t bytes = cache.bytes();
    Tensor output;

    expect_shape_error(
        [&] {
          cache.step(without_elements({0, 5}), output);
        },
        {"x", 0, "at least 1", "0"},
        "x has size 0 (axis 0); every axis must hold at least one element");

    EXPECT_EQ(cache.bytes(), bytes);
  }
}

TEST(KvCache, RefusesABatchOrACapacityOfZero) {
  for (const Size page_size : {0, 3}) {
    EXPECT_THROW(KvCache(shared_layer(kGrouped), {.capacity = 0, .page_size = page_size}),
                 ShapeError);
    EXPECT_THROW(
        KvCache(shared_layer(kGrouped), {.batch = 0, .capacity = 1, .page_size = page_size}),
        ShapeError);
  }
}

TEST(KvCache, RefusesMoreThanOneTensorCanHold) {
  for (const CacheOptions& options :
       {CacheOptions{.capacity = Size{1} << 30}, CacheOptions{.capacity = Size{1} << 63},
        CacheOptions{.capacity = Size{1} << 30, .page_size = 1},
        CacheOptions{.batch = Size{1} << 40, .capacity = Size{1} << 40, .page_size = 1},
        CacheOptions{.capacity = 1, .page_size = Size{1} << 63}}) {
    EXPECT_THROW(KvCache(shared_layer(kGrouped), options), OutOfMemoryError);
  }
}

TEST(KvCache, KeepsItsLayerAliveAndLocksItsWeightsWhileItHoldsTokens) {
  auto layer = shared_layer(kGrouped);
  const AttentionWeights weights = layer->weights();
  KvCache cache(layer, {.capacity = 4});
  layer->set_weights(weights);
  Tensor output;
  cache.step(random_normal({1, 5}, 1), output);

  EXPECT_THROW(layer->set_weights(weights), ConfigError);
  cache.reset();
  layer->set_weights(weights);
  cache.step(random_normal({1, 5}, 1), output);
  layer.reset();
  cache.step(random_normal({1, 5}, 2), output);

  EXPECT_EQ(cache.length(), 2u);
}

TEST(KvCache, UnlocksTheWeightsWhenItIsDestroyed) {
  const auto layer = shared_layer(kGrouped);
  Tensor output;
  {
    KvCache cache(layer, {.capacity = 4});
    cache.step(random_normal({1, 5}, 1), output);
  }

  EXPECT_NO_THROW(layer->set_weights(layer->weights()));
}

TEST(KvCache, StaysWithItsLayerIfThatIsMovedFrom) {
  const auto layer = shared_layer(kGrouped);
  KvCache cache(layer, {.capacity = 4, .page_size = 2});
  add_tokens(cache, 2);
  const auto moved = std::make_shared<MultiHeadAttention>(std::move(*layer));

  EXPECT_NO_THROW(moved->set_weights(moved->weights()));
  KvCache other(moved, {.capacity = 4, .page_size = 2});
  add_tokens(other, 2);
  EXPECT_EQ(other.pages(), cache.pages());  // each layer numbers its own pages
}

TEST(KvCache, StaysWithItsLayerIfAnotherIsAssignedToThat) {
  const auto layer = shared_layer(kGrouped);
  KvCache cache(layer, {.capacity = 4});
  add_tokens(cache, 2);

  *layer = random_layer(kGrouped);

  EXPECT_THROW(layer->set_weights(layer->weights()), ConfigError);
  cache.reset();
  EXPECT_NO_THROW(layer->set_weights(layer->weights()));
}

TEST(KvCache, RefusesAStepIfItsLayerHasOtherHeadsNow) {
  const auto layer = shared_layer(kGrouped);
  KvCache cache(layer, {.capacity = 4});

  *layer = random_layer(resolved({.d_model = 5, .num_heads = 2, .d_head = 64}));

  expect_config_error([&] { add_tokens(cache, 1); }, "layer",
                      "step: the layer now has other heads; make a new cache");
}

TEST(KvCache, UsesTheFusedKernel) {
  const auto layer = shared_layer(kGrouped);
  KvCache cache(layer, {.capacity = 4});
  Tensor output;
  cache.step(random_normal({2, 5}, 1), output);

  EXPECT_EQ(layer->last_kernel(), Kernel::kFused);
}

TEST(KvCache, CountsTheBytesOfKeysAndValues) {
  // 2 tensors x B 3 x G 2 x 10 tokens x D 3 x 4 bytes
  EXPECT_EQ(KvCache(shared_layer(kGrouped), {.batch = 3, .capacity = 10}).bytes(), 1440u);
}

TEST(KvCache, AllocatesNothingFromTheSecondTokenOn) {
  KvCache cache(shared_layer(kGrouped), {.capacity = 40});
  const Tensor x = random_normal({1, 5}, 1);
  Tensor output;
  cache.step(x, output);
  cache.step(x, output);
  const std::size_t before = allocation_count();

  for (int token = 0; token < 10; ++token) cache.step(x, output);

  EXPECT_EQ(allocation_count(), before);
}

TEST(KvCache, AllocatesLittleWhileItGrows) {
  // One query per key/value head reads keys in place; eight queries pack them.
  for (const Size num_heads : {1, 8}) {
    const AttentionConfig config{
        .d_model = 5, .num_heads = num_heads, .num_kv_heads = 1, .d_head = 3};
    KvCache cache(shared_layer(config), {.capacity = 1024});
    const Tensor x = random_normal({1, 5}, 1);
    Tensor output;
    cache.step(x, output);
    const std::size_t before = allocation_count();

    for (int token = 1; token < 1024; ++token) cache.step(x, output);

    // Up to three buffers start at one panel and grow by half: 1024 / 16 = 1.5^10.3.
    EXPECT_LE(allocation_count() - before, 40u);
  }
}

}  // namespace
}  // namespace manyheads::kv_cache_test
