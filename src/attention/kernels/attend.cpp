/// The scale goes into the exponent and the division by a row's sum onto its output: of the passes
/// over T x S scores only the mask, the maximum and the exponential are left. With the exponential
/// of our own that took (1024, 768, 12) in Node from 295 to 237 ms, half of it in the projections.

#include "attention/kernels/attend.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "attention/kernels/score_rows.hpp"
#include "kernels/row_products.hpp"

namespace manyheads {
namespace {

/// Rows that meet the same keys and values at once, and the first keys, which are all that one of
/// them sees: neighbouring queries of one head; or, of a single query, the heads that share a
/// key/value head, so that decoding reads what they share once.
struct Block {
  std::size_t b, g;
  bool across_heads;
  std::size_t h, t;  ///< of the first row
  std::size_t rows;
  std::size_t keys;

  std::size_t head_of(std::size_t i) const { return across_heads ? h + i : h; }
  std::size_t query_of(std::size_t i) const { return across_heads ? t : t + i; }
  /// The rows of queries or outputs, [rows, width].
  template <typename Float>
  Float* first_row(const HeadRows<Float>& of) const {
    return of.row(b, h, t);
  }
  template <typename Float>
  std::size_t row_stride(const HeadRows<Float>& of) const {
    return across_heads ? of.head_stride : of.row_stride;
  }
};

/// The raw scores of row i, with room for whole vectors, become its unnormalized weights.
/// @return the sum of the weights before dropout
float weigh_and_drop(const AttendArguments& arguments, const Block& block, std::size_t i,
                     const std::span<float>& scores) {
  ScoreRow row{block.b, block.head_of(i), block.query_of(i), 0, scores};
  const float sum = weigh(arguments, row);
  row.scores = row.scores.first(arguments.visibility.end(row.b, row.t));  // the others are 0
  drop(arguments, row);
  return sum;
}

/// The sum of weights * V becomes the mean, and 0 for a query that saw no key.
void finish(const AttendArguments& arguments, std::size_t h, float sum,
            const std::span<float>& output) {
  const float inverse = 1.0f / sum;
  for (float& value : output) value *= inverse;
  finish_row(arguments, h, sum != 0.0f, output);
}

/// Keys and values of one head as right-hand sides, or nothing: then they are read where they lie.
struct HeadPanels {
  Panels keys, values;
};

/// scores = Q K^T, of the block's keys
void score(const AttendArguments& arguments, const Block& block,
           const std::optional<HeadPanels>& head, const RowsOut& scores) {
  const MatrixView q{block.first_row(arguments.q), block.rows, arguments.d_head,
                     block.row_stride(arguments.q)};
  if (head) {
    matmul(q, head->keys, PackedMatrix::padded(block.keys), {}, scores);
  } else {
    dot_rows(q, {arguments.k.head(block.b, block.g), block.keys, arguments.d_head}, scores);
  }
}

/// outputs = weights V
void average(const AttendArguments& arguments, const Block& block,
             const std::optional<HeadPanels>& head, MatrixView weights, RowsOut outputs) {
  if (head) {
    matmul(weights, head->values, arguments.d_value, {}, outputs);
  } else {
    weigh_rows(weights, {arguments.v.head(block.b, block.g), block.keys, arguments.d_value},
               outputs);
  }
}

void attend_block(const AttendArguments& arguments, const Block& block,
                  const std::optional<HeadPanels>& head, HeadRows<float> heads,
                  AttendScratch& scratch, const KeptWeights* kept) {
  std::array<float, kQueryBlock> own_sums;
  float* sums = own_sums.data();
  RowsOut scores{scratch.scores.data(), PackedMatrix::padded(block.keys)};
  std::size_t width = block.keys;
  if (kept) {
    const std::size_t first = kept->row(arguments, block.b, block.h, block.t);
    sums = kept->sums + first;
    scores = {kept->weights + first * kept->row_stride, kept->row_stride};
    width = kept->row_stride;
  }
  const RowsOut outputs{block.first_row(heads), block.row_stride(heads)};

  score(arguments, block, head, scores);
  for (std::size_t i = 0; i < block.rows; ++i) {
    sums[i] = weigh_and_drop(arguments, block, i, {scores.data + i * scores.row_stride, width});
  }
  average(arguments, block, head, {scores.data, block.rows, block.keys, scores.row_stride},
          outputs);
  for (std::size_t i = 0; i < block.rows; ++i) {
    finish(arguments, block.head_of(i), sums[i],
           {outputs.data + i * outputs.row_stride, arguments.d_value});
  }
}

/// Whether there are keys that some query does not see, and they may be left out: their weight is
/// 0, and 0 * infinity would be NaN. The first block sees the fewest.
bool may_leave_out(const AttendArguments& arguments, std::size_t b, const PagedMatrix& v) {
  const std::size_t last = std::min(arguments.run.T, kQueryBlock) - 1;
  return arguments.visibility.end(b, last) < v.rows && all_finite(v);
}

}  // namespace

void attend_blocked(const AttendArguments& arguments, HeadRows<float> heads, AttendScratch& scratch,
                    const KeptWeights* kept) {
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t group = arguments.H / arguments.G;
  const bool across_heads = T == 1;
  const std::size_t rows = across_heads ? group : T, heads_apart = across_heads ? 1 : group;
  scratch.scores.reserve({std::min(rows, kQueryBlock), PackedMatrix::padded(S)},
                         "a block of scores");
  // Packing keys and values first pays from 12 queries of them on at up to 256 keys (a tenth at 16
  // queries), from 24 on at 1,024 of width 64.
  const bool packed = group * T >= (S <= 256 ? 12 : 24);

  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t g = 0; g < arguments.G; ++g) {
      const PagedMatrix v{arguments.v.head(b, g), S, arguments.d_value};
      std::optional<HeadPanels> head;
      if (packed) {
        scratch.keys.assign_transposed({arguments.k.head(b, g), S, arguments.d_head});
        head = {scratch.keys, panels_of(v, scratch.values)};
      }
      const std::size_t fewest_keys = may_leave_out(arguments, b, v) ? 1 : S;

      for (std::size_t h = g * group; h < g * group + heads_apart; ++h) {
        for (std::size_t first = 0; first < rows; first += kQueryBlock) {
          Block block{.b = b,
                      .g = g,
                      .across_heads = across_heads,
                      .h = across_heads ? h + first : h,
                      .t = across_heads ? 0 : first,
                      .rows = std::min(kQueryBlock, rows - first),
                      .keys = fewest_keys};
          for (std::size_t i = 0; i < block.rows; ++i) {
            block.keys = std::max(block.keys, arguments.visibility.end(b, block.query_of(i)));
          }
          attend_block(arguments, block, head, heads, scratch, kept);
        }
      }
    }
  }
}

}  // namespace manyheads
