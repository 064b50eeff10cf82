#include "attention/kernels/score_rows.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#include "kernels/softmax.hpp"

namespace manyheads {

namespace {

bool has_bias(const AttendArguments& arguments) {
  return arguments.alibi || arguments.options.score_bias;
}

/// Query t is at the position of key t + (S - T), because the queries of a step are the last tokens
/// of a cache.
void subtract_alibi(const AttendArguments& arguments, const ScoreRow& row) {
  const float slope = alibi_slope(row.h, arguments.H);
  const std::size_t query_position = row.t + arguments.run.S - arguments.run.T;
  for (std::size_t i = 0; i < row.scores.size(); ++i) {
    const std::size_t key = row.first_key + i;
    const std::size_t distance = key < query_position ? query_position - key : key - query_position;
    row.scores[i] -= slope * static_cast<float>(distance);
  }
}

}  // namespace

void scale_and_bias(const AttendArguments& arguments, const ScoreRow& row) {
  for (float& score : row.scores) score /= arguments.score_divisor;
  if (arguments.alibi) subtract_alibi(arguments, row);
  const Tensor* bias = arguments.options.score_bias;
  if (!bias) return;
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t head = bias->dimension() == 2 ? 0 : row.b * arguments.H + row.h;
  const float* bias_row = bias->data() + (head * T + row.t) * S + row.first_key;
  for (std::size_t i = 0; i < row.scores.size(); ++i) row.scores[i] += bias_row[i];
}

/// Rows are padded to a multiple of this. Rows of up to this many keys all have one length, so that
/// the CPU predicts the end of loops over them.
constexpr std::size_t kShortRow = 16;

float compute_weights(const AttendArguments& arguments, const ScoreRow& row) {
  float* const scores = row.scores.data();
  const std::size_t seen = arguments.visibility.end(row.b, row.t);
  const std::size_t whole =
      std::min(whole_vectors(row.scores.size()), (seen + kShortRow - 1) / kShortRow * kShortRow);
  const std::span padded(scores, whole);
  float factor = 1.0f / arguments.score_divisor;
  if (has_bias(arguments)) {
    scale_and_bias(arguments, {row.b, row.h, row.t, 0, {scores, seen}});
    factor = 1.0f;
  }
  arguments.visibility.hide(row.b, row.t, padded);
  const float sum = unnormalized_softmax_row(padded, factor);
  if (whole < row.scores.size()) std::fill(scores + whole, scores + row.scores.size(), 0.0f);
  return sum;
}

void apply_dropout(const AttendArguments& arguments, const ScoreRow& row) {
  if (!arguments.options.dropout) return;
  for (std::size_t i = 0; i < row.scores.size(); ++i) {
    row.scores[i] *=
        dropout_factor(*arguments.options.dropout, row.b, row.h, row.t, row.first_key + i);
  }
}

void finish_row(const AttendArguments& arguments, std::size_t h, bool saw_a_key,
                const std::span<float>& output) {
  if (!saw_a_key) std::fill(output.begin(), output.end(), 0.0f);
  if (!arguments.options.head_mask) return;
  const float factor = arguments.options.head_mask->data()[h];
  for (float& value : output) value *= factor;
}

MatrixView head_matrix(const HeadRows<const float>& heads, std::size_t b, std::size_t h,
                       std::size_t first, std::size_t rows, std::size_t d_head) {
  assert(rows <= heads.head(b, h).rows_in_piece(first));
  return {heads.row(b, h, first), rows, d_head, heads.row_stride};
}

bool all_finite(const PagedMatrix& matrix) {
  constexpr std::uint32_t kExponent = 0x7F800000;  // all ones for infinity and NaN
  std::uint32_t found = 0;  // no early exit, so that compilers can vectorize the loop
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    const float* row = matrix.storage.row(i);
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      found |= (std::bit_cast<std::uint32_t>(row[j]) & kExponent) == kExponent;
    }
  }
  return found == 0;
}

}  // namespace manyheads
