#include "kv_cache/kv_cache.hpp"

#include <memory>
#include <numeric>
#include <vector>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

// All axes differ: d_model 5, H 4, G 2, d_head 3.
const AttentionConfig kGrouped =
    resolved({.d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true});

std::shared_ptr<MultiHeadAttention> shared_layer(const AttentionConfig& config) {
  return std::make_shared<MultiHeadAttention>(random_layer(config));
}

/// Tokens first .. first + count of x, [B, T, d_model].
Tensor tokens_of(const Tensor& x, std::size_t first, std::size_t count) {
  const auto range = [](std::size_t from, std::size_t to) {
    return AxisRange{.index = {},
                     .start = static_cast<std::int64_t>(from),
                     .stop = static_cast<std::int64_t>(to),
                     .step = 1};
  };
  return slice(x, std::vector{range(0, x.shape(0)), range(first, first + count)});
}

/// The outputs of all chunks, one behind the other.
Tensor in_chunks(KvCache& cache, const Tensor& x, const std::vector<std::size_t>& chunks) {
  std::vector<Tensor> outputs;
  std::size_t first = 0;
  for (const std::size_t count : chunks) {
    cache.step(tokens_of(x, first, count), outputs.emplace_back());
    first += count;
  }
  std::vector<const Tensor*> parts;
  for (const Tensor& output : outputs) parts.push_back(&output);
  return concatenate(parts, 1);
}

class KvCacheOf : public testing::TestWithParam<AttentionConfig> {};
INSTANTIATE_TEST_SUITE_P(
    Layers, KvCacheOf,
    testing::Values(kGrouped, resolved({.d_model = 6, .num_heads = 3}),
                    resolved({.d_model = 6, .num_heads = 3, .tie_heads = true}),
                    resolved({.d_model = 8, .num_heads = 4, .num_kv_heads = 1, .d_head = 5}),
                    resolved({.d_model = 6, .num_heads = 2, .combine = Combine::kSum}),
                    resolved({.d_model = 6, .num_heads = 2, .output_projection = false})));

TEST_P(KvCacheOf, EqualsTheFullCausalRunInChunksOfAnySizes) {
  const auto layer = shared_layer(GetParam());
  const Tensor x = random_normal({2, 37, GetParam().d_model}, 1);
  const Tensor full_run = layer->forward(x, {.causal = true});

  for (const auto& chunks : {std::vector<std::size_t>(37, 1), {7, 1, 13, 16}, {37}, {36, 1}}) {
    KvCache cache(layer, {.batch = 2, .capacity = 40});
    // Keys are packed or read in place, and blocks end elsewhere: sums of 37 terms near 1.
    expect_close(in_chunks(cache, x, chunks), full_run, 2e-6);
    EXPECT_EQ(cache.length(), 37u);
  }
}

TEST(KvCache, TakesTokensWithoutABatchAxisWhereItsBatchIsOne) {
  const auto layer = shared_layer(kGrouped);
  const Tensor x = random_normal({9, 5}, 1);
  KvCache cache(layer, {.capacity = 9});
  Tensor output;

  cache.step(x, output);

  expect_close(output, layer->forward(x, {.causal = true}), 2e-6);
}

TEST(KvCache, StartsAnewAfterReset) {
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

TEST(KvCache, FillsToItsCapacityAndRefusesOneMoreBeforeItWrites) {
  KvCache cache(shared_layer(kGrouped), {.capacity = 4});
  Tensor output, before;
  cache.step(random_normal({3, 5}, 1), output);
  cache.step(random_normal({1, 5}, 2), before);

  EXPECT_THROW(cache.step(random_normal({1, 5}, 3), output), ConfigError);

  EXPECT_EQ(cache.length(), 4u);
}

TEST(KvCache, NamesTheCapacityAndWhatIsTaken) {
  KvCache cache(shared_layer(kGrouped), {.capacity = 4});
  Tensor output;
  cache.step(random_normal({3, 5}, 1), output);

  try {
    cache.step(random_normal({2, 5}, 1), output);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.field, "capacity");
    EXPECT_STREQ(error.what(), "step: 2 more tokens do not fit; 3 of 4 are taken");
  }
}

TEST(KvCache, RefusesAnotherBatch) {
  KvCache cache(shared_layer(kGrouped), {.batch = 2, .capacity = 4});
  Tensor output;

  EXPECT_THROW(cache.step(random_normal({3, 1, 5}, 1), output), ShapeError);
  EXPECT_THROW(cache.step(random_normal({1, 5}, 1), output), ShapeError);
  EXPECT_THROW(cache.step(random_normal({2, 1, 6}, 1), output), ShapeError);
  EXPECT_EQ(cache.length(), 0u);
}

TEST(KvCache, RefusesABatchOrACapacityOfZero) {
  EXPECT_THROW(KvCache(shared_layer(kGrouped), {.capacity = 0}), ShapeError);
  EXPECT_THROW(KvCache(shared_layer(kGrouped), {.batch = 0, .capacity = 1}), ShapeError);
}

TEST(KvCache, KeepsItsLayerAliveAndItsWeightsAsTheyAreWhileItHoldsTokens) {
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

TEST(KvCache, GivesTheWeightsFreeWhenItEnds) {
  const auto layer = shared_layer(kGrouped);
  Tensor output;
  {
    KvCache cache(layer, {.capacity = 4});
    cache.step(random_normal({1, 5}, 1), output);
  }

  EXPECT_NO_THROW(layer->set_weights(layer->weights()));
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

}  // namespace
}  // namespace manyheads
