#include "cost/count.hpp"

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

}  // namespace manyheads
