#pragma once
/// A layer's work in the steps of its cache.

#include "attention/cached_layer.hpp"
#include "attention/forward_pass.hpp"

namespace manyheads {

/// The rows that are cached for one token. Tied heads are cached once.
CachedRows cached_rows(const AttentionConfig& config);

class CacheStep {
 public:
  CacheStep(const Projections& projections, ForwardScratch& scratch)
      : projections_(projections), scratch_(scratch) {}

  /// @see CachedLayer::append_keys_and_values
  void append(const Tensor& x, const ForwardShape& run, const HeadRows<float>& keys,
              const HeadRows<float>& values);
  /// @see CachedLayer::attend_to_cached
  void attend(const Tensor& x, const ForwardShape& run, KeysAndValues cached, Tensor& output);

 private:
  const Projections& projections_;
  ForwardScratch& scratch_;
};

}  // namespace manyheads
