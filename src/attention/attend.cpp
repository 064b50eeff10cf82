/// The scale goes into the exponent and the division by a row's sum onto its output: of the passes
/// over T x S scores only the mask, the maximum and the exponential are left. With the exponential
/// of our own that took (1024, 768, 12) in Node from 295 to 237 ms, half of it in the projections.

#include "attention/attend.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "attention/score_rows.hpp"
#include "kernels/matvec.hpp"
#include "kernels/softmax.hpp"

namespace manyheads {
namespace {

constexpr std::size_t kQueryBlock = 32;
/// From this many queries of a key/value head on, packing its keys and values pays: with one query
/// it takes three times as long, with 16 a quarter less.
constexpr std::size_t kPackedQueries = 8;

/// Neighbouring queries of one head and the first keys, which are all that one of them sees.
struct Block {
  std::size_t b, h, g;
  std::size_t first, rows;
  std::size_t keys;
};

/// The raw scores of one query, [keys and room for whole vectors], become its unnormalized weights.
/// The scale goes into the exponent, where it is free, unless a bias comes on top of it.
/// @return the sum of the weights before dropout
float weigh(const AttendArguments& arguments, const Block& block, std::size_t t, float* scores) {
  const std::size_t seen = arguments.visibility.end(block.b, t), whole = whole_vectors(seen);
  const ScoreRow row{block.b, block.h, t, 0, {scores, seen}};
  const std::span filled_up(scores, whole);
  float factor = 1.0f / arguments.score_divisor;
  if (arguments.options.score_bias) {
    divide_and_bias(arguments, row);
    factor = 1.0f;
  }
  arguments.visibility.hide(block.b, t, filled_up);
  const float sum = unnormalized_softmax_row(filled_up, factor);
  if (whole < block.keys) std::fill(scores + whole, scores + block.keys, 0.0f);
  drop(arguments, row);
  return sum;
}

/// The sum of weights * V becomes the mean, and 0 for a query that saw no key.
void finish(const AttendArguments& arguments, std::size_t h, float sum, std::span<float> output) {
  const float inverse = 1.0f / sum;
  for (float& value : output) value *= inverse;
  finish_row(arguments, h, sum != 0.0f, output);
}

/// Keys and values lie packed in `scratch`.
void attend_packed(const AttendArguments& arguments, const Block& block, HeadRows<float> heads,
                   AttendScratch& scratch) {
  const auto [b, h, g, first, rows, keys] = block;
  const std::size_t d_value = arguments.d_value, stride = PackedMatrix::padded(keys);
  float* const scores = scratch.scores.data();
  matmul(matrix_of(arguments.q, b, h, first, rows, arguments.d_head), scratch.keys, stride, {},
         {scores, stride});

  std::array<float, kQueryBlock> sums;
  for (std::size_t i = 0; i < rows; ++i) {
    sums[i] = weigh(arguments, block, first + i, scores + i * stride);
  }

  matmul({scores, rows, keys, stride}, scratch.values, d_value, {},
         {heads.row(b, h, first), heads.row_stride});
  for (std::size_t i = 0; i < rows; ++i) {
    finish(arguments, h, sums[i], {heads.row(b, h, first + i), d_value});
  }
}

/// Keys and values are read where they lie, once for each query.
void attend_in_place(const AttendArguments& arguments, const Block& block, HeadRows<float> heads,
                     AttendScratch& scratch) {
  const auto [b, h, g, first, rows, keys] = block;
  const PagedMatrix k{arguments.k.head(b, g), keys, arguments.d_head};
  const PagedMatrix v{arguments.v.head(b, g), keys, arguments.d_value};
  float* const scores = scratch.scores.data();
  for (std::size_t t = first; t < first + rows; ++t) {
    matvec(k, arguments.q.row(b, h, t), scores);
    const float sum = weigh(arguments, block, t, scores);
    vecmat(scores, v, heads.row(b, h, t));
    finish(arguments, h, sum, {heads.row(b, h, t), arguments.d_value});
  }
}

/// Whether there are keys that some query does not see, and they may be left out: their weight is
/// 0, and 0 * infinity would be NaN. The first query sees the fewest.
bool may_leave_out(const AttendArguments& arguments, std::size_t b, const PagedMatrix& v) {
  return arguments.visibility.end(b, 0) < v.rows && all_finite(v);
}

}  // namespace

void attend_blocked(const AttendArguments& arguments, HeadRows<float> heads,
                    AttendScratch& scratch) {
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t group = arguments.H / arguments.G;
  scratch.scores.reserve({std::min(T, kQueryBlock), PackedMatrix::padded(S)}, "a block of scores");
  const bool packs = group * T >= kPackedQueries;

  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t g = 0; g < arguments.G; ++g) {
      const PagedMatrix k{arguments.k.head(b, g), S, arguments.d_head};
      const PagedMatrix v{arguments.v.head(b, g), S, arguments.d_value};
      if (packs) {
        scratch.keys.assign_transposed(k);
        scratch.values.assign(v);
      }
      const std::size_t fewest_keys = may_leave_out(arguments, b, v) ? 1 : S;

      for (std::size_t h = g * group; h < (g + 1) * group; ++h) {
        for (std::size_t first = 0; first < T; first += kQueryBlock) {
          Block block{b, h, g, first, std::min(kQueryBlock, T - first), fewest_keys};
          for (std::size_t t = first; t < first + block.rows; ++t) {
            block.keys = std::max(block.keys, arguments.visibility.end(b, t));
          }
          (packs ? attend_packed : attend_in_place)(arguments, block, heads, scratch);
        }
      }
    }
  }
}

}  // namespace manyheads
