#pragma once
/// Keys and values of the tokens so far. With them, the next token costs only its own projections
/// and attention.
/// @see Shazeer 2019, section 2.4 (incremental attention); Pope et al. 2022, section 2;
///      Kwon et al. 2023, section 4 (PagedAttention: pages and their table).

#include <cstddef>
#include <memory>
#include <vector>

#include "attention/cached_layer.hpp"
#include "attention/page_pool.hpp"
#include "fields/fields.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

struct CacheOptions {
  Size batch = 1;
  Size capacity = 0;   ///< tokens per batch row; at least 1
  Size page_size = 0;  ///< tokens per page; 0: contiguous, in one page from the start
};

template <>
inline constexpr auto kFields<CacheOptions> = fields(
    field::size<&CacheOptions::batch>("batch"), field::size<&CacheOptions::capacity>("capacity"),
    field::size<&CacheOptions::page_size>("page_size"));

/// One layer's keys and values, each [B, heads, page_size, width] in one page: a head's keys follow
/// one another, so that a query reads them from front to back. A paged cache takes a page when its
/// first token comes, so it wastes less than one page. The pages of a sequence can be anywhere; the
/// page table lists them.
class KvCache {
 public:
  /// @param layer  lives as long as the cache; its weights cannot change while the cache holds
  ///               tokens
  /// @throws ShapeError for a batch or capacity of 0; OutOfMemoryError, also where all the keys,
  ///         or a page of them, would exceed kMaxTensorBytes
  KvCache(std::shared_ptr<CachedLayer> layer, const CacheOptions& options);
  KvCache(const KvCache&) = delete;
  KvCache& operator=(const KvCache&) = delete;
  ~KvCache() { reset(); }

  /// Appends the keys and values of x, one token or a chunk, and attends causally to all tokens so
  /// far. If it throws, the cache is unchanged.
  /// @param x       [B, T, d_model]; [T, d_model] where the cache's batch is 1
  /// @param output  resized to x's shape; without an output projection, to the shape of the
  ///                combined heads
  /// @throws ShapeError; ConfigError where the tokens exceed the capacity, or where the layer has
  ///         other heads than it had for the constructor; OutOfMemoryError
  void step(const Tensor& x, Tensor& output);

  /// Removes all tokens and gives their pages back. A contiguous cache keeps its memory.
  void reset();

  std::size_t length() const { return length_; }
  /// Width of a row of the outputs.
  Size output_width() const { return layer_->output_width(); }
  std::size_t capacity() const { return capacity_; }
  /// The page table: the number of the page that holds tokens i * page_size and after, in the pool
  /// that paged caches of one layer share. Empty for a contiguous cache.
  std::vector<std::size_t> pages() const;
  /// The bytes that are allocated now for keys and values.
  std::size_t bytes() const;

 private:
  void take_pages(std::size_t count);
  void drop_pages(std::size_t count);
  HeadRows<float> make_rows(const std::vector<float*>& pages, std::size_t width) const;

  std::shared_ptr<CachedLayer> layer_;
  CachedRows token_rows_;
  bool paged_;
  std::size_t batch_, capacity_, page_size_;
  std::size_t length_ = 0;
  std::shared_ptr<PagePool> pool_;
  std::vector<Page> pages_;
  std::vector<float*> keys_, values_;  ///< memory of each page
};

}  // namespace manyheads
