#pragma once
/// Whole numbers for costs: the scores of a large batch of long sequences exceed 2^64.

#include "tensor/shape.hpp"

namespace manyheads {

/// Exact below 2^128. A larger number is an OutOfMemoryError, never a wrong number.
class Count {
 public:
  constexpr Count(Size value = 0) : value_(value) {}

  friend Count operator+(Count a, Count b);
  friend Count operator*(Count a, Count b);
  bool operator==(const Count&) const = default;

  /// The nearest double, with ties to even. Exact up to 2^53.
  double to_double() const;

  /// The exact product with a number from 2^-53 to 2^53, which may be a fraction, rounded once. The
  /// product with a fraction's numerator may be 2^128 or more.
  double times(double factor) const;

 private:
  __extension__ typedef unsigned __int128 Wide;  // GCC and Clang have it, also for WebAssembly
  Wide value_;
};

}  // namespace manyheads
