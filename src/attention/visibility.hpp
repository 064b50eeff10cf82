#pragma once
/// Which keys a query may see: causal order, valid lengths and a mask together.

#include <cstddef>
#include <limits>
#include <span>

#include "attention/forward_options.hpp"

namespace manyheads {

class Visibility {
 public:
  /// Keeps a reference to `options`, which must live as long.
  Visibility(const ForwardOptions& options, const ForwardShape& run);

  /// The number of keys, 0 .. S, up to the last one that query t of batch row b may see. The mask
  /// may hide keys before it.
  std::size_t end(std::size_t b, std::size_t t) const;

  /// Sets the scores of the keys from `first_key` on to -infinity where query t may not see them.
  /// Keys past S are hidden.
  void hide(std::size_t b, std::size_t t, const std::span<float>& scores, std::size_t first_key = 0,
            float hidden = -std::numeric_limits<float>::infinity()) const;

 private:
  const ForwardOptions& options_;
  ForwardShape run_;
};

}  // namespace manyheads
