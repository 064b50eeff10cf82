#include "lesson/machine_limits/machine_limits.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

namespace manyheads::machine_limits_test {
namespace {

TEST(MachineLimits, MultiplyAddCountsTwoOperationsPerNumberAndStep) {
  const double one = multiply_add(1);

  EXPECT_GT(one, 0.0);
  EXPECT_EQ(std::fmod(one, 2.0), 0.0);
  EXPECT_EQ(multiply_add(3), 3 * one);
  EXPECT_EQ(multiply_add(0), 0.0);
  // 1,000 steps of 8 chains, and two operations per number of a vector. A vector has 2, 4, 8 or 16.
  EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(multiply_add(1, 8) / 16'000)));
  EXPECT_EQ(std::fmod(multiply_add(1, 8), 16'000), 0.0);
}

TEST(MachineLimits, ReadMemoryCountsTheBytesItReads) {
  const std::vector<float> memory(1000, 1.0f);

  const double once = read_memory(memory, 1);

  EXPECT_LE(once, 4000.0);
  EXPECT_GT(once, 3000.0);
  EXPECT_EQ(read_memory(memory, 5), 5 * once);
  EXPECT_EQ(read_memory({}, 5), 0.0);
}

}  // namespace
}  // namespace manyheads::machine_limits_test
