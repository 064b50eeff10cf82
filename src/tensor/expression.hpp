#pragma once
/// Tensors as operands of xtensor's lazy expressions.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "tensor/tensor.hpp"

namespace manyheads {

/// Where the elements of a view lie, from the last axis to the first: how far apart neighbours are.
using ViewStrides = std::array<std::ptrdiff_t, kMaxRank>;

/// xtensor's view of `x` with this shape, whatever its strides. It has eight axes, the first ones
/// of size 1: those of std::array lie in place, while expressions of any rank allocate from the
/// fifth axis on, also where they are noexcept: out of memory there, the program would end.
inline auto make_view(const Tensor& x, const Shape& shape, const ViewStrides& strides,
                      std::ptrdiff_t offset = 0) {
  std::array<std::size_t, kMaxRank> sizes;
  ViewStrides steps{};
  sizes.fill(1);
  for (std::size_t axis = 0, at = kMaxRank - shape.size(); axis < shape.size(); ++axis, ++at) {
    sizes[at] = static_cast<std::size_t>(shape[axis]);
    if (shape[axis] > 1) steps[at] = strides[axis];  // as xtensor wants it
  }
  return xt::strided_view(x, std::move(sizes), std::move(steps), static_cast<std::size_t>(offset));
}

/// `x` as if it had this shape, to which it broadcasts.
inline auto broadcast_view(const Tensor& x, const Shape& shape) {
  const Shape strides = broadcast_strides(shape_of(x), shape);
  ViewStrides steps;
  std::copy(strides.begin(), strides.end(), steps.begin());
  return make_view(x, shape, steps);
}

/// Evaluates an expression of such views into a new tensor, without a copy in between.
/// @param shape  that of the views; checked as in make_tensor
template <typename Expression>
Tensor evaluate(const Shape& shape, const Expression& expression) {
  Tensor result = make_tensor(shape, "the result");
  result.assign(expression);            // which gives it eight axes,
  resize(result, shape, "the result");  // neither of which allocates
  return result;
}

}  // namespace manyheads
