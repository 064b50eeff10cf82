#include "kernels/packed_matrix.hpp"

#include <algorithm>

#include "kernels/tile_sizes.hpp"

namespace manyheads {
namespace {

// A right-hand side is read in place if the rows of one block span at most this many floats, half
// of the first-level cache.
constexpr std::size_t kMaxFloatsInPlace = 4096;

/// Packs at most kPanelWidth columns. Reads along the axis that is contiguous.
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
  pack_piece(0, 0, matrix);
}

void PackedMatrix::assign(const PagedMatrix& matrix) {
  resize(matrix.rows, matrix.columns);
  for_each_piece(matrix, [&](std::size_t first, MatrixView piece) { pack_piece(first, 0, piece); });
}

void PackedMatrix::assign_transposed(const PagedMatrix& matrix) {
  resize(matrix.columns, matrix.rows);
  for_each_piece(matrix, [&](std::size_t first, MatrixView piece) {
    pack_piece(0, first, piece.transposed());
  });
}

/// Writes only the zeros at the end of the last panel.
void PackedMatrix::resize(std::size_t rows, std::size_t columns) {
  float* const end =
      panels_.reserve({padded(columns), rows}, "a packed matrix") + padded(columns) * rows;
  rows_ = rows;
  columns_ = columns;
  if (columns < padded(columns)) std::fill(end - rows * kPanelWidth, end, 0.0f);
}

/// Packs a piece of the matrix that begins at this row and column. Inlined into all callers, it
/// would take 4 KB of WebAssembly.
void PackedMatrix::pack_piece(std::size_t row, std::size_t column, const MatrixView& piece) {
  for (std::size_t j = 0; j < piece.columns;) {
    const std::size_t index = (column + j) / kPanelWidth, first = (column + j) % kPanelWidth;
    const std::size_t width = std::min(kPanelWidth - first, piece.columns - j);
    const float* in = piece.data + j * piece.column_stride;
    float* const out = panels_.data() + (index * rows_ + row) * kPanelWidth + first;
    pack_panel({in, piece.rows, width, piece.row_stride, piece.column_stride}, out);
    j += width;
  }
}

void PackedMatrix::assign_transposed(const PackedMatrix& other) {
  float* out = panels_.reserve({padded(other.rows_), other.columns_}, "a packed matrix");
  rows_ = other.columns_;
  columns_ = other.rows_;
  for (std::size_t first = 0; first < columns_; first += kPanelWidth) {
    const std::size_t width = std::min(kPanelWidth, columns_ - first);
    if (width < kPanelWidth) std::fill_n(out, rows_ * kPanelWidth, 0.0f);
    for (std::size_t k = 0; k < rows_; ++k, out += kPanelWidth) {
      const float* column = other.panel(k / kPanelWidth) + first * kPanelWidth + k % kPanelWidth;
      for (std::size_t j = 0; j < width; ++j) out[j] = column[j * kPanelWidth];
    }
  }
}

std::size_t PackedMatrix::padded(std::size_t columns) {
  return (columns + kPanelWidth - 1) / kPanelWidth * kPanelWidth;
}

bool PackedMatrix::reads_in_place(std::size_t columns) { return columns % kNarrowWidth == 0; }

const float* PackedMatrix::panel(std::size_t index) const {
  return panels_.data() + index * rows_ * kPanelWidth;
}

Tensor PackedMatrix::unpack() const {
  Tensor matrix = make_tensor({rows_, columns_}, "matrix");
  for (std::size_t k = 0; k < rows_; ++k) {
    for (std::size_t j = 0; j < columns_; ++j) {
      matrix(k, j) = panel(j / kPanelWidth)[k * kPanelWidth + j % kPanelWidth];
    }
  }
  return matrix;
}

PackedMatrix::operator Panels() const { return {panels_.data(), kPanelWidth, rows_ * kPanelWidth}; }

Panels panels_in_place(const MatrixView& b) { return {b.data, b.row_stride, kPanelWidth}; }

Panels make_panels(const MatrixView& b, PackedMatrix& packed) {
  const std::size_t floats_read = std::min(b.rows, kInnerBlockTransposed) * b.row_stride;
  if (b.column_stride == 1 && PackedMatrix::reads_in_place(b.columns) &&
      floats_read <= kMaxFloatsInPlace) {
    return panels_in_place(b);
  }
  packed.assign(b);
  return packed;
}

Panels make_panels(const PagedMatrix& b, PackedMatrix& packed) {
  if (b.rows <= b.storage.rows_in_piece(0)) {
    return make_panels(MatrixView{b.storage.data, b.rows, b.columns, b.storage.row_stride}, packed);
  }
  packed.assign(b);
  return packed;
}

}  // namespace manyheads
