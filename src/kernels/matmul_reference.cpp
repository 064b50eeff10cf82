#include "kernels/matmul.hpp"

namespace manyheads {

void matmul_reference(MatrixView a, MatrixView b, std::span<const float> bias, RowsOut c) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    float* const row = c.data + i * c.row_stride;
    for (std::size_t j = 0; j < b.columns; ++j) {
      float sum = bias.empty() ? 0.0f : bias[j];
      for (std::size_t k = 0; k < a.columns; ++k) {
        sum += a.data[i * a.row_stride + k * a.column_stride] *
               b.data[k * b.row_stride + j * b.column_stride];
      }
      row[j] = sum;
    }
  }
}

}  // namespace manyheads
