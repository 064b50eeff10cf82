/// C = A B in register tiles: a tile of kTileRows x kPanelWidth sums stays in registers while k
/// runs over a block of the inner size; A is read in place, B from its panels.

#include "kernels/matmul.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <xsimd/xsimd.hpp>

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

constexpr std::size_t kPanelVectors = Batch::size >= 16 ? 2 : 4;
constexpr std::size_t kPanelWidth = kPanelVectors * Batch::size;
// Sums + one panel row + one element of A must fit the vector registers: V8 leaves WebAssembly 15
// (2 x 4 + 4 + 1 = 13), AVX2 has 16, AVX-512 has 32 (12 x 2 + 2 + 1 = 27).
constexpr std::size_t kTileRows = Batch::size >= 16 ? 12 : 2;
// Where half a panel is all that is left, such as the values of a head of width 8, a tile of as
// many sums is narrow and high: half of a wide one would be zeros.
constexpr std::size_t kNarrowVectors = kPanelVectors / 2;
constexpr std::size_t kNarrowWidth = kPanelWidth / 2;
constexpr std::size_t kNarrowRows = Batch::size >= 16 ? 12 : 4;
// A panel's block of kInnerBlock rows stays in the first-level cache (32 KB) while all tiles of a
// block of kRowBlock rows of A, which stays in the second-level cache, read it: 36 instead of 30
// GFLOP/s at 1024 x 768 x 768 in Node; with AVX-512, and panels on cache lines, 176 instead of 159.
constexpr std::size_t kInnerBlock = 32768 / sizeof(float) / kPanelWidth;
constexpr std::size_t kRowBlock = 96;
// The elements of a transposed A are a row apart. So many columns of such a block are copied
// together (48 KB): in place, 512 x 256 x 512 takes 13 % longer in Node, since its rows share
// places in the first-level cache.
constexpr std::size_t kInnerBlockTransposed = 128;
// A right-hand side is read in place if the rows of such a block span at most so many floats, half
// of the first-level cache.
constexpr std::size_t kReachInPlace = 4096;

/// One call of the innermost kernel: tiles one below the other, which meet the same panel.
struct Tiles {
  const float* a;
  std::size_t a_row_stride;
  std::size_t a_column_stride;
  const float* b;
  std::size_t b_row_stride;
  std::size_t inner;
  const float* start;  ///< the sums before: a row of biases, or what C holds so far
  std::size_t start_row_stride;
  float* c;
  std::size_t c_row_stride;
};

/// `count` times `Rows` rows of A times one panel of `Vectors` vectors. Every element sums over k
/// in ascending order, wherever it lies in the tile, so a row's result does not depend on the rows
/// beside it.
template <std::size_t Rows, std::size_t Vectors>
void multiply_tiles(const Tiles& tiles, std::size_t count) {
  const auto [first_a, a_row_stride, a_column_stride, first_b, b_row_stride, inner, first_start,
              start_row_stride, first_c, c_row_stride] = tiles;
  const float *a_rows = first_a, *start = first_start;
  float* c = first_c;
  for (; count > 0; --count) {
    std::array<std::array<Batch, Vectors>, Rows> sums;
    for (std::size_t i = 0; i < Rows; ++i) {
      for (std::size_t v = 0; v < Vectors; ++v) {
        sums[i][v] = Batch::load_unaligned(start + i * start_row_stride + v * Batch::size);
      }
    }
    const float *a = a_rows, *b_row = first_b;
    for (std::size_t k = 0; k < inner; ++k, a += a_column_stride, b_row += b_row_stride) {
      std::array<Batch, Vectors> b;
      for (std::size_t v = 0; v < Vectors; ++v) {
        b[v] = Batch::load_unaligned(b_row + v * Batch::size);
      }
      for (std::size_t i = 0; i < Rows; ++i) {
        const Batch element(a[i * a_row_stride]);
        for (std::size_t v = 0; v < Vectors; ++v) {
          sums[i][v] = xsimd::fma(element, b[v], sums[i][v]);
        }
      }
    }
    for (std::size_t i = 0; i < Rows; ++i) {
      for (std::size_t v = 0; v < Vectors; ++v) {
        sums[i][v].store_unaligned(c + i * c_row_stride + v * Batch::size);
      }
    }
    a_rows += Rows * a_row_stride;
    start += Rows * start_row_stride;
    c += Rows * c_row_stride;
  }
}

/// multiply_tiles for 1 .. Rows rows. Through a pointer each stays a function of its own, which V8
/// compiles anew between calls; inlined into the loops around it, it would stay slow for long.
template <std::size_t Rows, std::size_t Vectors>
constexpr auto kTilesUpTo = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<void (*)(const Tiles&, std::size_t), Rows>{&multiply_tiles<I + 1, Vectors>...};
}
(std::make_index_sequence<Rows>());

struct TileShape {
  std::size_t rows;
  std::size_t width;
  void (*const* multiply)(const Tiles&, std::size_t);  ///< for 1 .. `rows` rows
};
constexpr std::array kTileShapes = {
    TileShape{kNarrowRows, kNarrowWidth, kTilesUpTo<kNarrowRows, kNarrowVectors>.data()},
    TileShape{kTileRows, kPanelWidth, kTilesUpTo<kTileRows, kPanelVectors>.data()}};

/// `rows` rows of A times one panel.
void multiply_rows(const TileShape& shape, Tiles& tiles, std::size_t rows) {
  const std::size_t rest = rows % shape.rows, whole = rows - rest;
  if (whole > 0) shape.multiply[shape.rows - 1](tiles, whole / shape.rows);
  if (rest == 0) return;
  tiles.a += whole * tiles.a_row_stride;
  tiles.start += whole * tiles.start_row_stride;
  tiles.c += whole * tiles.c_row_stride;
  shape.multiply[rest - 1](tiles, 1);
}

/// At most kRowBlock rows of A times one panel, of which C takes `columns`: where they do not fill
/// the tile, through a full one beside C.
void multiply_panel(Tiles&& tiles, std::size_t rows, std::size_t columns) {
  const TileShape& shape = kTileShapes[columns > kNarrowWidth];
  const std::size_t width = shape.width;
  float* const c = tiles.c;
  const std::size_t c_row_stride = tiles.c_row_stride;
  std::array<float, kRowBlock * kPanelWidth> beside;
  if (columns < width) {
    if (tiles.start_row_stride > 0) {
      for (std::size_t i = 0; i < rows; ++i) {
        float* const row = beside.data() + i * width;
        std::fill_n(std::copy_n(c + i * c_row_stride, columns, row), width - columns, 0.0f);
      }
      tiles.start = beside.data();
      tiles.start_row_stride = width;
    }
    tiles.c = beside.data();
    tiles.c_row_stride = width;
  }
  multiply_rows(shape, tiles, rows);
  if (columns == width) return;
  for (std::size_t i = 0; i < rows; ++i) {
    std::copy_n(beside.data() + i * width, columns, c + i * c_row_stride);
  }
}

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

/// A block of a matrix whose columns are contiguous, copied so that they follow one another.
MatrixView gathered(MatrixView block, float* to) {
  for (std::size_t k = 0; k < block.columns; ++k) {
    std::copy_n(block.data + k * block.column_stride, block.rows, to + k * kRowBlock);
  }
  return {to, block.rows, block.columns, 1, kRowBlock};
}

/// Both matmuls: sums begin at the biases or at what C holds.
void multiply(const MatrixView& a, const Panels& b, std::size_t columns,
              const std::span<const float>& bias, const RowsOut& c, bool adds) {
  const bool transposed = a.column_stride != 1;
  const std::size_t inner_block = transposed ? kInnerBlockTransposed : kInnerBlock;
  // Rows this close together do not share places in the cache.
  const bool gathers = transposed && columns > kPanelWidth && a.column_stride > kRowBlock;
  std::array<float, kPanelWidth> bias_row{};
  for (std::size_t row = 0; row < a.rows; row += kRowBlock) {
    const std::size_t rows = std::min(kRowBlock, a.rows - row);
    for (std::size_t k = 0; k < a.columns; k += inner_block) {
      const std::size_t inner = std::min(inner_block, a.columns - k);
      MatrixView block{a.data + row * a.row_stride + k * a.column_stride, rows, inner, a.row_stride,
                       a.column_stride};
      std::array<float, kRowBlock * kInnerBlockTransposed> near;
      if (gathers) block = gathered(block, near.data());
      const bool from_bias = k == 0 && !adds;
      for (std::size_t first = 0; first < columns; first += kPanelWidth) {
        const std::size_t width = std::min(kPanelWidth, columns - first);
        if (!bias.empty()) std::copy_n(bias.data() + first, width, bias_row.data());
        float* const out = c.data + row * c.row_stride + first;
        multiply_panel({.a = block.data,
                        .a_row_stride = block.row_stride,
                        .a_column_stride = block.column_stride,
                        .b = b.data + first / kPanelWidth * b.panel_stride + k * b.row_stride,
                        .b_row_stride = b.row_stride,
                        .inner = inner,
                        .start = from_bias ? bias_row.data() : out,
                        .start_row_stride = from_bias ? 0 : c.row_stride,
                        .c = out,
                        .c_row_stride = c.row_stride},
                       rows, width);
      }
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

void matmul(const MatrixView& a, const Panels& b, std::size_t columns, std::span<const float> bias,
            const RowsOut& c) {
  multiply(a, b, columns, bias, c, false);
}

void matmul_add(const MatrixView& a, const Panels& b, std::size_t columns, const RowsOut& c) {
  multiply(a, b, columns, {}, c, true);
}

}  // namespace manyheads
