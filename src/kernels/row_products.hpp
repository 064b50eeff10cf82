#pragma once
/// Products of a few rows with a matrix that lies anywhere. It is read where it lies: for up to
/// some 32 queries, packing the keys and values would cost more than it gains.

#include "kernels/matmul.hpp"

namespace manyheads {

/// y[r, i] = sum over k of x[r, k] * a[i, k]: a score for every row of x and every row of a.
/// @param x  [R, K], rows contiguous (column_stride 1)
/// @param a  [M, K], likewise
void dot_rows(MatrixView x, MatrixView a, RowsOut y);

/// y[r, j] += sum over i of x[r, i] * a[i, j]: the rows of a, weighted, are added.
/// @param x  [R, M], rows contiguous (column_stride 1)
/// @param a  [M, N], likewise
void add_weighted_rows(MatrixView x, MatrixView a, RowsOut y);

}  // namespace manyheads
