#pragma once
/// What a cache of keys and values needs from a layer, whatever its form of attention.

#include <cstddef>
#include <memory>
#include <vector>

#include "attention/forward_options.hpp"
#include "attention/head_rows.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

class PagePool;  // of the caches, which include this file

/// What is cached of one token: `heads` rows of each width.
struct CachedRows {
  std::size_t heads;
  std::size_t key_width;
  std::size_t value_width;  ///< 0: the layer finds its values in the rows of its keys
};

class CachedLayer {
 public:
  virtual ~CachedLayer() = default;

  virtual CachedRows cached_rows() const = 0;
  /// @param x  [B, T, d_model] or [T, d_model]
  /// @return its sizes; S is T
  /// @throws ShapeError where x does not fit the layer
  virtual ForwardShape checked_step(const Tensor& x) const = 0;
  /// Writes what is cached of x, tokens run.S - run.T and after, into those rows.
  virtual void append_keys_and_values(const Tensor& x, const ForwardShape& run,
                                      HeadRows<float> keys, HeadRows<float> values) = 0;
  /// The queries of x attend causally to all run.S tokens that are cached.
  virtual void attend_to_cached(const Tensor& x, const ForwardShape& run,
                                const KeysAndValues& cached, Tensor& output) = 0;

  /// The pools that the paged caches of this layer share; a pool ends with the last of its caches.
  std::vector<std::weak_ptr<PagePool>>& page_pools() { return page_pools_; }

  /// From the first token that a cache holds to its last, the weights must stay.
  void hold_weights() { ++caches_with_tokens_; }
  void release_weights() { --caches_with_tokens_; }

 protected:
  bool weights_are_held() const { return caches_with_tokens_ > 0; }

 private:
  std::size_t caches_with_tokens_ = 0;
  std::vector<std::weak_ptr<PagePool>> page_pools_;
};

}  // namespace manyheads
