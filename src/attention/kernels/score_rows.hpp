#pragma once
/// What every kernel of attention does to rows of scores and of heads, around its two products.

#include <cstddef>
#include <span>

#include "attention/kernels/attend.hpp"

namespace manyheads {

/// Scores, or weights, of query t of head h of batch row b: of all keys or of neighbouring ones.
struct ScoreRow {
  std::size_t b, h, t;
  std::size_t first_key;
  std::span<float> scores;
};

/// score / divisor + bias, less what ALiBi takes off.
void divide_and_bias(const AttendArguments& arguments, const ScoreRow& row);

/// The raw scores of all keys from the first on become unnormalized weights, not yet dropped; what
/// the query does not see is 0. The scale goes into the exponent, where it is free, unless a bias
/// comes on top of it.
/// @param row  at least as long as what the query sees, and with room for whole vectors
/// @return     the sum of the weights; 0 for a query that sees no key
float weigh(const AttendArguments& arguments, const ScoreRow& row);

/// Multiplies each weight by its dropout_factor.
void drop(const AttendArguments& arguments, const ScoreRow& row);

/// The output of a query of head h: 0 where it saw no key, whatever the values hold; then the head
/// mask.
void finish_row(const AttendArguments& arguments, std::size_t h, bool saw_a_key,
                const std::span<float>& output);

/// Rows first .. first + rows of one head, which lie in one piece, as a matrix, [rows, d_head].
MatrixView matrix_of(const HeadRows<const float>& heads, std::size_t b, std::size_t h,
                     std::size_t first, std::size_t rows, std::size_t d_head);

/// Whether 0 times the matrix is 0 everywhere: only such values of hidden keys may be left out.
bool all_finite(const PagedMatrix& matrix);

}  // namespace manyheads
