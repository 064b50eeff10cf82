#include "cost/count.hpp"

#include <cmath>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

void require_fit(bool overflows) {
  if (overflows) throw OutOfMemoryError("cost: a count would be 2^128 or more");
}

}  // namespace

Count operator+(Count a, Count b) {
  require_fit(__builtin_add_overflow(a.value_, b.value_, &a.value_));
  return a;
}

Count operator*(Count a, Count b) {
  require_fit(__builtin_mul_overflow(a.value_, b.value_, &a.value_));
  return a;
}

double Count::to_double() const { return static_cast<double>(value_); }

double Count::times(double factor) const {
  int doublings = 0;  // until it is a whole number, which is below 2^53
  while (factor != std::floor(factor)) {
    factor *= 2;
    ++doublings;
  }
  const Wide numerator = static_cast<std::uint64_t>(factor);
  const Wide low = static_cast<std::uint64_t>(value_) * numerator;
  const Wide high = (value_ >> 64) * numerator + (low >> 64);
  const auto rest = static_cast<std::uint64_t>(low);
  // Of `high` a double keeps 53 bits and is rounded by the next ones. Of the rest it only matters
  // whether there is any, so that becomes the last bit.
  const double product = high >> 55 != 0 ? std::ldexp(static_cast<double>(high | (rest != 0)), 64)
                                         : static_cast<double>(high << 64 | rest);
  const double result = std::ldexp(product, -doublings);
  require_fit(result >= 0x1p128);
  return result;
}

}  // namespace manyheads
