/// dot_rows: a chunk of the matrix stays in the first-level cache while all rows of x are
/// multiplied with it, four at a time; their sums stay in registers. That gives 48 GFLOP/s in Node
/// (4 or 8 rows of x, matrix 4,096 x 64).
///
/// sum_weighted_rows: four whole rows of the matrix are added to two rows of y at a time. That
/// gives 38 GFLOP/s from the third-level cache and 26 from memory (4 rows of x, an AMD Zen 5 server
/// core). Keeping a tile of sums in registers instead gave 50 and 16: such a tile reads pieces of
/// rows, which the CPU does not fetch ahead.

#include "kernels/row_products.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <xsimd/xsimd.hpp>

#include "kernels/matvec.hpp"
#include "kernels/row_streams.hpp"

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

constexpr std::size_t kChunk = 64;
/// Rows of a chunk that sum_weighted_many_rows reads in place, one panel of columns after another.
/// A panel of this many rows stays in the first-level cache, even if its rows are a power of two
/// apart, and their addresses in the first-level TLB: 256 rows took 5 % longer for a latent of 288.
constexpr std::size_t kPanelRows = 128;
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

/// y[r, i] for `XRows` rows of x and `ARows` rows of a.
template <std::size_t XRows, std::size_t ARows>
void dot_tile(MatrixView x, MatrixView a, RowsOut y) {
  const std::size_t whole = x.columns / Batch::size * Batch::size;
  std::array<std::array<Batch, ARows>, XRows> sums;
  for (auto& row : sums) row.fill(Batch(0.0f));
  for (std::size_t k = 0; k < whole; k += Batch::size) {
    std::array<Batch, ARows> a_vectors;
    for (std::size_t i = 0; i < ARows; ++i) {
      a_vectors[i] = Batch::load_unaligned(a.data + i * a.row_stride + k);
    }
    for (std::size_t r = 0; r < XRows; ++r) {
      const Batch x_vector = Batch::load_unaligned(x.data + r * x.row_stride + k);
      for (std::size_t i = 0; i < ARows; ++i)
        sums[r][i] = xsimd::fma(a_vectors[i], x_vector, sums[r][i]);
    }
  }
  for (std::size_t r = 0; r < XRows; ++r) {
    for (std::size_t i = 0; i < ARows; ++i) {
      y.data[r * y.row_stride + i] = xsimd::reduce_add(sums[r][i]);
    }
  }
  for (std::size_t k = whole; k < x.columns; ++k) {
    for (std::size_t r = 0; r < XRows; ++r) {
      for (std::size_t i = 0; i < ARows; ++i) {
        y.data[r * y.row_stride + i] += a.data[i * a.row_stride + k] * x.data[r * x.row_stride + k];
      }
    }
  }
}

/// Rows of a matrix that are added in one step.
template <std::size_t Count>
struct RowsToAdd {
  std::array<const float*, Count> rows;
  std::array<std::size_t, Count> indices;  ///< in the matrix: row i is weighted by x[.., i]
};

/// `Depth` rows of each stream, from row i of the piece on.
template <std::size_t Depth>
RowsToAdd<Depth * kStreams> rows_of_streams(const Streams& streams, std::size_t row_stride,
                                            std::size_t i) {
  RowsToAdd<Depth * kStreams> added;
  for (std::size_t depth = 0; depth < Depth; ++depth) {
    for (std::size_t stream = 0; stream < kStreams; ++stream) {
      const std::size_t at = depth * kStreams + stream, row = i + depth;
      added.rows[at] = streams.rows[stream] + row * row_stride;
      added.indices[at] = stream * streams.length + streams.first + row;
    }
  }
  return added;
}

/// Adds the rows, weighted, to `Queries` rows of y. The weights stay in registers, y in the
/// first-level cache.
template <std::size_t Queries, std::size_t Count>
void add_rows(const RowsToAdd<Count>& added, const float* x, std::size_t x_row_stride,
              std::size_t columns, RowsOut y) {
  std::array<std::array<float, Count>, Queries> weights;
  std::array<std::array<Batch, Count>, Queries> vectors;
  for (std::size_t q = 0; q < Queries; ++q) {
    for (std::size_t i = 0; i < Count; ++i) {
      weights[q][i] = x[q * x_row_stride + added.indices[i]];
      vectors[q][i] = Batch(weights[q][i]);
    }
  }
  const std::size_t whole = columns / Batch::size * Batch::size;
  for (std::size_t j = 0; j < whole; j += Batch::size) {
    std::array<Batch, Queries> sums;
    for (std::size_t q = 0; q < Queries; ++q) {
      sums[q] = Batch::load_unaligned(y.data + q * y.row_stride + j);
    }
    for (std::size_t i = 0; i < Count; ++i) {
      const Batch row_vector = Batch::load_unaligned(added.rows[i] + j);
      for (std::size_t q = 0; q < Queries; ++q) {
        sums[q] = xsimd::fma(vectors[q][i], row_vector, sums[q]);
      }
    }
    for (std::size_t q = 0; q < Queries; ++q) {
      sums[q].store_unaligned(y.data + q * y.row_stride + j);
    }
  }
  for (std::size_t j = whole; j < columns; ++j) {
    for (std::size_t q = 0; q < Queries; ++q) {
      float& sum = y.data[q * y.row_stride + j];
      for (std::size_t i = 0; i < Count; ++i) sum += weights[q][i] * added.rows[i][j];
    }
  }
}

/// Adds the rows to all rows of y, two at a time.
template <std::size_t Count>
void add_rows_for_all(const RowsToAdd<Count>& added, MatrixView x, std::size_t columns, RowsOut y) {
  std::size_t r = 0;
  for (; r + 2 <= x.rows; r += 2) {
    add_rows<2>(added, x.data + r * x.row_stride, x.row_stride, columns,
                {y.data + r * y.row_stride, y.row_stride});
  }
  if (r < x.rows) {
    add_rows<1>(added, x.data + r * x.row_stride, x.row_stride, columns,
                {y.data + r * y.row_stride, y.row_stride});
  }
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
  for (std::size_t r = 0; r < x.rows; ++r) std::fill_n(y.data + r * y.row_stride, a.columns, 0.0f);
  const std::size_t stride = a.storage.row_stride;
  for_each_stream_step(a, [&](const Streams& streams) {
    std::size_t i = 0;
    if (x.rows == 1) {  // leaves registers for twice as many weights
      for (; i + 2 <= streams.count; i += 2) {
        add_rows<1>(rows_of_streams<2>(streams, stride, i), x.data, 0, a.columns, y);
      }
    }
    for (; i < streams.count; ++i) {
      add_rows_for_all(rows_of_streams<1>(streams, stride, i), x, a.columns, y);
    }
  });
  for (std::size_t i = first_row_after_streams(a); i < a.rows; ++i) {
    add_rows_for_all(RowsToAdd<1>{{a.storage.row(i)}, {i}}, x, a.columns, y);
  }
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
