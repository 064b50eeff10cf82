#include "kv_cache/kv_cache.hpp"

#include <utility>

#include "tensor/error.hpp"

namespace manyheads {

KvCache::KvCache(std::shared_ptr<MultiHeadAttention> layer, const CacheOptions& options)
    : layer_(std::move(layer)),
      batch_(static_cast<std::size_t>(options.batch)),
      capacity_(static_cast<std::size_t>(options.capacity)) {
  const AttentionConfig& config = layer_->config();
  for (Buffer* buffer : {&keys_, &values_}) {
    buffer->reserve({options.batch, config.num_kv_heads, options.capacity, config.d_head},
                    "the cache");
  }
}

void KvCache::step(const Tensor& x, Tensor& output) {
  ForwardShape run = checked_shape(layer_->config(), x, {});
  if (run.B != batch_) {
    if (!run.batched) require_rank("step", "x", shape_of(x), {3}, "[B, T, d_model]");
    require_axis("step", "x", shape_of(x), 0, batch_, "the cache's batch");
  }
  if (run.T > capacity_ - length_) {
    throw ConfigError("capacity", {"step: ", run.T, " more tokens do not fit; ", length_, " of ",
                                   capacity_, " are taken"});
  }
  run.S = length_ + run.T;
  const HeadRows<float> keys = rows_of(keys_), values = rows_of(values_);
  layer_->append_keys_and_values(x, run, keys, values);
  layer_->attend_to(x, run, {.causal = true}, {keys, values}, output);
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

HeadRows<float> KvCache::rows_of(Buffer& buffer) {
  const auto G = static_cast<std::size_t>(layer_->config().num_kv_heads);
  const auto d_head = static_cast<std::size_t>(layer_->config().d_head);
  return {buffer.data(), G * capacity_ * d_head, capacity_ * d_head, d_head};
}

}  // namespace manyheads
