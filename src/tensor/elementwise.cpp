#include "tensor/elementwise.hpp"

#include <cmath>

#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// Calls visit(element of a, element of b) in row-major order of the broadcast shape.
template <typename Visit>
void for_each_pair(const Tensor& a, const Tensor& b, const Shape& shape, Visit visit) {
  const Shape strides_a = broadcast_strides(shape_of(a), shape),
              strides_b = broadcast_strides(shape_of(b), shape);
  Shape index(shape.size(), 0);
  const float *at_a = a.data(), *at_b = b.data();
  const Size count = checked_size(shape, "the result");
  for (Size i = 0; i < count; ++i) {
    visit(*at_a, *at_b);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      at_a += strides_a[axis];
      at_b += strides_b[axis];
      if (++index[axis] < shape[axis]) break;
      at_a -= strides_a[axis] * shape[axis];
      at_b -= strides_b[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

template <typename Operation>
Tensor broadcast(const char* name, const Tensor& a, const Tensor& b, Operation operation) {
  const Shape shape = broadcast_shape(name, shape_of(a), shape_of(b));
  Tensor result = make_tensor(shape, "the result");
  float* out = result.data();
  for_each_pair(a, b, shape, [&](float x, float y) { *out++ = operation(x, y); });
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

Tensor add(const Tensor& a, const Tensor& b) {
  return broadcast("add", a, b, [](float x, float y) { return x + y; });
}
Tensor subtract(const Tensor& a, const Tensor& b) {
  return broadcast("subtract", a, b, [](float x, float y) { return x - y; });
}
Tensor multiply(const Tensor& a, const Tensor& b) {
  return broadcast("multiply", a, b, [](float x, float y) { return x * y; });
}
Tensor divide(const Tensor& a, const Tensor& b) {
  return broadcast("divide", a, b, [](float x, float y) { return x / y; });
}

Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  // Checked while the arguments have their own names.
  const Shape choice = broadcast_shape("where", shape_of(a), shape_of(b));
  broadcast_shape("where", choice, shape_of(condition), "the choice", "condition");

  const auto first = [](float x, float) { return x; };
  const Tensor shared = broadcast("where", condition, broadcast("where", a, b, first), first);
  const Tensor wide_a = broadcast("where", a, shared, first);
  const Tensor wide_b = broadcast("where", b, shared, first);
  Tensor result = wide_b;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (shared.data()[i] != 0.0f) result.data()[i] = wide_a.data()[i];
  }
  return result;
}

bool allclose(const Tensor& a, const Tensor& b, double rtol, double atol) {
  bool close = true;
  for_each_pair(a, b, broadcast_shape("allclose", shape_of(a), shape_of(b)), [&](float x, float y) {
    const double difference = std::abs(static_cast<double>(x) - y);
    close = close && (x == y || (std::isfinite(y) && difference <= atol + rtol * std::abs(y)));
  });
  return close;
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
