#include "kv_cache/kv_cache.hpp"

#include <utility>

#include "tensor/error.hpp"

namespace manyheads {

KvCache::KvCache(std::shared_ptr<CachedLayer> layer, const CacheOptions& options)
    : layer_(std::move(layer)),
      kept_(layer_->cached_rows()),
      batch_(static_cast<std::size_t>(options.batch)),
      capacity_(static_cast<std::size_t>(options.capacity)) {
  for (const auto& [buffer, width] :
       {std::pair(&keys_, kept_.key_width), std::pair(&values_, kept_.value_width)}) {
    if (width > 0)
      buffer->reserve({options.batch, kept_.heads, options.capacity, width}, "the cache");
  }
}

void KvCache::step(const Tensor& x, Tensor& output) {
  ForwardShape run = layer_->checked_step(x);
  if (run.B != batch_) {
    if (!run.batched) require_rank("step", "x", shape_of(x), {3}, "[B, T, d_model]");
    require_axis("step", "x", shape_of(x), 0, batch_, "the cache's batch");
  }
  if (run.T > capacity_ - length_) {
    throw ConfigError("capacity", {"step: ", run.T, " more tokens do not fit; ", length_, " of ",
                                   capacity_, " are taken"});
  }
  run.S = length_ + run.T;
  const HeadRows<float> keys = rows_of(keys_, kept_.key_width);
  const HeadRows<float> values = rows_of(values_, kept_.value_width);
  layer_->append_keys_and_values(x, run, keys, values);
  layer_->attend_to_cached(x, run, {keys, values}, output);
  if (length_ == 0) layer_->hold_weights();
  length_ = run.S;
}

void KvCache::reset() {
  if (length_ > 0) layer_->release_weights();
  length_ = 0;
}

std::size_t KvCache::bytes() const {
  return (keys_.capacity() + values_.capacity()) * sizeof(float);
}

HeadRows<float> KvCache::rows_of(Buffer& buffer, std::size_t width) {
  const std::size_t of_head = capacity_ * width;
  return {buffer.data(), kept_.heads * of_head, of_head, width};
}

}  // namespace manyheads
