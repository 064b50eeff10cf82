#pragma once
/// Which keys a query may see: causal order, valid lengths and a mask together.

#include <cstddef>
#include <cstdint>
#include <span>

#include "attention/forward_options.hpp"

namespace manyheads {

class Visibility {
 public:
  /// Reads `options` for as long as it lives.
  Visibility(const ForwardOptions& options, const ForwardShape& run);

  /// Query t of batch row b sees no key from here on; 0 .. S. The mask may hide keys before it.
  std::size_t end(std::size_t b, std::size_t t) const;

  /// Sets the scores, [S] or the first of them, of the keys that query t may not see to -infinity.
  void hide(std::size_t b, std::size_t t, std::span<float> scores) const;

 private:
  const ForwardOptions& options_;
  ForwardShape run_;
};

}  // namespace manyheads
