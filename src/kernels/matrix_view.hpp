#pragma once
/// Matrices where they lie: in one piece, or their rows in pages as those of a paged cache.

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace manyheads {

/// A matrix that lies anywhere: element (i, j) is data[i * row_stride + j * column_stride].
struct MatrixView {
  const float* data;
  std::size_t rows;
  std::size_t columns;
  std::size_t row_stride;
  std::size_t column_stride = 1;

  MatrixView transposed() const { return {data, columns, rows, column_stride, row_stride}; }
};

/// Rows, each contiguous, `row_stride` floats apart: all of them in one piece, or `page_rows` in
/// each of several pages that are laid out alike.
template <typename Float>
struct Rows {
  Float* data;  ///< row 0, in the first page
  std::size_t row_stride;
  Float* const* pages = nullptr;  ///< where each begins; null: there are none
  std::size_t page_rows = 0;

  /// Not inlined: never in an inner loop, but in many places.
  [[gnu::noinline]] Float* row(std::size_t i) const {
    if (!pages) return data + i * row_stride;
    return pages[i / page_rows] + (data - pages[0]) + i % page_rows * row_stride;
  }
  /// How many rows from row i on lie in one piece.
  std::size_t piece(std::size_t i) const { return pages ? page_rows - i % page_rows : SIZE_MAX; }
};

/// Such rows as a matrix, [rows, columns].
struct PagedMatrix {
  Rows<const float> in;
  std::size_t rows;
  std::size_t columns;
};

/// visit(first, rows from `first` on) for each piece in which the matrix lies.
template <typename Visit>
void for_each_piece(const PagedMatrix& matrix, Visit visit) {
  for (std::size_t first = 0; first < matrix.rows;) {
    const std::size_t rows = std::min(matrix.in.piece(first), matrix.rows - first);
    visit(first, MatrixView{matrix.in.row(first), rows, matrix.columns, matrix.in.row_stride});
    first += rows;
  }
}

}  // namespace manyheads
