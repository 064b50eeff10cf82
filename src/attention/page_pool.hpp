#pragma once
/// Pages: pieces of memory for paged caches, numbered in a pool that a layer's caches share.
/// @see Kwon et al. 2023, section 4.1 and 4.2 (PagedAttention)

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "tensor/buffer.hpp"

namespace manyheads {

/// The page numbers of one page size: which are taken and which are free.
class PagePool {
 public:
  explicit PagePool(std::size_t page_size) : page_size_(page_size) {}
  /// Tokens in a page, of each batch row.
  std::size_t page_size() const { return page_size_; }

  /// @return the smallest number that is free
  std::size_t take();
  void give_back(std::size_t number) { taken_[number] = false; }

 private:
  std::size_t page_size_;
  std::vector<char> taken_;  ///< by number
};

/// A page owns its memory and its number. Both are free again when the page is destroyed.
class Page {
 public:
  /// @param pool                     must outlive the page
  /// @param key_floats, value_floats  0: the page has none
  Page(PagePool& pool, std::size_t key_floats, std::size_t value_floats);
  Page(Page&& other) noexcept
      : keys_(std::move(other.keys_)),
        values_(std::move(other.values_)),
        pool_(std::exchange(other.pool_, nullptr)),
        number_(other.number_) {}
  Page& operator=(Page&&) = delete;
  ~Page() {
    if (pool_) pool_->give_back(number_);
  }

  float* keys() { return keys_.data(); }
  float* values() { return values_.data(); }
  std::size_t number() const { return number_; }
  std::size_t bytes() const { return (keys_.capacity() + values_.capacity()) * sizeof(float); }

 private:
  Buffer keys_, values_;
  PagePool* pool_;
  std::size_t number_;
};

/// The pools of one layer. A pool is freed with the last of its caches.
using PagePools = std::vector<std::weak_ptr<PagePool>>;

/// The pool of a layer's caches with this page size; makes it if there is none yet.
/// @param pools      the layer's pools; removes those that no cache uses any more
/// @param page_size  tokens per page
std::shared_ptr<PagePool> shared_pool(PagePools& pools, std::size_t page_size);

}  // namespace manyheads
