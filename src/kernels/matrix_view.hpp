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

/// Rows, each contiguous, `row_stride` floats apart: all of them in one piece, or `page_rows` in
/// each of several pages of the same layout.
template <typename Float>
struct Rows {
  Float* data;  ///< row 0, in the first page
  std::size_t row_stride;
  Float* const* pages = nullptr;  ///< where each page begins; null: no pages
  std::size_t page_rows = 0;

  /// Not inlined: never in an inner loop, but in many places.
  [[gnu::noinline]] Float* row(std::size_t i) const {
    if (!pages) return data + i * row_stride;
    return pages[i / page_rows] + (data - pages[0]) + i % page_rows * row_stride;
  }
  /// The number of rows from row i on that are in one piece.
  std::size_t piece(std::size_t i) const { return pages ? page_rows - i % page_rows : SIZE_MAX; }
};

/// Such rows as a matrix, [rows, columns].
struct PagedMatrix {
  Rows<const float> in;
  std::size_t rows;
  std::size_t columns;
};

/// Calls visit(first, rows from `first` on) for each piece of the matrix.
template <typename Visit>
void for_each_piece(const PagedMatrix& matrix, Visit visit) {
  for (std::size_t first = 0; first < matrix.rows;) {
    const std::size_t rows = std::min(matrix.in.piece(first), matrix.rows - first);
    visit(first, MatrixView{matrix.in.row(first), rows, matrix.columns, matrix.in.row_stride});
    first += rows;
  }
}

}  // namespace manyheads
