#pragma once
/// Converts 16-bit floating-point numbers to float32, which represents each of them exactly.

#include <cstdint>

namespace manyheads {

/// IEEE 754 binary16: 5 bits of exponent, 10 of fraction. A NaN keeps its bits.
float from_f16(std::uint16_t bits);

/// The upper half of a float32.
float from_bf16(std::uint16_t bits);

}  // namespace manyheads
