#pragma once
/// Stable softmax: exp(x - max) / sum of exp(x - max).

#include <cstdint>
#include <span>

#include "tensor/tensor.hpp"

namespace manyheads {

// Rows are passed by reference: WebAssembly passes a span by value through memory, written in
// halves and read as a whole, which stalls for longer than the maximum of a short row takes.

/// `count` rounded up to whole vectors: a row of that length has no slower tail.
std::size_t whole_vectors(std::size_t count);

/// The largest score, -infinity for an empty row. NaN is ignored.
float largest_score(const std::span<const float>& scores);

/// Replaces each score by exp(factor * (score - shift)), to a relative error of 1e-7 for the power
/// itself; what the factor's product rounds, 6e-8 of the exponent, comes on top.
/// @param shift   no score is above it
/// @param factor  above 0: what the scores are still to be multiplied by
/// @return their sum
float exponentiate(const std::span<float>& scores, float shift, float factor);

/// Replaces one row of scores, [S], by its softmax times a number, which it returns: the division
/// is left to something smaller than the row. Exact zeros where a score is -infinity.
/// @param factor  above 0: what the scores are still to be multiplied by
/// @return the sum of the row; 0 where no score is above -infinity, and then the row is 0; NaN
/// where
///         one is NaN or +infinity
float unnormalized_softmax_row(const std::span<float>& scores, float factor);

/// Replaces one row of scores, [S], by its softmax; exact zeros where a score is -infinity.
/// A row of nothing but -infinity becomes 0 everywhere. NaN or +infinity in a row makes it NaN, as
/// in PyTorch.
/// @return whether any score was above -infinity.
bool softmax_row(std::span<float> scores);

/// The same by its definition; what `softmax_row` is tested against.
bool softmax_row_reference(std::span<float> scores);

/// Softmax along one axis; negative axes count from the back. A row of nothing but -infinity is
/// NaN, as in NumPy and PyTorch.
/// @throws ConfigError where there is no such axis.
Tensor softmax(const Tensor& x, std::int64_t axis);

}  // namespace manyheads
