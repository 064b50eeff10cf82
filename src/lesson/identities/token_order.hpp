#pragma once
/// Tokens of [B, T, width] and [T, width], copied and reordered.

#include <cstddef>
#include <cstdint>
#include <span>

#include "tensor/tensor.hpp"

namespace manyheads {

/// The axis of the tokens.
std::size_t token_axis(const Tensor& x);

/// Copies `count` tokens of each batch row, from `first` on, to position `target` and after.
void copy_tokens(const Tensor& from, std::size_t first, std::size_t count, Tensor& to,
                 std::size_t target);

/// Moves token order[t] to position t.
Tensor reorder_tokens(const Tensor& x, std::span<const std::int64_t> order);

/// Reverses the order of the tokens.
Tensor reverse_tokens(const Tensor& x);

/// A tensor of NaN, for an output that is filled in parts: a missing part stays NaN.
Tensor fill_with_nan(const Shape& shape);

}  // namespace manyheads
