#pragma once
/// The peak speed of this machine, to compare the kernels with. The caller measures the time.

#include <array>
#include <cstddef>
#include <span>

namespace manyheads {

/// The numbers of chains that multiply_add can run.
inline constexpr std::array<std::size_t, 4> kChainCounts = {8, 10, 12, 13};

/// Runs `rounds` rounds of multiply-adds that stay in registers.
/// @param chains  independent chains of operations, one of kChainCounts. Which is fastest depends
///                on the machine and on the compiler, so the peak is the best of them.
/// @return the number of floating-point operations, two per multiply-add; 0 for other chains
double multiply_add(std::size_t rounds, std::size_t chains = kChainCounts.back());

/// Reads `memory`, `rounds` times, in whole blocks of 12 vectors. What is left over is not read.
/// @return the bytes read
double read_memory(std::span<const float> memory, std::size_t rounds);

}  // namespace manyheads
