#pragma once
/// The product of a matrix and one vector. It reads the matrix once and in place: for a single
/// query, packing the keys would cost more than the product. Rounding does not depend on where the
/// rows are.

#include "kernels/matrix_view.hpp"

namespace manyheads {

/// y[i] = sum over k of a[i, k] * x[k]: one score per row.
/// @param a  [M, K]
void matvec(const PagedMatrix& a, const float* x, float* y);

}  // namespace manyheads
