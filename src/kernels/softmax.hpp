#pragma once
/// Stable softmax: exp(x - max) / sum of exp(x - max).

#include <cstdint>
#include <span>

#include "tensor/tensor.hpp"

namespace manyheads {

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
