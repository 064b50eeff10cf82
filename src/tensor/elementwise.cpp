#include "tensor/elementwise.hpp"

#include <algorithm>
#include <cmath>

#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// The elements of two tensors in row-major order of the shape that both broadcast to.
class Pairs {
 public:
  Pairs(const Tensor& a, const Tensor& b, const Shape& shape)
      : shape_(shape),
        strides_a_(broadcast_strides(shape_of(a), shape)),
        strides_b_(broadcast_strides(shape_of(b), shape)),
        index_(shape.size(), 0),
        a_(a.data()),
        b_(b.data()),
        left_(checked_size(shape, "the result")) {}

  float a() const { return *a_; }
  float b() const { return *b_; }
  bool any_left() const { return left_ > 0; }
  void advance() {
    --left_;
    for (std::size_t axis = shape_.size(); axis-- > 0;) {
      a_ += strides_a_[axis];
      b_ += strides_b_[axis];
      if (++index_[axis] < shape_[axis]) break;
      a_ -= strides_a_[axis] * shape_[axis];
      b_ -= strides_b_[axis] * shape_[axis];
      index_[axis] = 0;
    }
  }

 private:
  const Shape shape_, strides_a_, strides_b_;
  Shape index_;
  const float *a_, *b_;
  Size left_;
};

enum class Operation { kAdd, kSubtract, kMultiply, kDivide };

float result_of(Operation operation, float a, float b) {
  switch (operation) {
    case Operation::kAdd:
      return a + b;
    case Operation::kSubtract:
      return a - b;
    case Operation::kMultiply:
      return a * b;
    case Operation::kDivide:
      break;
  }
  return a / b;
}

/// One loop for all operations: a switch an element is little beside the walk.
Tensor broadcast(const char* name, const Tensor& a, const Tensor& b, Operation operation) {
  const Shape shape = broadcast_shape(name, shape_of(a), shape_of(b));
  Tensor result = make_tensor(shape, "the result");
  float* out = result.data();
  for (Pairs pairs(a, b, shape); pairs.any_left(); pairs.advance()) {
    *out++ = result_of(operation, pairs.a(), pairs.b());
  }
  return result;
}

template <typename Function>
Tensor mapped(Tensor x, Function function) {
  for (float& value : elements(x)) value = function(value);
  return x;
}

/// Zeroes the elements whose column minus row is not on the kept side of diagonal k.
Tensor triangle(const char* name, Tensor x, std::int64_t k, bool lower) {
  if (x.dimension() < 2) {
    throw ShapeError({"x", std::nullopt, "at least 2 axes", shape_of(x)},
                     {name, ": x is ", shape_of(x), ", wanted at least 2 axes"});
  }
  const std::size_t columns = x.shape().back(), rows = x.shape()[x.dimension() - 2];
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i / columns % rows);
    const auto diagonal = static_cast<std::int64_t>(i % columns) - row;
    if (lower ? diagonal > k : diagonal < k) x.data()[i] = 0.0f;
  }
  return x;
}

}  // namespace

Tensor add(const Tensor& a, const Tensor& b) { return broadcast("add", a, b, Operation::kAdd); }
Tensor subtract(const Tensor& a, const Tensor& b) {
  return broadcast("subtract", a, b, Operation::kSubtract);
}
Tensor multiply(const Tensor& a, const Tensor& b) {
  return broadcast("multiply", a, b, Operation::kMultiply);
}
Tensor divide(const Tensor& a, const Tensor& b) {
  return broadcast("divide", a, b, Operation::kDivide);
}

Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  const Shape choice = broadcast_shape("where", shape_of(a), shape_of(b));
  const Shape shape =
      broadcast_shape("where", choice, shape_of(condition), "the choice", "condition");
  Tensor result = make_tensor(shape, "the result");
  Pairs from_a(a, condition, shape), from_b(b, condition, shape);
  for (float& value : elements(result)) {
    value = from_a.b() != 0.0f ? from_a.a() : from_b.a();
    from_a.advance();
    from_b.advance();
  }
  return result;
}

bool allclose(const Tensor& a, const Tensor& b, double rtol, double atol) {
  const Shape shape = broadcast_shape("allclose", shape_of(a), shape_of(b));
  for (Pairs pairs(a, b, shape); pairs.any_left(); pairs.advance()) {
    const float x = pairs.a(), y = pairs.b();
    const double difference = std::abs(static_cast<double>(x) - y);
    const bool close = x == y || (std::isfinite(y) && difference <= atol + rtol * std::abs(y));
    if (!close) return false;
  }
  return true;
}

double largest_difference(const Tensor& a, const Tensor& b) {
  const Shape shape = broadcast_shape("largest_difference", shape_of(a), shape_of(b));
  double largest = 0.0;
  for (Pairs pairs(a, b, shape); pairs.any_left(); pairs.advance()) {
    const float x = pairs.a(), y = pairs.b();
    const double difference = x == y ? 0.0 : std::abs(static_cast<double>(x) - y);
    if (std::isnan(difference)) return difference;  // std::max would pass over it
    largest = std::max(largest, difference);
  }
  return largest;
}

Tensor exp(const Tensor& x) {
  return mapped(x, [](float value) { return std::exp(value); });
}
Tensor sqrt(const Tensor& x) {
  return mapped(x, [](float value) { return std::sqrt(value); });
}

Tensor tril(const Tensor& x, std::int64_t k) { return triangle("tril", x, k, true); }
Tensor triu(const Tensor& x, std::int64_t k) { return triangle("triu", x, k, false); }

Tensor arange(double start, double stop, double step) {
  for (const auto& [name, value] : {std::pair("start", start), {"stop", stop}, {"step", step}}) {
    if (std::isfinite(value)) continue;
    throw ConfigError(name, {"arange: ", name, " must be finite"});
  }
  if (step == 0.0) throw ConfigError("step", "arange: step must not be 0");
  const double count = std::ceil((stop - start) / step);
  const bool countable = count < 0x1p53;
  Tensor values = make_tensor({count < 1   ? 0
                               : countable ? static_cast<Size>(count)
                                           : static_cast<Size>(0x1p53)},
                              "arange");
  for (std::size_t i = 0; i < values.size(); ++i) {
    values.data()[i] = static_cast<float>(start + static_cast<double>(i) * step);
  }
  return values;
}

}  // namespace manyheads
