#pragma once
/// What every kernel of attention does with rows of scores and of heads, besides its two products.

#include <cstddef>
#include <span>

#include "attention/kernels/attend.hpp"

namespace manyheads {

/// Scores or weights of query t of head h of batch row b, for all keys or for neighbouring ones.
struct ScoreRow {
  std::size_t b, h, t;
  std::size_t first_key;
  std::span<float> scores;
};

/// score / divisor + bias, minus ALiBi's distance times slope.
void scale_and_bias(const AttendArguments& arguments, const ScoreRow& row);

/// Replaces the raw scores, from key 0 on, by unnormalized weights before dropout; keys that the
/// query does not see get 0. The exponential includes the scale at no cost, unless there is a bias.
/// @param row  with at least the keys that the query sees, and room for whole vectors
/// @return     the sum of the weights; 0 for a query that sees no key
float compute_weights(const AttendArguments& arguments, const ScoreRow& row);

/// Multiplies each weight by its dropout_factor.
void apply_dropout(const AttendArguments& arguments, const ScoreRow& row);

/// Finishes the output of a query of head h: sets it to 0 if the query saw no key, whatever the
/// values are, and applies the head mask.
void finish_row(const AttendArguments& arguments, std::size_t h, bool saw_a_key,
                const std::span<float>& output);

/// `rows` rows of one head, from `first` on, as a matrix, [rows, d_head]. They must lie in one
/// piece.
MatrixView head_matrix(const HeadRows<const float>& heads, std::size_t b, std::size_t h,
                       std::size_t first, std::size_t rows, std::size_t d_head);

/// Whether 0 times the matrix is 0 everywhere. Only then may the values of hidden keys be left out.
bool all_finite(const PagedMatrix& matrix);

}  // namespace manyheads
