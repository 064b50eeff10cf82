#pragma once
/// Rotary position embedding: rotates each pair (2i, 2i + 1) of a row by position * 10000^(-2i /
/// width). The product of two rows then depends only on their distance.
/// @see Su et al. 2021 (RoFormer), sections 3.2.2 and 3.4.2, eq. 15 and 34.

#include <cstddef>
#include <span>

#include "attention/forward_options.hpp"
#include "attention/kernels/attend.hpp"

namespace manyheads {

/// Rotates rows in place; row t has position run.S - run.T + t. Angles are computed in double, and
/// once for all heads and batch rows.
/// @param rows  [B, heads, T, width]; width is even
void rotate(const HeadRows<float>& rows, const ForwardShape& run, std::size_t heads,
            std::size_t width);

/// One row by definition, all in double. Tests compare `rotate` with it.
void rotate_reference(std::span<float> row, std::size_t position);

}  // namespace manyheads
