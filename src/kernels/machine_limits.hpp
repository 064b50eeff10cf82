#pragma once
/// What this machine can do at most, for the kernels to be held against: time a call from outside.

#include <cstddef>
#include <span>

namespace manyheads {

/// Runs `rounds` rounds of multiply-adds that do not wait for each other and stay in registers.
/// @return the floating-point operations done, two a multiply-add
double multiply_add(std::size_t rounds);

/// Reads all of `memory`, but for what does not fill whole vectors, `rounds` times.
/// @return the bytes read
double read_memory(std::span<const float> memory, std::size_t rounds);

}  // namespace manyheads
