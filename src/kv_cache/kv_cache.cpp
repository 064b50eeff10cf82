#include "kv_cache/kv_cache.hpp"

#include <utility>

#include "tensor/error.hpp"

namespace manyheads {

KvCache::KvCache(std::shared_ptr<CachedLayer> layer, const CacheOptions& options)
    : layer_(std::move(layer)), token_rows_(layer_->cached_rows()), paged_(options.page_size > 0) {
  const Size page_size = paged_ ? options.page_size : options.capacity;
  for (const std::size_t width : {token_rows_.key_width, token_rows_.value_width}) {
    if (width == 0) continue;
    checked_size({options.batch, token_rows_.heads, options.capacity, width}, "the cache");
    checked_size({options.batch, token_rows_.heads, page_size, width}, "a page");
  }
  batch_ = static_cast<std::size_t>(options.batch);
  capacity_ = static_cast<std::size_t>(options.capacity);
  page_size_ = static_cast<std::size_t>(page_size);
  pool_ = paged_ ? shared_pool(layer_->page_pools(), page_size_)
                 : std::make_shared<PagePool>(page_size_);
  if (!paged_) take_pages(1);
}

void KvCache::step(const Tensor& x, Tensor& output) {
  ForwardShape run = layer_->checked_step(x);
  if (layer_->cached_rows() != token_rows_) {
    throw ConfigError("layer", "step: the layer now has other heads; make a new cache");
  }
  if (run.B != batch_) {
    if (!run.batched) require_rank("step", "x", shape_of(x), {3}, "[B, T, `d_model`]");
    require_axis("step", "x", shape_of(x), 0, batch_, "the cache's batch");
  }
  if (run.T > capacity_ - length_) {
    throw ConfigError(
        "capacity", {"step: x has T = ", run.T, ", but the cache has room for ",
                     capacity_ - length_, ": ", length_, " of ", capacity_, " tokens are in use"});
  }
  run.S = length_ + run.T;
  const std::size_t pages_before = pages_.size();
  try {
    take_pages((run.S - 1) / page_size_ + 1);
    const HeadRows<float> keys = make_rows(keys_, token_rows_.key_width);
    const HeadRows<float> values = make_rows(values_, token_rows_.value_width);
    layer_->append_keys_and_values(x, run, keys, values);
    layer_->attend_to_cached(x, run, {keys, values}, output);
  } catch (...) {
    drop_pages(pages_before);
    throw;
  }
  if (length_ == 0) layer_->hold_weights();
  length_ = run.S;
}

void KvCache::reset() {
  if (length_ > 0) layer_->release_weights();
  length_ = 0;
  if (paged_) drop_pages(0);
}

std::vector<std::size_t> KvCache::pages() const {
  std::vector<std::size_t> table;
  if (!paged_) return table;
  for (const Page& page : pages_) table.push_back(page.number());
  return table;
}

std::size_t KvCache::bytes() const {
  return pages_.empty() ? 0 : pages_.size() * pages_.front().bytes();
}

/// Takes pages until there are `count`. If memory runs out, the caller gives back those that were
/// taken.
void KvCache::take_pages(std::size_t count) {
  const std::size_t rows = batch_ * token_rows_.heads * page_size_;
  while (pages_.size() < count) {
    Page& page =
        pages_.emplace_back(*pool_, rows * token_rows_.key_width, rows * token_rows_.value_width);
    keys_.push_back(page.keys());
    values_.push_back(page.values());
  }
}

/// Gives back all pages but the first `count`.
void KvCache::drop_pages(std::size_t count) {
  while (pages_.size() > count) pages_.pop_back();
  keys_.resize(count);
  values_.resize(count);
}

HeadRows<float> KvCache::make_rows(const std::vector<float*>& pages, std::size_t width) const {
  const std::size_t head_size = page_size_ * width;
  return {.data = pages.front(),
          .batch_stride = token_rows_.heads * head_size,
          .head_stride = head_size,
          .row_stride = width,
          .pages = pages.data(),
          .page_rows = page_size_};
}

}  // namespace manyheads
