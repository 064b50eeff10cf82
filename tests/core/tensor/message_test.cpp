#include "tensor/message.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace manyheads {
namespace {

TEST(Message, PutsTextsAndWholeNumbersTogether) {
  EXPECT_EQ(message({"x has ", std::size_t{3}, " axes", std::string(", wanted "), -2}),
            "x has 3 axes, wanted -2");
}

TEST(Message, WritesTheLargestAndTheSmallestNumber) {
  EXPECT_EQ(message({std::numeric_limits<std::uint64_t>::max()}), "18446744073709551615");
  EXPECT_EQ(message({std::numeric_limits<std::int64_t>::min()}), "-9223372036854775808");
  EXPECT_EQ(message({0}), "0");
}

TEST(Message, OfNothingIsEmpty) { EXPECT_EQ(message({}), ""); }

}  // namespace
}  // namespace manyheads
