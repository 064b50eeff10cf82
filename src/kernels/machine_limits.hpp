#pragma once
/// The peak speed of this machine, to compare the kernels with. The caller measures the time.

#include <cstddef>
#include <span>

namespace manyheads {

/// Runs `rounds` rounds of multiply-adds that stay in registers.
/// @param chains  independent chains of operations: 8, 10, 12 or 13. Which is fastest depends on
///                the machine and on the compiler, so the peak is the best of them.
/// @return the number of floating-point operations, two per multiply-add
double multiply_add(std::size_t rounds, std::size_t chains = 13);

/// Reads the whole vectors of `memory`, `rounds` times.
/// @return the bytes read
double read_memory(std::span<const float> memory, std::size_t rounds);

}  // namespace manyheads
