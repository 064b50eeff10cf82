#include "checkpoint/half_precision.hpp"

#include <bit>

namespace manyheads {

float from_f16(std::uint16_t bits) {
  const std::uint32_t magnitude = bits & 0x7fffu, sign = (bits & 0x8000u) << 16;
  // Read as a float32, these bits are the number divided by 2^(127 - 15), subnormal or not.
  const float number = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  const bool finite = magnitude < 0x7c00u;
  const std::uint32_t wide =
      finite ? std::bit_cast<std::uint32_t>(number) : 0x7f800000u | magnitude << 13;
  return std::bit_cast<float>(wide | sign);
}

float from_bf16(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

}  // namespace manyheads
