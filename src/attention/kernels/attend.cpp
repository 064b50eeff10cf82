/// The exponential includes the scale, and the output is divided by the row's sum, so only three
/// passes over the T x S scores are left: mask, maximum and exponential. Together with our own
/// exponential this took (1024, 768, 12) in Node from 295 to 237 ms, half of which is the
/// projections.

#include "attention/kernels/attend.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "attention/kernels/attend_blocks.hpp"
#include "attention/kernels/score_rows.hpp"
#include "kernels/row_products.hpp"

namespace manyheads {
namespace {

/// Replaces the raw scores of row i, with room for whole vectors, by its unnormalized weights.
/// @return the sum of the weights before dropout
float compute_and_drop_weights(const AttendArguments& arguments, const QueryBlock& block,
                               std::size_t i, const std::span<float>& scores) {
  ScoreRow row{block.b, block.head(i), block.query(i), 0, scores};
  const float sum = compute_weights(arguments, row);
  row.scores = row.scores.first(arguments.visibility.end(row.b, row.t));  // the others are 0
  apply_dropout(arguments, row);
  return sum;
}

/// Divides the sum of weights * V by the sum of the weights; 0 for a query that saw no key.
void finish(const AttendArguments& arguments, std::size_t h, float sum,
            const std::span<float>& output) {
  const float inverse = 1.0f / sum;
  for (float& value : output) value *= inverse;
  finish_row(arguments, h, sum != 0.0f, output);
}

/// How a head's keys and values are read.
enum class Reading {
  kPacked,           ///< packed once, for many queries in several blocks
  kInPlace,          ///< for a few queries
  kInPlaceAsMatrix,  ///< for one block of many queries: heads of one token that share keys and
                     ///< values
};

/// In place, a single product is the fastest from 12 rows on. Packing saves time from 12 queries on
/// with up to 256 keys (a tenth at 16 queries), and from 24 queries on with 1,024 keys of width 64.
Reading choose_reading(const AttendArguments& arguments, bool across_heads) {
  const std::size_t queries = arguments.H / arguments.G * arguments.run.T;
  if (across_heads) return queries < 12 ? Reading::kInPlace : Reading::kInPlaceAsMatrix;
  return queries < (arguments.run.S <= 256 ? 12 : 24) ? Reading::kInPlace : Reading::kPacked;
}

/// A head's keys and values. `packed` has them only if `reading` is kPacked.
struct HeadOperands {
  Reading reading;
  HeadPanels packed;
  HeadScratch& scratch;
};

/// scores = Q K^T for the block's keys
void score(const AttendArguments& arguments, const QueryBlock& block, const HeadOperands& head,
           const RowsOut& scores) {
  const MatrixView q = block.matrix(arguments.q, arguments.d_head);
  const PagedMatrix k{arguments.k.head(block.b, block.g), block.keys, arguments.d_head};
  switch (head.reading) {
    case Reading::kPacked:
      return matmul(q, head.packed.k_transposed, PackedMatrix::padded(block.keys), {}, scores);
    case Reading::kInPlace:
      return dot_rows(q, k, scores);
    case Reading::kInPlaceAsMatrix:
      return dot_many_rows(q, k, head.scratch.k_transposed, scores);
  }
}

/// outputs = weights V
void average(const AttendArguments& arguments, const QueryBlock& block, const HeadOperands& head,
             const MatrixView& weights, const RowsOut& outputs) {
  const PagedMatrix v{arguments.v.head(block.b, block.g), block.keys, arguments.d_value};
  switch (head.reading) {
    case Reading::kPacked:
      return matmul(weights, head.packed.v, arguments.d_value, {}, outputs);
    case Reading::kInPlace:
      return sum_weighted_rows(weights, v, outputs);
    case Reading::kInPlaceAsMatrix:
      return sum_weighted_many_rows(weights, v, outputs);
  }
}

/// Memory for a block's weights and their sums. The scores are written there first.
struct BlockWeights {
  RowsOut rows;
  std::size_t width;
  float* sums;
};

void attend_block(const AttendArguments& arguments, const QueryBlock& block,
                  const HeadOperands& head, const HeadRows<float>& heads,
                  const BlockWeights& weights) {
  const auto& [rows, width, sums] = weights;
  const RowsOut outputs = block.rows_out(heads);
  score(arguments, block, head, rows);
  for (std::size_t i = 0; i < block.rows; ++i) {
    sums[i] =
        compute_and_drop_weights(arguments, block, i, {rows.data + i * rows.row_stride, width});
  }
  average(arguments, block, head, {rows.data, block.rows, block.keys, rows.row_stride}, outputs);
  for (std::size_t i = 0; i < block.rows; ++i) {
    finish(arguments, block.head(i), sums[i],
           {outputs.data + i * outputs.row_stride, arguments.d_value});
  }
}

}  // namespace

void attend_blocked(const AttendArguments& arguments, HeadRows<float> heads, AttendScratch& scratch,
                    const UnnormalizedWeights* weights) {
  const std::size_t T = arguments.run.T, S = arguments.run.S;
  const bool across_heads = T == 1;
  const std::size_t rows = across_heads ? arguments.H / arguments.G : T;
  float* const scores = scratch.scores.reserve(
      {std::min(rows, kQueryBlock), PackedMatrix::padded(S)}, "a block of scores");
  std::array<float, kQueryBlock> sums;
  HeadOperands head{choose_reading(arguments, across_heads), {}, scratch.head};

  const auto begin_head = [&](std::size_t b, std::size_t g) {
    if (head.reading == Reading::kPacked) {
      head.packed = pack_head(arguments, b, g, {.k_transposed = true, .v = true}, scratch.head);
    }
    return some_block_hides_keys(arguments, b) &&
           all_finite({arguments.v.head(b, g), S, arguments.d_value});
  };
  const auto block_weights = [&](const QueryBlock& block) -> BlockWeights {
    if (!weights) {
      return {{scores, PackedMatrix::padded(block.keys)}, block.keys, sums.data()};
    }
    const std::size_t first = weights->row(arguments, block.b, block.h, block.t);
    const std::size_t stride = weights->row_stride;
    return {{weights->weights + first * stride, stride}, stride, weights->sums + first};
  };
  for_each_block(arguments, across_heads, begin_head, [&](const QueryBlock& block) {
    attend_block(arguments, block, head, heads, block_weights(block));
  });
}

}  // namespace manyheads
