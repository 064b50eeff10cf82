#pragma once
/// Matrices with contiguous rows, and copies of them in pages.

#include <algorithm>
#include <vector>

#include "core/tensors.hpp"
#include "kernels/matmul.hpp"

namespace manyheads {

inline PagedMatrix unpaged(const MatrixView& matrix) {
  return {{matrix.data, matrix.row_stride}, matrix.rows, matrix.columns};
}

/// A copy of a matrix in pages, which lie in memory in reverse order. Numbers between them are NaN.
struct PagedCopy {
  PagedCopy(const Tensor& matrix, std::size_t page_rows) : rows(matrix.shape(0)) {
    const std::size_t columns = matrix.shape(1), count = (rows - 1) / page_rows + 1;
    memory = full({count, 2, page_rows, columns + 3}, kNaN);
    for (std::size_t page = 0; page < count; ++page) {
      pages.push_back(memory.data() + (count - 1 - page) * 2 * page_rows * (columns + 3));
    }
    view = {{pages[0], columns + 3, pages.data(), page_rows}, rows, columns};
    for (std::size_t i = 0; i < rows; ++i) {
      float* const page = memory.data() + (view.storage.row(i) - memory.data());
      std::copy_n(matrix.data() + i * columns, columns, page);
    }
  }

  std::size_t rows;
  Tensor memory;
  std::vector<const float*> pages;
  PagedMatrix view;
};

}  // namespace manyheads
