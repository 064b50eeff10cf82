/// C = A B in register tiles: a tile of kTileRows x kPanelWidth sums stays in registers while k
/// runs over a block of the inner size; A is read in place, B from its panels.

#include "kernels/matmul.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <xsimd/xsimd.hpp>

#include "kernels/tile_sizes.hpp"

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

/// One call of the innermost kernel: tiles of A and C, one below the other, and one panel of B.
struct Tiles {
  const float* a;
  std::size_t a_row_stride;
  std::size_t a_column_stride;
  const float* b;
  std::size_t b_row_stride;
  std::size_t inner;
  const float* start;  ///< where the sums start: a row of biases, or the values in C so far
  std::size_t start_row_stride;
  float* c;
  std::size_t c_row_stride;
};

/// Multiplies `count` tiles of `Rows` rows of A by one panel of `Vectors` vectors. Every element
/// sums over k in ascending order, wherever it lies in the tile, so a row's result does not depend
/// on the rows around it.
template <std::size_t Rows, std::size_t Vectors>
void multiply_tiles(const Tiles& tiles, std::size_t count) {
  // No structured binding: clang before 16 cannot capture one.
  const std::size_t a_row_stride = tiles.a_row_stride, a_column_stride = tiles.a_column_stride,
                    b_row_stride = tiles.b_row_stride, c_row_stride = tiles.c_row_stride,
                    start_row_stride = tiles.start_row_stride, inner = tiles.inner;
  const float* const first_b = tiles.b;
  const float *a_rows = tiles.a, *start = tiles.start;
  float* c = tiles.c;
  for (; count > 0; --count) {
    std::array<std::array<Batch, Vectors>, Rows> sums;
    for (std::size_t i = 0; i < Rows; ++i) {
      for (std::size_t v = 0; v < Vectors; ++v) {
        sums[i][v] = Batch::load_unaligned(start + i * start_row_stride + v * Batch::size);
      }
    }
    const float *a = a_rows, *b_row = first_b;
    const float* const b_end = first_b + inner * b_row_stride;
    const auto add_products = [&]() __attribute__((always_inline)) {
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
      a += a_column_stride;
      b_row += b_row_stride;
      // Hides where b_row comes from. Otherwise LLVM computes it anew, with an integer product in
      // each turn of the loop, and the whole takes a tenth longer in Node.
      asm("" : "+r"(b_row));
    };
    // Two steps in a turn of the loop are 3 % faster than one in Node. V8 begins with all loads
    // between two branches: without an exit between the steps it would run out of registers
    // and take 1.6 times as long.
    while (b_row != b_end) {
      add_products();
      if (b_row == b_end) break;
      add_products();
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

/// multiply_tiles for 1 .. Rows rows. Called through a pointer, each stays a function of its own,
/// which V8 can replace by optimized code between two calls. Inlined into the loops around it, it
/// would stay slow for a long time.
template <std::size_t Rows, std::size_t Vectors>
constexpr auto kTileKernels = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<void (*)(const Tiles&, std::size_t), Rows>{&multiply_tiles<I + 1, Vectors>...};
}
(std::make_index_sequence<Rows>());

struct TileShape {
  std::size_t rows;
  std::size_t width;
  void (*const* multiply)(const Tiles&, std::size_t);  ///< for 1 .. `rows` rows
};
constexpr std::array kTileShapes = {
    TileShape{kNarrowRows, kNarrowWidth, kTileKernels<kNarrowRows, kNarrowVectors>.data()},
    TileShape{kTileRows, kPanelWidth, kTileKernels<kTileRows, kPanelVectors>.data()}};

/// Multiplies `rows` rows of A by one panel.
void multiply_rows(const TileShape& shape, Tiles& tiles, std::size_t rows) {
  const std::size_t rest = rows % shape.rows, whole = rows - rest;
  if (whole > 0) shape.multiply[shape.rows - 1](tiles, whole / shape.rows);
  if (rest == 0) return;
  tiles.a += whole * tiles.a_row_stride;
  tiles.start += whole * tiles.start_row_stride;
  tiles.c += whole * tiles.c_row_stride;
  shape.multiply[rest - 1](tiles, 1);
}

/// Multiplies at most kRowBlock rows of A by one panel and stores `columns` columns in C. Where
/// they do not fill a tile, the result goes through a full tile beside C.
void multiply_panel(Tiles&& tiles, std::size_t rows, std::size_t columns) {
  const TileShape& shape = kTileShapes[columns > kNarrowWidth];
  const std::size_t width = shape.width;
  float* const c = tiles.c;
  const std::size_t c_row_stride = tiles.c_row_stride;
  std::array<float, kRowBlock * kPanelWidth> full_tile;
  if (columns < width) {
    if (tiles.start_row_stride > 0) {
      for (std::size_t i = 0; i < rows; ++i) {
        float* const row = full_tile.data() + i * width;
        std::fill_n(std::copy_n(c + i * c_row_stride, columns, row), width - columns, 0.0f);
      }
      tiles.start = full_tile.data();
      tiles.start_row_stride = width;
    }
    tiles.c = full_tile.data();
    tiles.c_row_stride = width;
  }
  multiply_rows(shape, tiles, rows);
  if (columns == width) return;
  for (std::size_t i = 0; i < rows; ++i) {
    std::copy_n(full_tile.data() + i * width, columns, c + i * c_row_stride);
  }
}

/// Copies a block of a matrix with contiguous columns, so that the columns follow one another.
MatrixView copy_columns(MatrixView block, float* to) {
  for (std::size_t k = 0; k < block.columns; ++k) {
    std::copy_n(block.data + k * block.column_stride, block.rows, to + k * kRowBlock);
  }
  return {to, block.rows, block.columns, 1, kRowBlock};
}

/// The work of matmul and matmul_add: sums start from the biases or from the values in C.
void multiply(const MatrixView& a, const Panels& b, std::size_t columns,
              const std::span<const float>& bias, const RowsOut& c, bool adds_to_c) {
  const bool transposed = a.column_stride != 1;
  // A panel that a single tile reads need not stay in the cache.
  const std::size_t inner_block = transposed            ? kInnerBlockTransposed
                                  : a.rows <= kTileRows ? a.columns
                                                        : kInnerBlock;
  // Read in place, rows that are farther apart than this would share places in the cache.
  const bool copies_block = transposed && columns > kPanelWidth && a.column_stride > kRowBlock;
  std::array<float, kPanelWidth> bias_row{};
  for (std::size_t row = 0; row < a.rows; row += kRowBlock) {
    const std::size_t rows = std::min(kRowBlock, a.rows - row);
    for (std::size_t k = 0; k < a.columns; k += inner_block) {
      const std::size_t inner = std::min(inner_block, a.columns - k);
      MatrixView block{a.data + row * a.row_stride + k * a.column_stride, rows, inner, a.row_stride,
                       a.column_stride};
      std::array<float, kRowBlock * kInnerBlockTransposed> block_copy;
      if (copies_block) block = copy_columns(block, block_copy.data());
      const bool from_bias = k == 0 && !adds_to_c;
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

void matmul(const MatrixView& a, const Panels& b, std::size_t columns, std::span<const float> bias,
            const RowsOut& c) {
  multiply(a, b, columns, bias, c, false);
}

void matmul_add(const MatrixView& a, const Panels& b, std::size_t columns, const RowsOut& c) {
  multiply(a, b, columns, {}, c, true);
}

}  // namespace manyheads
