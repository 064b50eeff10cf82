#include "tensor/reduce.hpp"

#include <cmath>

namespace manyheads {
namespace {

/// Sums in double; a NaN makes the maximum NaN, as in NumPy.
float reduced(const float* first, std::size_t count, std::size_t stride, Reduction reduction) {
  double sum = 0.0;
  float largest = *first;
  for (std::size_t i = 0; i < count; ++i) {
    const float value = first[i * stride];
    sum += value;
    if (!std::isnan(largest) && !(value <= largest)) largest = value;
  }
  if (reduction == Reduction::kMax) return largest;
  if (reduction == Reduction::kMean) sum /= static_cast<double>(count);
  return static_cast<float>(sum);
}

const char* name_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::kSum:
      return "sum";
    case Reduction::kMean:
      return "mean";
    case Reduction::kMax:
      break;
  }
  return "max";
}

}  // namespace

Tensor reduce(const Tensor& x, Reduction reduction, std::optional<std::int64_t> axis,
              bool keep_axes) {
  const Shape shape = shape_of(x);
  if (!axis) {
    Tensor result = make_tensor(keep_axes ? Shape(shape.size(), 1) : Shape{}, "the result");
    result.data()[0] = reduced(x.data(), x.size(), 1, reduction);
    return result;
  }
  const std::size_t at = normalized_axis(name_of(reduction), *axis, shape.size());
  const auto stride = static_cast<std::size_t>(axis_stride(shape, at));
  const auto count = static_cast<std::size_t>(shape[at]);
  Shape wanted = shape;
  if (keep_axes) {
    wanted[at] = 1;
  } else {
    wanted.erase(wanted.begin() + static_cast<std::ptrdiff_t>(at));
  }
  Tensor result = make_tensor(wanted, "the result");
  for (std::size_t i = 0; i < result.size(); ++i) {
    const float* first = x.data() + i / stride * stride * count + i % stride;
    result.data()[i] = reduced(first, count, stride, reduction);
  }
  return result;
}

}  // namespace manyheads
