#pragma once
/// Steps through a cache in chunks of tokens.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/attention/grouped_layer.hpp"
#include "kv_cache/kv_cache.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {

inline std::shared_ptr<MultiHeadAttention> shared_layer(const AttentionConfig& config) {
  return std::make_shared<MultiHeadAttention>(random_layer(config));
}

/// `count` tokens of x, [B, T, d_model], from `first` on.
inline Tensor slice_tokens(const Tensor& x, std::size_t first, std::size_t count) {
  const auto range = [](std::size_t from, std::size_t to) {
    return AxisRange{.index = {},
                     .start = static_cast<std::int64_t>(from),
                     .stop = static_cast<std::int64_t>(to),
                     .step = 1};
  };
  return slice(x, std::vector{range(0, x.shape(0)), range(first, first + count)});
}

/// Steps through x in chunks and concatenates the outputs.
inline Tensor step_in_chunks(KvCache& cache, const Tensor& x,
                             const std::vector<std::size_t>& chunks) {
  std::vector<Tensor> outputs;
  std::size_t first = 0;
  for (const std::size_t count : chunks) {
    cache.step(slice_tokens(x, first, count), outputs.emplace_back());
    first += count;
  }
  std::vector<const Tensor*> parts;
  for (const Tensor& output : outputs) parts.push_back(&output);
  return concatenate(parts, 1);
}

/// Random tokens for a cache of kGrouped.
inline void add_tokens(KvCache& cache, Size tokens) {
  Tensor output;
  cache.step(random_normal({tokens, kGrouped.d_model}, 1), output);
}

}  // namespace manyheads
