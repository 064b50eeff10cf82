#pragma once
/// Which keys a query may see: causal order, valid lengths and a mask together.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "attention/forward_options.hpp"

namespace manyheads {

class Visibility {
 public:
  /// Reads `options` for as long as it lives.
  Visibility(const ForwardOptions& options, const ForwardShape& run);

  /// Query t of batch row b sees no key from here on; 0 .. S. The mask may hide keys before it.
  std::size_t end(std::size_t b, std::size_t t) const;

  /// Sets the scores of neighbouring keys, `first_key` and those after it, to -infinity where query
  /// t may not see them. Past S everything is hidden.
  void hide(std::size_t b, std::size_t t, const std::span<float>& scores, std::size_t first_key = 0,
            float hidden = -std::numeric_limits<float>::infinity()) const;

 private:
  const ForwardOptions& options_;
  ForwardShape run_;
};

}  // namespace manyheads
