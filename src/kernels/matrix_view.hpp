#pragma once
/// Matrices in place: in one piece, or with their rows in pages, as in a paged cache.

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace manyheads {

/// A matrix anywhere in memory: element (i, j) is data[i * row_stride + j * column_stride].
struct MatrixView {
  const float* data;
  std::size_t rows;
  std::size_t columns;
  std::size_t row_stride;
  std::size_t column_stride = 1;

  MatrixView transposed() const { return {data, columns, rows, column_stride, row_stride}; }
};

/// Contiguous rows, `row_stride` floats apart: all in one piece, or `page_rows` rows in each of
/// several pages of the same layout.
template <typename Float>
struct Rows {
  Float* data;  ///< row 0, in the first page
  std::size_t row_stride;
  Float* const* pages = nullptr;  ///< where each page begins; null: no pages
  std::size_t page_rows = 0;

  /// Not inlined: many places call it, but no inner loop does.
  [[gnu::noinline]] Float* row(std::size_t i) const {
    if (!pages) return data + i * row_stride;
    return pages[i / page_rows] + (data - pages[0]) + i % page_rows * row_stride;
  }
  /// The number of rows that are in one piece, starting at row i.
  std::size_t rows_in_piece(std::size_t i) const {
    return pages ? page_rows - i % page_rows : SIZE_MAX;
  }
};

/// A matrix, [rows, columns], whose rows may lie in pages.
struct PagedMatrix {
  Rows<const float> storage;
  std::size_t rows;
  std::size_t columns;
};

/// Calls visit(first, piece) for each piece of the matrix; `first` is the index of its first row.
template <typename Visit>
void for_each_piece(const PagedMatrix& matrix, Visit visit) {
  for (std::size_t first = 0; first < matrix.rows;) {
    const std::size_t rows = std::min(matrix.storage.rows_in_piece(first), matrix.rows - first);
    visit(first,
          MatrixView{matrix.storage.row(first), rows, matrix.columns, matrix.storage.row_stride});
    first += rows;
  }
}

}  // namespace manyheads
