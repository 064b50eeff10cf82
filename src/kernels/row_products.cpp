/// A chunk of the matrix stays in the first-level cache while all rows of x are multiplied with it,
/// four at a time; their sums stay in registers. That gives 33 GFLOP/s in Node. One row after the
/// other gives 22, packing the matrix first gives 18 (8 rows, 8,192 x 64).

#include "kernels/row_products.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <xsimd/xsimd.hpp>

#include "kernels/matvec.hpp"

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

constexpr std::size_t kChunk = 64;
/// Rows of a chunk that a product reads in place, panel after panel: of a panel that many lines are
/// kept in the first-level cache, also where rows are a power of two apart.
constexpr std::size_t kPanelRows = 256;
/// The most rows of x for dot_many_rows, a whole number of panels.
constexpr std::size_t kMostRows = 64;

MatrixView take_rows(MatrixView matrix, std::size_t first, std::size_t rows) {
  return {matrix.data + first * matrix.row_stride, rows, matrix.columns, matrix.row_stride};
}

/// Calls visit(first, chunk) for chunks of at most `most` rows, each in one piece.
template <typename Visit>
void for_each_chunk(const PagedMatrix& a, std::size_t most, Visit visit) {
  for_each_piece(a, [&](std::size_t first, MatrixView piece) {
    for (std::size_t i = 0; i < piece.rows; i += most) {
      visit(first + i, take_rows(piece, i, std::min(most, piece.rows - i)));
    }
  });
}

/// Calls visit<Rows>(r) for tiles of 4 rows, r .. r + 3, and then for one of 2 and one of 1 if rows
/// are left.
template <typename Visit>
void for_each_tile(std::size_t rows, Visit visit) {
  std::size_t r = 0;
  for (; r + 4 <= rows; r += 4) visit.template operator()<4>(r);
  if (r + 2 <= rows) {
    visit.template operator()<2>(r);
    r += 2;
  }
  if (r < rows) visit.template operator()<1>(r);
}

/// y[r, i] for `Rows` rows of x and `Others` rows of a.
template <std::size_t Rows, std::size_t Others>
void dot_tile(MatrixView x, MatrixView a, RowsOut y) {
  const std::size_t whole = x.columns / Batch::size * Batch::size;
  std::array<std::array<Batch, Others>, Rows> sums;
  for (auto& row : sums) row.fill(Batch(0.0f));
  for (std::size_t k = 0; k < whole; k += Batch::size) {
    std::array<Batch, Others> a_vectors;
    for (std::size_t i = 0; i < Others; ++i) {
      a_vectors[i] = Batch::load_unaligned(a.data + i * a.row_stride + k);
    }
    for (std::size_t r = 0; r < Rows; ++r) {
      const Batch x_vector = Batch::load_unaligned(x.data + r * x.row_stride + k);
      for (std::size_t i = 0; i < Others; ++i)
        sums[r][i] = xsimd::fma(a_vectors[i], x_vector, sums[r][i]);
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t i = 0; i < Others; ++i) {
      y.data[r * y.row_stride + i] = xsimd::reduce_add(sums[r][i]);
    }
  }
  for (std::size_t k = whole; k < x.columns; ++k) {
    for (std::size_t r = 0; r < Rows; ++r) {
      for (std::size_t i = 0; i < Others; ++i) {
        y.data[r * y.row_stride + i] += a.data[i * a.row_stride + k] * x.data[r * x.row_stride + k];
      }
    }
  }
}

/// Adds all rows of a, weighted, to `Rows` rows of y of `Vectors` vectors.
template <std::size_t Rows, std::size_t Vectors>
void add_to_tile(MatrixView x, MatrixView a, RowsOut y) {
  std::array<std::array<Batch, Vectors>, Rows> sums;
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      sums[r][v] = Batch::load_unaligned(y.data + r * y.row_stride + v * Batch::size);
    }
  }
  for (std::size_t i = 0; i < a.rows; ++i) {
    std::array<Batch, Vectors> a_vectors;
    for (std::size_t v = 0; v < Vectors; ++v) {
      a_vectors[v] = Batch::load_unaligned(a.data + i * a.row_stride + v * Batch::size);
    }
    for (std::size_t r = 0; r < Rows; ++r) {
      const Batch weight(x.data[r * x.row_stride + i]);
      for (std::size_t v = 0; v < Vectors; ++v) {
        sums[r][v] = xsimd::fma(weight, a_vectors[v], sums[r][v]);
      }
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      sums[r][v].store_unaligned(y.data + r * y.row_stride + v * Batch::size);
    }
  }
}

/// Adds to as many tiles of `Vectors` vectors as there are from column j on.
/// @return the column after them
template <std::size_t Rows, std::size_t Vectors>
std::size_t add_to_tiles(MatrixView x, MatrixView a, RowsOut y, std::size_t j) {
  constexpr std::size_t kWidth = Vectors * Batch::size;
  for (; j + kWidth <= a.columns; j += kWidth) {
    add_to_tile<Rows, Vectors>(x, {a.data + j, a.rows, kWidth, a.row_stride},
                               {y.data + j, y.row_stride});
  }
  return j;
}

}  // namespace

void dot_rows(MatrixView x, const PagedMatrix& a, RowsOut y) {
  if (x.rows == 1) return matvec(a, x.data, y.data);
  for_each_chunk(a, kChunk, [&](std::size_t first, MatrixView chunk) {
    for_each_tile(x.rows, [&]<std::size_t Rows>(std::size_t r) {
      const MatrixView x_rows = take_rows(x, r, Rows);
      float* const scores = y.data + r * y.row_stride + first;
      std::size_t i = 0;
      for (; i + 2 <= chunk.rows; i += 2) {
        dot_tile<Rows, 2>(x_rows, take_rows(chunk, i, 2), {scores + i, y.row_stride});
      }
      if (i < chunk.rows) {
        dot_tile<Rows, 1>(x_rows, take_rows(chunk, i, 1), {scores + i, y.row_stride});
      }
    });
  });
}

void sum_weighted_rows(MatrixView x, const PagedMatrix& a, RowsOut y) {
  if (x.rows == 1) return vecmat(x.data, a, y.data);
  for (std::size_t r = 0; r < x.rows; ++r) std::fill_n(y.data + r * y.row_stride, a.columns, 0.0f);
  for_each_chunk(a, kChunk, [&](std::size_t first, MatrixView chunk) {
    for_each_tile(x.rows, [&]<std::size_t Rows>(std::size_t r) {
      const MatrixView weights{x.data + r * x.row_stride + first, Rows, chunk.rows, x.row_stride};
      const RowsOut sums{y.data + r * y.row_stride, y.row_stride};
      std::size_t j = add_to_tiles < Rows, Rows == 4 ? 2 : 4 > (weights, chunk, sums, 0);
      j = add_to_tiles<Rows, 1>(weights, chunk, sums, j);
      for (; j < chunk.columns; ++j) {
        for (std::size_t i = 0; i < chunk.rows; ++i) {
          for (std::size_t row = 0; row < Rows; ++row) {
            sums.data[row * sums.row_stride + j] +=
                weights.data[row * weights.row_stride + i] * chunk.data[i * chunk.row_stride + j];
          }
        }
      }
    });
  });
}

void dot_many_rows(const MatrixView& x, const PagedMatrix& a, PackedMatrix& packed,
                   const RowsOut& y) {
  assert(x.rows <= kMostRows);
  packed.assign(x.transposed());
  const std::size_t width = PackedMatrix::padded(x.rows);
  std::array<float, kChunk * kMostRows> products;  // [rows of a, rows of x]
  for_each_chunk(a, kChunk, [&](std::size_t first, MatrixView chunk) {
    matmul(chunk, packed, width, {}, {products.data(), width});
    for (std::size_t r = 0; r < x.rows; ++r) {
      float* const scores = y.data + r * y.row_stride + first;
      for (std::size_t i = 0; i < chunk.rows; ++i) scores[i] = products[i * width + r];
    }
  });
}

void sum_weighted_many_rows(const MatrixView& x, const PagedMatrix& a, const RowsOut& y) {
  if (!PackedMatrix::reads_in_place(a.columns)) return sum_weighted_rows(x, a, y);
  for (std::size_t r = 0; r < x.rows; ++r) std::fill_n(y.data + r * y.row_stride, a.columns, 0.0f);
  for_each_chunk(a, kPanelRows, [&](std::size_t first, MatrixView chunk) {
    matmul_add({x.data + first, x.rows, chunk.rows, x.row_stride}, panels_in_place(chunk),
               a.columns, y);
  });
}

}  // namespace manyheads
