#pragma once
/// Gradients of a projection y = x W + b, each for all rows of a batch in one product: dW = x^T dy,
/// db = the sum of dy's rows, dx = dy W^T.

#include "kernels/matmul.hpp"
#include "tensor/buffer.hpp"

namespace manyheads {

/// Memory that is reused by later calls: only a larger call allocates.
struct ProjectionScratch {
  PackedMatrix rows;        ///< dy
  PackedMatrix transposed;  ///< W^T
  Buffer ones;
};

/// @param x   [N, d_in], rows contiguous
/// @param dy  [N, d_out], rows contiguous
/// @param dw  [d_in, d_out], written
void weight_gradient(MatrixView x, MatrixView dy, ProjectionScratch& scratch, RowsOut dw);

/// @param db  [d_out], written
void bias_gradient(MatrixView dy, ProjectionScratch& scratch, float* db);

/// Whether a result replaces the values that are there or is added to them.
enum class WriteMode { kReplace, kAdd };

/// @param weight  [d_in, d_out]
/// @param dx      [N, d_in]
void input_gradient(MatrixView dy, const PackedMatrix& weight, ProjectionScratch& scratch,
                    RowsOut dx, WriteMode mode);

}  // namespace manyheads
