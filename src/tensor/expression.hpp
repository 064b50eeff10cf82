#pragma once
/// Tensors as operands of xtensor's lazy expressions.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "tensor/tensor.hpp"

namespace manyheads {

/// For each axis of a view, the distance between neighbouring elements.
using ViewStrides = std::array<std::ptrdiff_t, kMaxRank>;

/// xtensor's view of `x` with this shape and these strides. It always has eight axes, the first
/// ones of size 1, because std::array stores its sizes in place. xtensor's shapes of any rank
/// allocate memory from the fifth axis on, also in functions that are noexcept, where running out
/// of memory would end the program.
inline auto make_view(const Tensor& x, const Shape& shape, const ViewStrides& strides,
                      std::ptrdiff_t offset = 0) {
  std::array<std::size_t, kMaxRank> sizes;
  ViewStrides steps{};
  sizes.fill(1);
  for (std::size_t axis = 0, at = kMaxRank - shape.size(); axis < shape.size(); ++axis, ++at) {
    sizes[at] = static_cast<std::size_t>(shape[axis]);
    if (shape[axis] > 1) steps[at] = strides[axis];  // xtensor wants stride 0 for size 1
  }
  return xt::strided_view(x, std::move(sizes), std::move(steps), static_cast<std::size_t>(offset));
}

/// `x` broadcast to this shape.
inline auto broadcast_view(const Tensor& x, const Shape& shape) {
  const Shape strides = broadcast_strides(shape_of(x), shape);
  ViewStrides steps;
  std::copy(strides.begin(), strides.end(), steps.begin());
  return make_view(x, shape, steps);
}

/// Evaluates an expression of such views into a new tensor, without a copy in between.
/// @param shape  the shape of the views; checked as in make_tensor
template <typename Expression>
Tensor evaluate(const Shape& shape, const Expression& expression) {
  Tensor result = make_tensor(shape, "the result");
  result.assign(expression);            // the result now has eight axes
  resize(result, shape, "the result");  // neither line allocates
  return result;
}

}  // namespace manyheads
