#include "checkpoint/half_precision.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/tensors.hpp"

namespace manyheads::half_precision_test {
namespace {

/// The value of the sign, exponent and fraction bits.
double decode_by_definition(std::uint32_t bits, int exponent_bits, int fraction_bits) {
  const std::uint32_t fraction = bits & ((1u << fraction_bits) - 1);
  const int largest = (1 << exponent_bits) - 1, bias = largest / 2;
  const int exponent = static_cast<int>(bits >> fraction_bits) & largest;
  const double sign = bits >> (exponent_bits + fraction_bits) ? -1 : 1;
  if (exponent == largest) return fraction ? std::nan("") : sign * INFINITY;
  const double scaled = exponent == 0 ? fraction : fraction + (1 << fraction_bits);
  return sign * std::ldexp(scaled, std::max(exponent, 1) - bias - fraction_bits);
}

void expect_all_numbers(float (*widen)(std::uint16_t), int exponent_bits, int fraction_bits) {
  for (std::uint32_t bits = 0; bits < 1u << 16; ++bits) {
    const float number = widen(static_cast<std::uint16_t>(bits));
    const double wanted = decode_by_definition(bits, exponent_bits, fraction_bits);
    if (std::isnan(wanted)) {
      ASSERT_TRUE(std::isnan(number)) << bits;
      ASSERT_EQ(std::bit_cast<std::uint32_t>(number) << 9 >> (32 - fraction_bits),
                bits & ((1u << fraction_bits) - 1))
          << "the bits of a NaN";
    } else {
      ASSERT_EQ(number, wanted) << bits;
    }
    ASSERT_EQ(std::signbit(number), bits >= 1u << 15) << bits;
  }
}

TEST(HalfPrecision, WidensEveryF16Exactly) { expect_all_numbers(from_f16, 5, 10); }

TEST(HalfPrecision, WidensEveryBf16Exactly) { expect_all_numbers(from_bf16, 8, 7); }

TEST(HalfPrecision, WidensKnownNumbers) {
  EXPECT_EQ(from_f16(0x3c00), 1.0f);
  EXPECT_EQ(from_f16(0xc000), -2.0f);
  EXPECT_EQ(from_f16(0x7bff), 65504.0f);
  EXPECT_EQ(from_f16(0x0001), 0x1p-24f);
  EXPECT_EQ(from_bf16(0x3f80), 1.0f);
  EXPECT_EQ(from_bf16(0x0001), 0x1p-133f);
}

}  // namespace
}  // namespace manyheads::half_precision_test
