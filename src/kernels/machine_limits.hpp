#pragma once
/// What this machine can do at most, for the kernels to be held against: time a call from outside.

#include <cstddef>
#include <span>

namespace manyheads {

/// Runs `rounds` rounds of multiply-adds that stay in registers.
/// @param chains  that do not wait for each other: 8, 10, 12 or 13. Which is fastest depends on the
///                machine and on what compiled this, so the peak is the best of them.
/// @return the floating-point operations done, two a multiply-add
double multiply_add(std::size_t rounds, std::size_t chains = 13);

/// Reads all of `memory`, but for what does not fill whole vectors, `rounds` times.
/// @return the bytes read
double read_memory(std::span<const float> memory, std::size_t rounds);

}  // namespace manyheads
