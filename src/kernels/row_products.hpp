#pragma once
/// Products of a few rows with a matrix that is read in place: for a few queries, packing the keys
/// and values would cost more than it gains. A row's result is the same to the bit, wherever the
/// rows of the matrix are.

#include "kernels/matmul.hpp"
#include "kernels/matrix_view.hpp"

namespace manyheads {

/// y[r, i] = sum over k of x[r, k] * a[i, k]: a score for every row of x and every row of a.
/// @param x  [R, K], rows contiguous (column_stride 1)
/// @param a  [M, K]
void dot_rows(MatrixView x, const PagedMatrix& a, RowsOut y);

/// y[r, j] = sum over i of x[r, i] * a[i, j]: the rows of a, weighted and added. A row's sum does
/// not depend on the other rows of x.
/// @param x  [R, M], rows contiguous (column_stride 1)
/// @param a  [M, N]
void sum_weighted_rows(MatrixView x, const PagedMatrix& a, RowsOut y);

/// dot_rows for more rows of x, up to 64: a x^T as one matrix product, which is then transposed.
/// @param packed  memory for x^T
void dot_many_rows(const MatrixView& x, const PagedMatrix& a, PackedMatrix& packed,
                   const RowsOut& y);

/// sum_weighted_rows for more rows of x: a matrix product, if it can read `a` in place.
void sum_weighted_many_rows(const MatrixView& x, const PagedMatrix& a, const RowsOut& y);

}  // namespace manyheads
