#include "tensor/elementwise.hpp"

#include <cmath>
#include <numeric>

#include "tensor/error.hpp"
#include "tensor/expression.hpp"
#include "tensor/message.hpp"
#include "tensor/reduce.hpp"

namespace manyheads {
namespace {

template <typename Function>
Tensor map_elements(Tensor x, Function function) {
  for (float& value : elements(x)) value = function(value);
  return x;
}

void require_tolerance(std::string_view name, double value) {
  if (value >= 0) return;
  throw ConfigError(name, {"allclose: ", Name{name}, " is ", value, ", wanted 0 or more"});
}

/// Zeroes the elements whose column minus row is not on the kept side of diagonal k.
Tensor keep_triangle(const char* name, Tensor x, std::int64_t k, bool lower) {
  if (x.dimension() < 2) {
    throw ShapeError({"x", std::nullopt, "at least 2 axes", shape_of(x)},
                     {Name{name}, ": x is ", shape_of(x), ", wanted at least 2 axes"});
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
  const Shape shape = broadcast_shape("add", shape_of(a), shape_of(b));
  return evaluate(shape, broadcast_view(a, shape) + broadcast_view(b, shape));
}
Tensor subtract(const Tensor& a, const Tensor& b) {
  const Shape shape = broadcast_shape("subtract", shape_of(a), shape_of(b));
  return evaluate(shape, broadcast_view(a, shape) - broadcast_view(b, shape));
}
Tensor multiply(const Tensor& a, const Tensor& b) {
  const Shape shape = broadcast_shape("multiply", shape_of(a), shape_of(b));
  return evaluate(shape, broadcast_view(a, shape) * broadcast_view(b, shape));
}
Tensor divide(const Tensor& a, const Tensor& b) {
  const Shape shape = broadcast_shape("divide", shape_of(a), shape_of(b));
  return evaluate(shape, broadcast_view(a, shape) / broadcast_view(b, shape));
}

Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  const Shape choice = broadcast_shape("where", shape_of(a), shape_of(b));
  const Shape shape =
      broadcast_shape("where", choice, shape_of(condition), "the choice", "condition");
  return evaluate(shape, xt::where(xt::not_equal(broadcast_view(condition, shape), 0.0f),
                                   broadcast_view(a, shape), broadcast_view(b, shape)));
}

bool allclose(const Tensor& a, const Tensor& b, double rtol, double atol) {
  require_tolerance("rtol", rtol);
  require_tolerance("atol", atol);
  const Shape shape = broadcast_shape("allclose", shape_of(a), shape_of(b));
  checked_size(shape, "the result");
  const auto is_close = [=](float x, float y) {
    const double difference = std::abs(static_cast<double>(x) - y);
    return x == y || (std::isfinite(y) && difference <= atol + rtol * std::abs(y));
  };
  return xt::all(
      xt::make_lambda_xfunction(is_close, broadcast_view(a, shape), broadcast_view(b, shape)));
}

double largest_difference(const Tensor& a, const Tensor& b) {
  const Shape shape = broadcast_shape("largest_difference", shape_of(a), shape_of(b));
  checked_size(shape, "the result");
  const auto difference = [](float x, float y) {
    return x == y ? 0.0 : std::abs(static_cast<double>(x) - y);
  };
  const auto differences =
      xt::make_lambda_xfunction(difference, broadcast_view(a, shape), broadcast_view(b, shape));
  return std::accumulate(differences.begin(), differences.end(), 0.0, larger_or_nan);
}

Tensor exp(const Tensor& x) {
  return map_elements(x, [](float value) { return std::exp(value); });
}
Tensor sqrt(const Tensor& x) {
  return map_elements(x, [](float value) { return std::sqrt(value); });
}

Tensor tril(const Tensor& x, std::int64_t k) { return keep_triangle("tril", x, k, true); }
Tensor triu(const Tensor& x, std::int64_t k) { return keep_triangle("triu", x, k, false); }

Tensor arange(double start, double stop, double step) {
  for (const auto& [name, value] : {std::pair("start", start), {"stop", stop}, {"step", step}}) {
    if (std::isfinite(value)) continue;
    throw ConfigError(name, {"arange: ", Name{name}, " must be finite"});
  }
  if (step == 0.0) throw ConfigError("step", "arange: step must not be 0");
  const double count = std::ceil((stop - start) / step);
  if (!(count >= 1)) {
    throw ShapeError({"stop", 0, "at least 1", "0"},
                     {"arange: from start ", start, " to stop ", stop, " in steps of ", step,
                      " there is no number"});
  }
  Tensor values = make_tensor({static_cast<Size>(std::min(count, 0x1p53))}, "arange");
  for (std::size_t i = 0; i < values.size(); ++i) {
    values.data()[i] = static_cast<float>(start + static_cast<double>(i) * step);
  }
  return values;
}

}  // namespace manyheads
