#pragma once
/// Stable softmax: exp(x - max) / sum of exp(x - max).

#include <cstdint>
#include <span>

#include "tensor/tensor.hpp"

namespace manyheads {

// Rows are passed by reference. WebAssembly would pass a span by value through memory, written in
// halves and read as a whole; that stalls for longer than the maximum of a short row takes.

/// `count` rounded up to whole vectors: a row of that length has no slower tail.
std::size_t whole_vectors(std::size_t count);

/// The largest score, -infinity for an empty row. NaN is ignored.
float largest_score(const std::span<const float>& scores);

/// Replaces each score by exp(factor * (score - shift)). The exponential has a relative error of
/// 1e-7; rounding the product with the factor adds an error of 6e-8 of the exponent.
/// @param shift   at least the largest score
/// @param factor  above 0: the scale of the scores
/// @return the sum of the results
float exponentiate(const std::span<float>& scores, float shift, float factor);

/// Replaces one row of scores, [S], by exp(factor * (score - the largest)): its softmax times the
/// sum of the row. The caller divides by that sum after the product with the values, which has
/// fewer numbers than the row. Exact zeros where a score is -infinity.
/// @param factor  above 0: the scale of the scores
/// @return the sum of the row; 0 where no score is above -infinity (the row is then 0); NaN where a
///         score is NaN or +infinity
float unnormalized_softmax_row(const std::span<float>& scores, float factor);

/// Replaces one row of scores, [S], by its softmax; exact zeros where a score is -infinity. If all
/// scores are -infinity, the row becomes 0 everywhere. NaN or +infinity in a row makes it NaN, as
/// in PyTorch.
/// @return whether any score was above -infinity.
bool softmax_row(std::span<float> scores);

/// The same by definition; tests compare `softmax_row` with it.
bool softmax_row_reference(std::span<float> scores);

/// Softmax along one axis; negative axes count from the back. If all values of a row are -infinity,
/// the row becomes NaN, as in NumPy and PyTorch.
/// @throws ConfigError where there is no such axis.
Tensor softmax(const Tensor& x, std::int64_t axis);

}  // namespace manyheads
