#include "tensor/reduce.hpp"

#include <array>
#include <limits>
#include <utility>

#include "tensor/expression.hpp"

namespace manyheads {
namespace {

/// Views the tensor as [blocks, count, stride] and reduces the middle axis, in double.
/// @return [blocks, stride]
Tensor reduce_middle(const Tensor& x, Reduction reduction, std::size_t count, std::size_t stride) {
  const std::array sizes = {x.size() / count / stride, count, stride};
  std::array<std::ptrdiff_t, 3> strides;
  xt::compute_strides(sizes, xt::layout_type::row_major, strides);
  const auto blocks = xt::strided_view(x, sizes, std::move(strides));
  if (reduction == Reduction::kMax) {
    // xt::amax would start from -FLT_MAX.
    constexpr double kLowest = -std::numeric_limits<double>::infinity();
    const auto largest =
        xt::make_xreducer_functor(larger_or_nan, xt::const_value<double>(kLowest), larger_or_nan);
    return xt::reduce(largest, blocks, {1});
  }
  const double divisor = reduction == Reduction::kMean ? static_cast<double>(count) : 1.0;
  return xt::sum<double>(blocks, {1}) / divisor;
}

}  // namespace

Tensor reduce(const Tensor& x, Reduction reduction, std::optional<std::int64_t> axis,
              bool keep_axes) {
  const Shape shape = shape_of(x);
  checked_size(shape, "x");
  Shape wanted = keep_axes ? Shape(shape.size(), 1) : Shape{};
  Size count = x.size(), stride = 1;
  if (axis) {
    const std::size_t at = normalized_axis(to_text(reduction), *axis, shape.size());
    count = shape[at];
    stride = axis_stride(shape, at);
    wanted = shape;
    wanted[at] = 1;
    if (!keep_axes) wanted.erase(wanted.begin() + at);
  }
  Tensor result = reduce_middle(x, reduction, static_cast<std::size_t>(count),
                                static_cast<std::size_t>(stride));
  resize(result, wanted, "the result");
  return result;
}

}  // namespace manyheads
