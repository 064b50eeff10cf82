/// The scale goes into the exponent and the division by a row's sum onto its output: of the passes
/// over T x S scores only the mask, the maximum and the exponential are left. With the exponential
/// of our own that took (1024, 768, 12) in Node from 295 to 237 ms, half of it in the projections.

#include "attention/kernels/attend.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "attention/kernels/attend_blocks.hpp"
#include "attention/kernels/score_rows.hpp"
#include "kernels/row_products.hpp"

namespace manyheads {
namespace {

/// The raw scores of row i, with room for whole vectors, become its unnormalized weights.
/// @return the sum of the weights before dropout
float weigh_and_drop(const AttendArguments& arguments, const QueryBlock& block, std::size_t i,
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

/// scores = Q K^T, of the block's keys, packed or where they lie
void score(const AttendArguments& arguments, const QueryBlock& block,
           const std::optional<HeadPanels>& packed, const RowsOut& scores) {
  const MatrixView q = block.matrix(arguments.q, arguments.d_head);
  if (packed) {
    matmul(q, packed->k_transposed, PackedMatrix::padded(block.keys), {}, scores);
  } else {
    dot_rows(q, {arguments.k.head(block.b, block.g), block.keys, arguments.d_head}, scores);
  }
}

/// outputs = weights V
void average(const AttendArguments& arguments, const QueryBlock& block,
             const std::optional<HeadPanels>& packed, MatrixView weights, RowsOut outputs) {
  if (packed) {
    matmul(weights, packed->v, arguments.d_value, {}, outputs);
  } else {
    weigh_rows(weights, {arguments.v.head(block.b, block.g), block.keys, arguments.d_value},
               outputs);
  }
}

/// Where a block's scores become weights, and their sums.
struct BlockWeights {
  RowsOut rows;
  std::size_t width;
  float* sums;
};

void attend_block(const AttendArguments& arguments, const QueryBlock& block,
                  const std::optional<HeadPanels>& packed, const HeadRows<float>& heads,
                  const BlockWeights& weights) {
  const auto& [rows, width, sums] = weights;
  const RowsOut outputs = block.rows_out(heads);
  score(arguments, block, packed, rows);
  for (std::size_t i = 0; i < block.rows; ++i) {
    sums[i] = weigh_and_drop(arguments, block, i, {rows.data + i * rows.row_stride, width});
  }
  average(arguments, block, packed, {rows.data, block.rows, block.keys, rows.row_stride}, outputs);
  for (std::size_t i = 0; i < block.rows; ++i) {
    finish(arguments, block.head_of(i), sums[i],
           {outputs.data + i * outputs.row_stride, arguments.d_value});
  }
}

/// Packing keys and values first pays from 12 queries of them on at up to 256 keys (a tenth at 16
/// queries), from 24 on at 1,024 of width 64.
bool packing_pays(const AttendArguments& arguments) {
  const std::size_t queries = arguments.H / arguments.G * arguments.run.T;
  return queries >= (arguments.run.S <= 256 ? 12 : 24);
}

}  // namespace

void attend_blocked(const AttendArguments& arguments, HeadRows<float> heads, AttendScratch& scratch,
                    const UnnormalizedWeights* weights) {
  const std::size_t T = arguments.run.T, S = arguments.run.S;
  const bool across_heads = T == 1, packs = packing_pays(arguments);
  const std::size_t rows = across_heads ? arguments.H / arguments.G : T;
  float* const scores = scratch.scores.reserve(
      {std::min(rows, kQueryBlock), PackedMatrix::padded(S)}, "a block of scores");
  std::array<float, kQueryBlock> sums;
  std::optional<HeadPanels> packed;

  const auto begin_head = [&](std::size_t b, std::size_t g) {
    if (packs) packed = pack_head(arguments, b, g, {.k_transposed = true, .v = true}, scratch.head);
    return hides_keys_from_a_block(arguments, b) &&
           all_finite({arguments.v.head(b, g), S, arguments.d_value});
  };
  const auto weights_of_block = [&](const QueryBlock& block) -> BlockWeights {
    if (!weights) {
      return {{scores, PackedMatrix::padded(block.keys)}, block.keys, sums.data()};
    }
    const std::size_t first = weights->row(arguments, block.b, block.h, block.t);
    const std::size_t stride = weights->row_stride;
    return {{weights->weights + first * stride, stride}, stride, weights->sums + first};
  };
  for_each_block(arguments, across_heads, begin_head, [&](const QueryBlock& block) {
    attend_block(arguments, block, packed, heads, weights_of_block(block));
  });
}

}  // namespace manyheads
