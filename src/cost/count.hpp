#pragma once
/// Whole numbers as costs need them: the scores of a large batch of long sequences pass 2^64.

#include "tensor/shape.hpp"

namespace manyheads {

/// Exact below 2^128. What would be larger is an OutOfMemoryError, never a wrong number.
class Count {
 public:
  constexpr Count(Size value = 0) : value_(value) {}

  friend Count operator+(Count a, Count b);
  friend Count operator*(Count a, Count b);
  bool operator==(const Count&) const = default;

  /// The nearest double, ties to even: the number itself up to 2^53.
  double to_double() const;

 private:
  __extension__ typedef unsigned __int128 Wide;  // GCC and Clang have it, also for WebAssembly
  Wide value_;
};

}  // namespace manyheads
