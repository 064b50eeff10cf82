#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/softmax.hpp"

namespace manyheads {

Tensor softmax(const Tensor& x, std::int64_t axis) {
  const Shape shape = shape_of(x);
  const std::size_t at = normalized_axis("softmax", axis, shape.size());
  const auto stride = static_cast<std::size_t>(axis_stride(shape, at));
  Tensor weights = x;
  std::vector<float> row(static_cast<std::size_t>(shape[at]));
  for (std::size_t begin = 0; begin < x.size(); begin += stride * row.size()) {
    for (std::size_t column = begin; column < begin + stride; ++column) {
      for (std::size_t s = 0; s < row.size(); ++s) row[s] = x.data()[column + s * stride];
      if (!softmax_row(row)) std::fill(row.begin(), row.end(), std::nanf(""));
      for (std::size_t s = 0; s < row.size(); ++s) weights.data()[column + s * stride] = row[s];
    }
  }
  return weights;
}

}  // namespace manyheads
