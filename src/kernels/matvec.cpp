#include "kernels/matvec.hpp"

#include <algorithm>
#include <array>
#include <xsimd/xsimd.hpp>

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

/// Both products read rows from this many places at a time: one stream leaves memory idle. At 1,024
/// x 64 in the third-level cache, matvec then takes 98 us instead of 130.
constexpr std::size_t kStreams = 4;

/// A position in each stream. The matrix is cut into streams of `length` rows, one after the other.
struct Streams {
  std::array<const float*, kStreams> rows;
  std::size_t first;  ///< index of the row in its stream
  std::size_t length;
  std::size_t count;  ///< how many rows of each stream, with this one, are in one piece
};

/// Calls visit(streams) at the start, and wherever a stream enters another piece.
template <typename Visit>
void for_each_streams(const PagedMatrix& a, Visit visit) {
  const std::size_t length = a.rows / kStreams;
  for (std::size_t first = 0; first < length;) {
    Streams streams{{}, first, length, length - first};
    for (std::size_t stream = 0; stream < kStreams; ++stream) {
      const std::size_t i = stream * length + first;
      streams.rows[stream] = a.storage.row(i);
      streams.count = std::min(streams.count, a.storage.rows_in_piece(i));
    }
    visit(streams);
    first += streams.count;
  }
}

/// One product for each row.
template <std::size_t Count>
std::array<float, Count> multiply_rows(const std::array<const float*, Count>& rows,
                                       std::size_t columns, const float* x) {
  const std::size_t whole = columns / Batch::size * Batch::size;
  std::array<Batch, Count> sums;
  sums.fill(Batch(0.0f));
  for (std::size_t k = 0; k < whole; k += Batch::size) {
    const Batch x_vector = Batch::load_unaligned(x + k);
    for (std::size_t i = 0; i < Count; ++i) {
      sums[i] = xsimd::fma(Batch::load_unaligned(rows[i] + k), x_vector, sums[i]);
    }
  }
  std::array<float, Count> products;
  for (std::size_t i = 0; i < Count; ++i) {
    products[i] = xsimd::reduce_add(sums[i]);
    for (std::size_t k = whole; k < columns; ++k) products[i] += rows[i][k] * x[k];
  }
  return products;
}

/// y += sum of weights[i] * rows[i]. The weights stay in registers, y in the first-level cache, and
/// rows are read from end to end: 4.5 us at 1,024 x 64 in Node, where sums in registers, 16 columns
/// at a time, took 6.4.
template <std::size_t Count>
void add_rows(const std::array<const float*, Count>& rows, const std::array<float, Count>& weights,
              std::size_t columns, float* y) {
  std::array<Batch, Count> vectors;
  for (std::size_t i = 0; i < Count; ++i) vectors[i] = Batch(weights[i]);
  const std::size_t whole = columns / Batch::size * Batch::size;
  for (std::size_t j = 0; j < whole; j += Batch::size) {
    Batch sum = Batch::load_unaligned(y + j);
    for (std::size_t i = 0; i < Count; ++i) {
      sum = xsimd::fma(vectors[i], Batch::load_unaligned(rows[i] + j), sum);
    }
    sum.store_unaligned(y + j);
  }
  for (std::size_t j = whole; j < columns; ++j) {
    for (std::size_t i = 0; i < Count; ++i) y[j] += weights[i] * rows[i][j];
  }
}

}  // namespace

void matvec(const PagedMatrix& a, const float* x, float* y) {
  for_each_streams(a, [&](Streams& streams) {
    for (std::size_t i = 0; i < streams.count; ++i) {
      const auto products = multiply_rows(streams.rows, a.columns, x);
      for (std::size_t stream = 0; stream < kStreams; ++stream) {
        y[stream * streams.length + streams.first + i] = products[stream];
        streams.rows[stream] += a.storage.row_stride;
      }
    }
  });
  for (std::size_t i = a.rows / kStreams * kStreams; i < a.rows; ++i) {
    y[i] = multiply_rows<1>({a.storage.row(i)}, a.columns, x)[0];
  }
}

void vecmat(const float* x, const PagedMatrix& a, float* y) {
  std::fill_n(y, a.columns, 0.0f);
  const std::size_t stride = a.storage.row_stride;
  for_each_streams(a, [&](const Streams& streams) {
    const auto& rows = streams.rows;
    const float* const weights = x + streams.first;
    const std::size_t length = streams.length;
    std::size_t i = 0;
    for (; i + 2 <= streams.count; i += 2) {
      // Two rows of each stream: more would not fit into the registers.
      std::array<const float*, 2 * kStreams> row_pairs;
      std::array<float, 2 * kStreams> weight_pairs;
      for (std::size_t stream = 0; stream < kStreams; ++stream) {
        for (std::size_t next = 0; next < 2; ++next) {
          row_pairs[next * kStreams + stream] = rows[stream] + (i + next) * stride;
          weight_pairs[next * kStreams + stream] = weights[stream * length + i + next];
        }
      }
      add_rows(row_pairs, weight_pairs, a.columns, y);
    }
    if (i == streams.count) return;
    for (std::size_t stream = 0; stream < kStreams; ++stream) {
      add_rows<1>({rows[stream] + i * stride}, {weights[stream * length + i]}, a.columns, y);
    }
  });
  for (std::size_t i = a.rows / kStreams * kStreams; i < a.rows; ++i) {
    add_rows<1>({a.storage.row(i)}, {x[i]}, a.columns, y);
  }
}

}  // namespace manyheads
