#pragma once
/// The 16-bit kinds of floating-point numbers as float32, which holds every one of them exactly.

#include <cstdint>

namespace manyheads {

/// IEEE 754 binary16: 5 bits of exponent, 10 of fraction. A NaN keeps its bits.
float from_f16(std::uint16_t bits);

/// The upper half of a float32.
float from_bf16(std::uint16_t bits);

}  // namespace manyheads
