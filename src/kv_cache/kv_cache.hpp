#pragma once
/// Keys and values of the tokens so far, so that the next token pays for itself alone.
/// @see Shazeer 2019, section 2.4 (incremental attention); Pope et al. 2022, section 2.

#include <cstddef>
#include <memory>

#include "kv_cache/cached_layer.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

struct CacheOptions {
  Size batch = 1;
  Size capacity = 0;  ///< tokens a batch row; at least 1
};

/// One layer's keys and values, [B, heads, capacity, width] each: a head's keys follow one another,
/// so that a query reads them from front to back.
class KvCache {
 public:
  /// @param layer  lives as long as the cache; its weights stay as they are while tokens are held
  /// @throws ShapeError for a batch or capacity of 0, OutOfMemoryError
  KvCache(std::shared_ptr<CachedLayer> layer, const CacheOptions& options);
  KvCache(const KvCache&) = delete;
  KvCache& operator=(const KvCache&) = delete;
  ~KvCache() { reset(); }

  /// Appends the keys and values of x and attends causally to all so far: one token or a chunk.
  /// Where it throws, the cache is as it was.
  /// @param x       [B, T, d_model]; [T, d_model] where the cache's batch is 1
  /// @param output  resized to x's shape; to the combined heads without output projection
  /// @throws ShapeError; ConfigError where the tokens exceed the capacity
  void step(const Tensor& x, Tensor& output);

  /// Forgets all tokens; the memory stays.
  void reset();

  std::size_t length() const { return length_; }
  std::size_t capacity() const { return capacity_; }
  /// Allocated for keys and values.
  std::size_t bytes() const;

 private:
  HeadRows<float> rows_of(Buffer& buffer, std::size_t width);

  std::shared_ptr<CachedLayer> layer_;
  CachedRows kept_;
  std::size_t batch_, capacity_;
  std::size_t length_ = 0;
  Buffer keys_, values_;
};

}  // namespace manyheads
