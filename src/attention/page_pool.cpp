#include "attention/page_pool.hpp"

#include <algorithm>

namespace manyheads {

std::size_t PagePool::take() {
  auto free = std::find(taken_.begin(), taken_.end(), false);
  if (free == taken_.end()) free = taken_.insert(free, false);
  *free = true;
  return static_cast<std::size_t>(free - taken_.begin());
}

Page::Page(PagePool& pool, std::size_t key_floats, std::size_t value_floats) : pool_(&pool) {
  if (key_floats > 0) keys_.reserve({key_floats}, "a page of keys");
  if (value_floats > 0) values_.reserve({value_floats}, "a page of values");
  number_ = pool.take();  // last, so that a page that fails to allocate takes no number
}

std::shared_ptr<PagePool> shared_pool(PagePools& pools, std::size_t page_size) {
  std::erase_if(pools, [](const auto& pool) { return pool.expired(); });
  for (const auto& known : pools) {
    if (auto pool = known.lock(); pool->page_size() == page_size) return pool;
  }
  auto pool = std::make_shared<PagePool>(page_size);
  pools.push_back(pool);
  return pool;
}

}  // namespace manyheads
