#include "cost/count.hpp"

#include <cmath>

#include "core/expect_error.hpp"

namespace manyheads::count_test {
namespace {

constexpr Size kLargest64 = ~Size{0};
const Count kTwoTo64 = Count(kLargest64) + 1;

TEST(Count, IsExactBeyond64Bits) {
  EXPECT_TRUE(Count(kLargest64) * kLargest64 + kLargest64 == kTwoTo64 * kLargest64);
  EXPECT_FALSE(kTwoTo64 * kLargest64 == kTwoTo64 * kLargest64 + 1);
}

TEST(Count, HoldsTheLargestNumberBelow2ToThe128) {
  const Count largest = kTwoTo64 * kLargest64 + kLargest64;

  EXPECT_EQ(largest.to_double(), 0x1p128);
  expect_out_of_memory([&] { largest + 1; }, "cost: a count would be 2^128 or more");
}

TEST(Count, RefusesProductsThatNeedMoreThan128Bits) {
  expect_out_of_memory([] { kTwoTo64* kTwoTo64; }, "cost: a count would be 2^128 or more");
}

TEST(Count, ToDoubleIsExactUpTo2ToThe53) {
  EXPECT_EQ(Count((Size{1} << 53) - 1).to_double(), 9007199254740991.0);
}

TEST(Count, ToDoubleRoundsToNearestEvenAbove2ToThe53) {
  const auto beyond = [](Size by) { return Count((Size{1} << 53) + by).to_double(); };

  EXPECT_EQ(beyond(1), 9007199254740992.0);
  EXPECT_EQ(beyond(2), 9007199254740994.0);
  EXPECT_EQ(beyond(3), 9007199254740996.0);
}

TEST(Count, ToDoubleRoundsOnlyOnce) {
  // 2^100 + 2^47 is halfway between two doubles; adding 1 decides which is nearer.
  const Count power = kTwoTo64 * (Size{1} << 36), half = Size{1} << 47;

  EXPECT_EQ((power + half).to_double(), 0x1p100);
  EXPECT_EQ((power + half + 1).to_double(), std::nextafter(0x1p100, HUGE_VAL));
}

}  // namespace
}  // namespace manyheads::count_test
