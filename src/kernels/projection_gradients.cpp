#include "kernels/projection_gradients.hpp"

#include <algorithm>

#include "kernels/row_products.hpp"

namespace manyheads {

void weight_gradient(MatrixView x, MatrixView dy, ProjectionScratch& scratch, RowsOut dw) {
  matmul(x.transposed(), make_panels(dy, scratch.rows), dy.columns, {}, dw);
}

void bias_gradient(MatrixView dy, ProjectionScratch& scratch, float* db) {
  float* const ones = scratch.ones.reserve({dy.rows}, "ones");
  std::fill_n(ones, dy.rows, 1.0f);
  sum_weighted_rows({ones, 1, dy.rows, dy.rows}, {{dy.data, dy.row_stride}, dy.rows, dy.columns},
                    {db, dy.columns});
}

void input_gradient(MatrixView dy, const PackedMatrix& weight, ProjectionScratch& scratch,
                    RowsOut dx, WriteMode mode) {
  scratch.transposed.assign_transposed(weight);
  if (mode == WriteMode::kAdd) {
    matmul_add(dy, scratch.transposed, weight.rows(), dx);
  } else {
    matmul(dy, scratch.transposed, weight.rows(), {}, dx);
  }
}

}  // namespace manyheads
