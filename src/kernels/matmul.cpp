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
// A panel's block of kInnerBlock rows stays in the first-level cache (32 KB) while all tiles of a
// block of kRowBlock rows of A, which stays in the second-level cache, read it: 36 instead of 30
// GFLOP/s at 1024 x 768 x 768 in Node; with AVX-512, and panels on cache lines, 176 instead of 159.
constexpr std::size_t kInnerBlock = 32768 / sizeof(float) / kPanelWidth;
constexpr std::size_t kRowBlock = 96;
// Of a transposed A, whose elements lie a row apart, so many columns of such a block are copied
// together (48 KB): in place, 512 x 256 x 512 takes 13 % longer in Node, since its rows meet in the
// same places of the first-level cache.
constexpr std::size_t kInnerBlockTransposed = 128;

/// One call of the innermost kernel.
struct Tile {
  const float* a;
  std::size_t a_row_stride;
  std::size_t a_column_stride;
  const float* panel;
  std::size_t inner;
  const float* start;  ///< the sums before: a row of biases, or what C holds so far
  std::size_t start_row_stride;
  float* c;
  std::size_t c_row_stride;
};

/// `Rows` rows of A times one panel. Every element sums over k in ascending order, wherever it lies
/// in the tile, so a row's result does not depend on the rows beside it.
template <std::size_t Rows>
void multiply_tile(const Tile& tile) {
  const auto [first_a, a_row_stride, a_column_stride, first_panel_row, inner, start,
              start_row_stride, c, c_row_stride] = tile;
  std::array<std::array<Batch, kPanelVectors>, Rows> sums;
  for (std::size_t i = 0; i < Rows; ++i) {
    for (std::size_t v = 0; v < kPanelVectors; ++v) {
      sums[i][v] = Batch::load_unaligned(start + i * start_row_stride + v * Batch::size);
    }
  }
  const float *a = first_a, *panel = first_panel_row;
  for (std::size_t k = 0; k < inner; ++k, a += a_column_stride, panel += kPanelWidth) {
    std::array<Batch, kPanelVectors> b;
    for (std::size_t v = 0; v < kPanelVectors; ++v) {
      b[v] = Batch::load_unaligned(panel + v * Batch::size);
    }
    for (std::size_t i = 0; i < Rows; ++i) {
      const Batch element(a[i * a_row_stride]);
      for (std::size_t v = 0; v < kPanelVectors; ++v) {
        sums[i][v] = xsimd::fma(element, b[v], sums[i][v]);
      }
    }
  }
  for (std::size_t i = 0; i < Rows; ++i) {
    for (std::size_t v = 0; v < kPanelVectors; ++v) {
      sums[i][v].store_unaligned(c + i * c_row_stride + v * Batch::size);
    }
  }
}

/// multiply_tile for 1 .. kTileRows rows. Through a pointer each stays a function of its own, which
/// V8 compiles anew between calls; inlined into the loops around it, it would stay slow for long.
constexpr auto kTiles = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<void (*)(const Tile&), kTileRows>{&multiply_tile<I + 1>...};
}
(std::make_index_sequence<kTileRows>());

/// A tile that reaches over the last column: through a full one beside C.
void multiply_edge_tile(Tile tile, std::size_t rows, std::size_t columns) {
  std::array<float, kTileRows * kPanelWidth> edge{};
  for (std::size_t i = 0; i < rows; ++i) {
    std::copy_n(tile.start + i * tile.start_row_stride, columns, edge.data() + i * kPanelWidth);
  }
  float* const c = std::exchange(tile.c, edge.data());
  const std::size_t c_row_stride = std::exchange(tile.c_row_stride, kPanelWidth);
  tile.start = edge.data();
  tile.start_row_stride = kPanelWidth;
  kTiles[rows - 1](tile);
  for (std::size_t i = 0; i < rows; ++i) {
    std::copy_n(edge.data() + i * kPanelWidth, columns, c + i * c_row_stride);
  }
}

/// Rows of `a` times columns first .. of `b`, one panel, the inner sizes from `k` on.
void multiply_panel(MatrixView a, const float* panel, Tile tile, std::size_t columns) {
  tile.a_row_stride = a.row_stride;
  tile.a_column_stride = a.column_stride;
  for (std::size_t i = 0; i < a.rows; i += kTileRows) {
    const std::size_t rows = std::min(kTileRows, a.rows - i);
    tile.a = a.data + i * a.row_stride;
    tile.panel = panel;
    if (columns == kPanelWidth) {
      kTiles[rows - 1](tile);
    } else {
      multiply_edge_tile(tile, rows, columns);
    }
    tile.start += rows * tile.start_row_stride;
    tile.c += rows * tile.c_row_stride;
  }
}

/// At most kPanelWidth columns; reads along whichever axis is contiguous.
void pack_panel(MatrixView matrix, float* out) {
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
void multiply(MatrixView a, const PackedMatrix& b, std::size_t columns, std::span<const float> bias,
              RowsOut c, bool adds) {
  const bool transposed = a.column_stride != 1;
  const std::size_t inner_block = transposed ? kInnerBlockTransposed : kInnerBlock;
  for (std::size_t row = 0; row < a.rows; row += kRowBlock) {
    const std::size_t rows = std::min(kRowBlock, a.rows - row);
    for (std::size_t k = 0; k < a.columns; k += inner_block) {
      const std::size_t inner = std::min(inner_block, a.columns - k);
      MatrixView block{a.data + row * a.row_stride + k * a.column_stride, rows, inner, a.row_stride,
                       a.column_stride};
      std::array<float, kRowBlock * kInnerBlockTransposed> near;
      if (transposed && columns > kPanelWidth) block = gathered(block, near.data());
      for (std::size_t first = 0; first < columns; first += kPanelWidth) {
        const std::size_t width = std::min(kPanelWidth, columns - first);
        std::array<float, kPanelWidth> bias_row{};
        if (!bias.empty()) std::copy_n(bias.data() + first, width, bias_row.data());
        float* const out = c.data + row * c.row_stride + first;
        const bool from_bias = k == 0 && !adds;
        multiply_panel(block, b.panel(first / kPanelWidth) + k * kPanelWidth,
                       {.a = nullptr,
                        .a_row_stride = 0,
                        .a_column_stride = 0,
                        .panel = nullptr,
                        .inner = inner,
                        .start = from_bias ? bias_row.data() : out,
                        .start_row_stride = from_bias ? 0 : c.row_stride,
                        .c = out,
                        .c_row_stride = c.row_stride},
                       width);
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
void PackedMatrix::put(std::size_t row, std::size_t column, MatrixView piece) {
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

void matmul(MatrixView a, const PackedMatrix& b, std::size_t columns, std::span<const float> bias,
            RowsOut c) {
  multiply(a, b, columns, bias, c, false);
}

void matmul_add(MatrixView a, const PackedMatrix& b, std::size_t columns, RowsOut c) {
  multiply(a, b, columns, {}, c, true);
}

}  // namespace manyheads
