#pragma once
/// Products of a matrix and one vector. Each reads the matrix once and in place: for a single
/// query, packing the keys and values would cost more than the product. Rounding does not depend on
/// where the rows are.

#include "kernels/matrix_view.hpp"

namespace manyheads {

/// y[i] = sum over k of a[i, k] * x[k]: one score per row.
/// @param a  [M, K]
void matvec(const PagedMatrix& a, const float* x, float* y);

/// y[j] = sum over i of x[i] * a[i, j]: the rows weighted and added.
/// @param a  [M, N]
void vecmat(const float* x, const PagedMatrix& a, float* y);

}  // namespace manyheads
