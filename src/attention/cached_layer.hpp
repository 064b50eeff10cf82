#pragma once
/// What a cache of keys and values needs from a layer with any form of attention.

#include <cstddef>

#include "attention/forward_options.hpp"
#include "attention/head_rows.hpp"
#include "attention/page_pool.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// The rows that are cached for one token: `heads` rows of each width.
struct CachedRows {
  std::size_t heads;
  std::size_t key_width;
  std::size_t value_width;  ///< 0: the values are in the rows of the keys

  bool operator==(const CachedRows&) const = default;
};

class CachedLayer {
 public:
  CachedLayer() = default;
  /// Caches refer to the layer that they were made for, so another layer begins without any, and a
  /// layer that is assigned to keeps its own. Reset these first. They refuse a step if the number
  /// or width of the heads has changed.
  CachedLayer(CachedLayer&&) noexcept {}
  CachedLayer& operator=(CachedLayer&&) noexcept { return *this; }
  virtual ~CachedLayer() = default;

  virtual CachedRows cached_rows() const = 0;
  /// Width of a row of the output.
  virtual Size output_width() const = 0;
  /// @param x  [B, T, d_model] or [T, d_model]
  /// @return the sizes of the step; S is T
  /// @throws ShapeError where x does not fit the layer
  virtual ForwardShape checked_step(const Tensor& x) const = 0;
  /// Writes the keys and values of x into rows run.S - run.T and after.
  virtual void append_keys_and_values(const Tensor& x, const ForwardShape& run,
                                      HeadRows<float> keys, HeadRows<float> values) = 0;
  /// The queries of x attend causally to all run.S tokens that are cached.
  virtual void attend_to_cached(const Tensor& x, const ForwardShape& run,
                                const KeysAndValues& cached, Tensor& output) = 0;

  /// The pools of pages that the caches of this layer share.
  PagePools& page_pools() { return page_pools_; }

  /// While a cache holds tokens, the weights must not change.
  void hold_weights() { ++caches_with_tokens_; }
  void release_weights() { --caches_with_tokens_; }

 protected:
  bool weights_are_held() const { return caches_with_tokens_ > 0; }

 private:
  std::size_t caches_with_tokens_ = 0;
  PagePools page_pools_;
};

}  // namespace manyheads
