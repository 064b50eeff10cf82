#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "core/failing_allocation.hpp"
#include "core/kv_cache/cache_steps.hpp"

namespace manyheads::kv_cache_pages_test {
namespace {

/// In kGrouped, a page takes 48 bytes per token.
KvCache make_paged_cache(std::shared_ptr<MultiHeadAttention> layer, Size page_size) {
  return KvCache(std::move(layer), {.capacity = 100, .page_size = page_size});
}

using Table = std::vector<std::size_t>;

TEST(KvCache, AllocatesAPageWhenItsFirstTokenComes) {
  KvCache cache = make_paged_cache(shared_layer(kGrouped), 3);
  std::vector<std::size_t> bytes = {cache.bytes()};
  for (int token = 0; token < 7; ++token) {
    add_tokens(cache, 1);
    bytes.push_back(cache.bytes());
  }

  EXPECT_EQ(bytes, (std::vector<std::size_t>{0, 144, 144, 144, 288, 288, 288, 432}));
  EXPECT_EQ(cache.pages(), (Table{0, 1, 2}));
}

TEST(KvCache, HoldsAllBatchRowsAndHeadsInOnePage) {
  KvCache cache(shared_layer(kGrouped), {.batch = 3, .capacity = 10, .page_size = 4});
  Tensor output;
  cache.step(random_normal({3, 5, 5}, 1), output);

  // 2 pages x 2 tensors x B 3 x G 2 x 4 tokens x D 3 x 4 bytes
  EXPECT_EQ(cache.bytes(), 1152u);
}

TEST(KvCache, SharesPageNumbersWithCachesOfTheSamePageSize) {
  const std::shared_ptr<MultiHeadAttention> layer = shared_layer(kGrouped);
  KvCache one = make_paged_cache(layer, 2), larger = make_paged_cache(layer, 4);
  KvCache two_rows(layer, {.batch = 2, .capacity = 10, .page_size = 2});
  Tensor output;
  add_tokens(one, 1);
  two_rows.step(random_normal({2, 1, 5}, 1), output);
  add_tokens(larger, 1);

  EXPECT_EQ(one.pages(), Table{0});
  EXPECT_EQ(two_rows.pages(), Table{1});
  EXPECT_EQ(larger.pages(), Table{0});
}

TEST(KvCache, HasNoPageTableIfItIsContiguous) {
  KvCache cache(shared_layer(kGrouped), {.capacity = 4});
  add_tokens(cache, 3);

  EXPECT_TRUE(cache.pages().empty());
}

TEST(KvCache, TakesTheFreePagesWithTheSmallestNumbers) {
  const auto layer = shared_layer(kGrouped);
  KvCache one = make_paged_cache(layer, 2), other = make_paged_cache(layer, 2);
  add_tokens(one, 2);
  add_tokens(other, 1);
  add_tokens(one, 3);
  add_tokens(other, 2);

  EXPECT_EQ(one.pages(), (Table{0, 2, 3}));
  EXPECT_EQ(other.pages(), (Table{1, 4}));

  one.reset();
  add_tokens(other, 4);
  EXPECT_EQ(other.pages(), (Table{1, 4, 0, 2}));
  add_tokens(one, 4);
  EXPECT_EQ(one.pages(), (Table{3, 5}));
}

TEST(KvCache, NumbersPagesOfAnotherSizeOrLayerSeparately) {
  const auto layer = shared_layer(kGrouped);
  KvCache two = make_paged_cache(layer, 2), three = make_paged_cache(layer, 3),
          other_layer = make_paged_cache(shared_layer(kGrouped), 2);
  for (KvCache* cache : {&two, &three, &other_layer}) {
    add_tokens(*cache, 1);

    EXPECT_EQ(cache->pages(), Table{0});
  }
}

TEST(KvCache, ReturnsItsPagesOnResetAndWhenItIsDestroyed) {
  const auto layer = shared_layer(kGrouped);
  KvCache one = make_paged_cache(layer, 2), last = make_paged_cache(layer, 2);
  {
    KvCache other = make_paged_cache(layer, 2);
    add_tokens(one, 2);
    add_tokens(other, 2);
  }
  one.reset();

  EXPECT_EQ(one.bytes(), 0u);
  EXPECT_TRUE(one.pages().empty());
  add_tokens(last, 4);
  EXPECT_EQ(last.pages(), (Table{0, 1}));
}

TEST(KvCache, ReadsEachSequenceFromItsOwnPages) {
  const auto layer = shared_layer(kGrouped);
  const Tensor x = random_normal({1, 9, 5}, 1), y = random_normal({1, 9, 5}, 2);
  KvCache one = make_paged_cache(layer, 2), other = make_paged_cache(layer, 2);
  Tensor output_x, output_y;

  for (std::size_t token = 0; token < 9; ++token) {
    one.step(slice_tokens(x, token, 1), output_x);
    other.step(slice_tokens(y, token, 1), output_y);
  }

  expect_close(output_x, slice_tokens(layer->forward(x, {.causal = true}), 8, 1), 2e-6);
  expect_close(output_y, slice_tokens(layer->forward(y, {.causal = true}), 8, 1), 2e-6);
}

TEST(KvCache, KeepsItsPagesWhenTheLayersHandleIsGone) {
  auto layer = shared_layer(kGrouped);
  KvCache one = make_paged_cache(layer, 2), other = make_paged_cache(layer, 2);
  add_tokens(one, 3);
  layer.reset();

  add_tokens(other, 1);
  add_tokens(one, 2);

  EXPECT_EQ(one.pages(), (Table{0, 1, 3}));
}

// A page of 100 tokens has keys and values of 2,400 bytes each. Steps of a few tokens allocate
// less.
TEST(KvCache, ReturnsNewPagesIfAllocatingOneFails) {
  const auto layer = shared_layer(kGrouped);
  const Tensor x = random_normal({1, 6, 5}, 1), many = random_normal({1, 300, 5}, 2);
  KvCache cache(layer, {.capacity = 400, .page_size = 100});
  Tensor output;
  cache.step(slice_tokens(x, 0, 5), output);
  for (const std::size_t pages : {0, 1}) {
    const FailingAllocation out_of_memory(2400, pages * 2 + 1);  // the values of the page
    EXPECT_THROW(cache.step(many, output), std::bad_alloc);
  }

  EXPECT_EQ(cache.length(), 5u);
  EXPECT_EQ(cache.pages(), Table{0});
  EXPECT_EQ(cache.bytes(), 4800u);
  KvCache other(layer, {.capacity = 400, .page_size = 100});
  add_tokens(other, 1);
  EXPECT_EQ(other.pages(), Table{1});  // page numbers are not lost either
  cache.step(slice_tokens(x, 5, 1), output);
  expect_close(output, slice_tokens(layer->forward(x, {.causal = true}), 5, 1), 2e-6);
}

TEST(KvCache, ReturnsNewPagesIfALaterAllocationFails) {
  KvCache cache(shared_layer(kGrouped), {.capacity = 400, .page_size = 100});
  const Tensor many = random_normal({1, 300, 5}, 1);
  Tensor output;
  {
    const FailingAllocation out_of_memory(5000);  // fails the projection of 300 tokens
    EXPECT_THROW(cache.step(many, output), std::bad_alloc);
  }

  EXPECT_EQ(cache.length(), 0u);
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(KvCache, WorksWithPagesOfOneNumber) {
  const auto layer = shared_layer(resolved({.d_model = 1, .num_heads = 1}));
  const Tensor x = random_normal({1, 3, 1}, 1);
  KvCache cache(layer, {.capacity = 3, .page_size = 1});

  expect_close(step_in_chunks(cache, x, {1, 1, 1}), layer->forward(x, {.causal = true}), 1e-6);
}

}  // namespace
}  // namespace manyheads::kv_cache_pages_test
