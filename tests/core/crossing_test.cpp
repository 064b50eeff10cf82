/// How values cross between JavaScript and the core.
#ifndef __EMSCRIPTEN__  // the bindings of these tests are built natively

#include "fuzz/crossing.hpp"

#include <gtest/gtest.h>

#include "tensor/error.hpp"

namespace manyheads::crossing_test {
namespace {

using crossing::send;

TEST(Crossing, AnswersWithHowManyNumbersFollow) {
  const crossing::Answer version = send("version", {});
  EXPECT_EQ(version.kind(), 0);
  EXPECT_EQ(version.numbers[2], 1);  // the length of the text

  EXPECT_EQ(send("parse_shape", {6, 1, 1, 1, 2}, "[B, 3]B").numbers[2], 3);  // rank and sizes
}

TEST(Crossing, RefusesATextThatIsLongerThanItsMessage) {
  for (const double length : {1e3, 1e9, 1e15}) {
    const crossing::Answer answer = send("evaluate_formula", {length, 0}, "2");

    EXPECT_EQ(answer.kind(), static_cast<int>(Error::Kind::kError));
    EXPECT_EQ(answer.message(), "internal error: a message is shorter than what is read of it");
  }
}

}  // namespace
}  // namespace manyheads::crossing_test

#endif
