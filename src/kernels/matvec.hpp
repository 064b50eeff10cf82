#pragma once
/// Products of a matrix and one vector. Each reads the matrix once, where it lies: for a single
/// query, packing the keys and values would cost more than the product.

#include "kernels/matmul.hpp"

namespace manyheads {

/// y[i] = sum over k of a[i, k] * x[k]: one score a row.
/// @param a  [M, K], rows contiguous (column_stride 1)
void matvec(MatrixView a, const float* x, float* y);

/// y[j] += sum over i of x[i] * a[i, j]: the rows weighted and added on.
/// @param a  [M, N], rows contiguous (column_stride 1)
void add_vecmat(const float* x, MatrixView a, float* y);

}  // namespace manyheads
