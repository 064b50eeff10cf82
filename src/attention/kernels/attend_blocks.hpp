#pragma once
/// The blocks of queries in which attend_blocked and attend_backward visit the scores.

#include <algorithm>
#include <cstddef>

#include "attention/kernels/attend.hpp"

namespace manyheads {

/// Rows that are multiplied with the same keys and values at once: neighbouring queries of one
/// head, or, for a single query, the heads that share a key/value head, so that decoding reads what
/// they share once. None of the rows sees a key after the first `keys`.
struct QueryBlock {
  std::size_t b, g;
  bool across_heads;
  std::size_t h, t;  ///< head and query of the first row

  std::size_t rows;
  std::size_t keys;

  std::size_t head(std::size_t i) const { return across_heads ? h + i : h; }
  std::size_t query(std::size_t i) const { return across_heads ? t : t + i; }
  /// The rows of queries or outputs, [rows, width].
  template <typename Float>
  Float* first_row(const HeadRows<Float>& heads) const {
    return heads.row(b, h, t);
  }
  template <typename Float>
  std::size_t row_stride(const HeadRows<Float>& heads) const {
    return across_heads ? heads.head_stride : heads.row_stride;
  }
  MatrixView matrix(const HeadRows<const float>& heads, std::size_t width) const {
    return {first_row(heads), rows, width, row_stride(heads)};
  }
  RowsOut rows_out(const HeadRows<float>& heads) const {
    return {first_row(heads), row_stride(heads)};
  }
};

/// Keys and values of one head as right-hand sides of products. Panels that are not wanted are
/// empty.
struct HeadPanels {
  Panels k, k_transposed, v, v_transposed;
};
struct WantedPanels {
  bool k = false, k_transposed = false, v = false, v_transposed = false;
};

/// K and V are packed unless products can read them in place.
HeadPanels pack_head(const AttendArguments& arguments, std::size_t b, std::size_t g,
                     WantedPanels wanted, HeadScratch& scratch);

/// Whether some block of this batch row has a key that none of its queries sees. The weight of such
/// a key is 0, so it can be left out, unless its values have infinity or NaN: 0 times those is NaN.
bool some_block_hides_keys(const AttendArguments& arguments, std::size_t b);

/// A block of up to kQueryBlock of these rows, beginning at row `first`. It has at least as many
/// keys as `rows` has, and all that its queries see.
inline QueryBlock cut_block(const AttendArguments& arguments, const QueryBlock& rows,
                            std::size_t first) {
  QueryBlock block = rows;
  block.h = rows.head(first);
  block.t = rows.query(first);
  block.rows = std::min(kQueryBlock, rows.rows - first);
  for (std::size_t i = 0; i < block.rows; ++i) {
    block.keys = std::max(block.keys, arguments.visibility.end(block.b, block.query(i)));
  }
  return block;
}

/// Runs visit(block) for each block of these rows.
template <typename Visit>
void visit_blocks(const AttendArguments& arguments, const QueryBlock& rows, const Visit& visit) {
  for (std::size_t first = 0; first < rows.rows; first += kQueryBlock) {
    visit(cut_block(arguments, rows, first));
  }
}

/// Runs begin_head(b, g) for each key/value head, then visit(block) for each of its blocks.
/// @param across_heads  a block is one query of several heads; otherwise several queries of one
///                      head
/// @param begin_head    returns whether blocks may leave out keys that none of their queries sees
template <typename BeginHead, typename Visit>
void for_each_block(const AttendArguments& arguments, bool across_heads,
                    const BeginHead& begin_head, const Visit& visit) {
  const std::size_t B = arguments.run.B, T = arguments.run.T, S = arguments.run.S;
  const std::size_t group = arguments.H / arguments.G;
  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t g = 0; g < arguments.G; ++g) {
      QueryBlock rows{.b = b,
                      .g = g,
                      .across_heads = across_heads,
                      .h = g * group,
                      .t = 0,
                      .rows = across_heads ? group : T,
                      .keys = begin_head(b, g) ? 1 : S};
      const std::size_t end = rows.h + (across_heads ? 1 : group);
      for (; rows.h < end; ++rows.h) visit_blocks(arguments, rows, visit);
    }
  }
}

}  // namespace manyheads
