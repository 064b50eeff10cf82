#include "kernels/packed_matrix.hpp"

#include <algorithm>

#include "kernels/tile_sizes.hpp"

namespace manyheads {
namespace {

// A right-hand side is read in place if the rows of such a block span at most so many floats, half
// of the first-level cache.
constexpr std::size_t kReachInPlace = 4096;

/// At most kPanelWidth columns; reads along whichever axis is contiguous.
void pack_panel(const MatrixView& matrix, float* out) {
  if (matrix.column_stride != 1) {
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      const float* column = matrix.data + j * matrix.column_stride;
      for (std::size_t k = 0; k < matrix.rows; ++k) {
        out[k * kPanelWidth + j] = column[k * matrix.row_stride];
      }
    }
  } else if (matrix.columns == kPanelWidth) {  // a copy of known length
    for (std::size_t k = 0; k < matrix.rows; ++k) {
      std::copy_n(matrix.data + k * matrix.row_stride, kPanelWidth, out + k * kPanelWidth);
    }
  } else {
    for (std::size_t k = 0; k < matrix.rows; ++k) {
      std::copy_n(matrix.data + k * matrix.row_stride, matrix.columns, out + k * kPanelWidth);
    }
  }
}

}  // namespace

void PackedMatrix::assign(MatrixView matrix) {
  resize(matrix.rows, matrix.columns);
  put(0, 0, matrix);
}

void PackedMatrix::assign(const PagedMatrix& matrix) {
  resize(matrix.rows, matrix.columns);
  for_each_piece(matrix, [&](std::size_t first, MatrixView piece) { put(first, 0, piece); });
}

void PackedMatrix::assign_transposed(const PagedMatrix& matrix) {
  resize(matrix.columns, matrix.rows);
  for_each_piece(matrix,
                 [&](std::size_t first, MatrixView piece) { put(0, first, piece.transposed()); });
}

/// Sets the zeros that the last panel ends in, and nothing else.
void PackedMatrix::resize(std::size_t rows, std::size_t columns) {
  float* const end =
      panels_.reserve({padded(columns), rows}, "a packed matrix") + padded(columns) * rows;
  rows_ = rows;
  columns_ = columns;
  if (columns < padded(columns)) std::fill(end - rows * kPanelWidth, end, 0.0f);
}

/// Packs a piece of the matrix that begins at this row and column. Inlined into all that call it,
/// it would be 4 KB of WebAssembly.
void PackedMatrix::put(std::size_t row, std::size_t column, const MatrixView& piece) {
  for (std::size_t j = 0; j < piece.columns;) {
    const std::size_t index = (column + j) / kPanelWidth, first = (column + j) % kPanelWidth;
    const std::size_t width = std::min(kPanelWidth - first, piece.columns - j);
    const float* in = piece.data + j * piece.column_stride;
    float* const out = panels_.data() + (index * rows_ + row) * kPanelWidth + first;
    pack_panel({in, piece.rows, width, piece.row_stride, piece.column_stride}, out);
    j += width;
  }
}

void PackedMatrix::assign_transposed(const PackedMatrix& of) {
  float* out = panels_.reserve({padded(of.rows_), of.columns_}, "a packed matrix");
  rows_ = of.columns_;
  columns_ = of.rows_;
  for (std::size_t first = 0; first < columns_; first += kPanelWidth) {
    const std::size_t width = std::min(kPanelWidth, columns_ - first);
    if (width < kPanelWidth) std::fill_n(out, rows_ * kPanelWidth, 0.0f);
    for (std::size_t k = 0; k < rows_; ++k, out += kPanelWidth) {
      const float* column = of.panel(k / kPanelWidth) + first * kPanelWidth + k % kPanelWidth;
      for (std::size_t j = 0; j < width; ++j) out[j] = column[j * kPanelWidth];
    }
  }
}

std::size_t PackedMatrix::padded(std::size_t columns) {
  return (columns + kPanelWidth - 1) / kPanelWidth * kPanelWidth;
}

const float* PackedMatrix::panel(std::size_t index) const {
  return panels_.data() + index * rows_ * kPanelWidth;
}

Tensor PackedMatrix::unpacked() const {
  Tensor matrix = make_tensor({rows_, columns_}, "matrix");
  for (std::size_t k = 0; k < rows_; ++k) {
    for (std::size_t j = 0; j < columns_; ++j) {
      matrix(k, j) = panel(j / kPanelWidth)[k * kPanelWidth + j % kPanelWidth];
    }
  }
  return matrix;
}

PackedMatrix::operator Panels() const { return {panels_.data(), kPanelWidth, rows_ * kPanelWidth}; }

Panels panels_of(const MatrixView& b, PackedMatrix& packed) {
  const std::size_t reach = std::min(b.rows, kInnerBlockTransposed) * b.row_stride;
  if (b.column_stride == 1 && b.columns % kNarrowWidth == 0 && reach <= kReachInPlace) {
    return {b.data, b.row_stride, kPanelWidth};
  }
  packed.assign(b);
  return packed;
}

Panels panels_of(const PagedMatrix& b, PackedMatrix& packed) {
  if (b.rows <= b.in.piece(0)) {
    return panels_of(MatrixView{b.in.data, b.rows, b.columns, b.in.row_stride}, packed);
  }
  packed.assign(b);
  return packed;
}

}  // namespace manyheads
