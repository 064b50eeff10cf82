#pragma once
/// Matrix product C = A B (+ bias).

#include <cstddef>
#include <span>

#include "kernels/matrix_view.hpp"
#include "kernels/packed_matrix.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// A tensor as one matrix: the last axis gives the columns, all other axes together give the rows.
MatrixView as_matrix(const Tensor& tensor);

// Matrices are passed by reference: by value, WebAssembly copies them through memory, written in
// halves and read as a whole, which stalls.

/// Contiguous rows, `row_stride` floats apart.
struct RowsOut {
  float* data;
  std::size_t row_stride;
};

/// c[i, j] = bias[j] + sum over k of a[i, k] * b[k, j].
/// @param a     [M, K], its rows contiguous, or its columns: a transposed matrix is read in place
/// @param b     at least [K, columns], with columns in whole panels; rows from K on are not read,
///              and columns from `columns` on may hold anything
/// @param bias  [columns], or empty for none
void matmul(const MatrixView& a, const Panels& b, std::size_t columns, std::span<const float> bias,
            const RowsOut& c);

/// c[i, j] += sum over k of a[i, k] * b[k, j]; otherwise as matmul.
void matmul_add(const MatrixView& a, const Panels& b, std::size_t columns, const RowsOut& c);

/// The same by definition; tests compare `matmul` with it.
void matmul_reference(MatrixView a, MatrixView b, std::span<const float> bias, RowsOut c);

/// NumPy's `a @ b`: the last two axes are matrices, the axes before them broadcast; a vector
/// counts as a row on the left and as a column on the right, and its axis is dropped again.
/// @throws ShapeError where the inner sizes differ or the batch axes do not broadcast.
Tensor matmul(const Tensor& a, const Tensor& b);

}  // namespace manyheads
