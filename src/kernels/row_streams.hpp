#pragma once
/// The rows of a matrix from several places at a time: one stream leaves memory idle.

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/matrix_view.hpp"

namespace manyheads {

inline constexpr std::size_t kStreams = 4;

/// A position in each stream. The matrix is cut into streams of `length` rows, one after the other.
struct Streams {
  std::array<const float*, kStreams> rows;
  std::size_t first;  ///< index of the row in its stream
  std::size_t length;
  std::size_t count;  ///< how many rows of each stream, with this one, are in one piece
};

/// Calls visit(streams) at the start, and wherever a stream enters another piece.
template <typename Visit>
void for_each_stream_step(const PagedMatrix& a, Visit visit) {
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

/// The first row that is in no stream: fewer than kStreams are left.
inline std::size_t first_row_after_streams(const PagedMatrix& a) {
  return a.rows / kStreams * kStreams;
}

}  // namespace manyheads
