/// How values cross between JavaScript and the core.
#ifndef __EMSCRIPTEN__  // the bindings of these tests are built natively

#include "fuzz/crossing.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/tensors.hpp"
#include "measures/head_measures.hpp"
#include "tensor/error.hpp"

namespace manyheads::crossing_test {
namespace {

using crossing::send;

std::vector<double> numbers_in(const crossing::Answer& answer) {
  return {answer.numbers + 3, answer.numbers + 3 + static_cast<std::size_t>(answer.numbers[2])};
}

TEST(Crossing, AnswersWithHowManyNumbersFollow) {
  const crossing::Answer version = send("version", {});
  EXPECT_EQ(version.kind(), 0);
  EXPECT_EQ(version.numbers[2], 1);  // the length of the text

  EXPECT_EQ(send("parse_shape", {6, 1, 1, 1, 2}, "[B, 3]B").numbers[2], 3);  // rank and sizes
}

TEST(Crossing, AnswersWithTheResultsOfATableInItsOrder) {
  const Tensor weights = tensor_of({3, 1, 2}, {1, 0, 0.75f, 0.25f, 0, 1});
  const HeadDiversity diversity = head_diversity(weights);
  crossing::write_input(0, weights);

  const crossing::Answer answer = send("head_diversity", {});

  const std::vector<double> expected{diversity.mean,          0, 2, diversity.most.distance, 0, 1,
                                     diversity.least.distance};
  EXPECT_EQ(numbers_in(answer), expected);
}

TEST(Crossing, AnswersWithTheLengthOfAListAndWithWhichOptionalResultsThereAre) {
  crossing::write_input(0, tensor_of({2, 1, 1}, {1, 0.5f}));

  const crossing::Answer answer = send("head_patterns", {0});

  const std::vector<double> expected{2, 0, 1, 0, 0, 0, 0, 0.5, 0, 0, 0};
  EXPECT_EQ(numbers_in(answer), expected);
}

TEST(Crossing, AnswersWithTheNameOfEachNamedSize) {
  const crossing::Answer answer = send("run_pattern", {1, 6, 1, 1, 1, 3, 6}, "a -> aaa -> a");

  EXPECT_EQ(answer.kind(), 0);
  EXPECT_EQ(numbers_in(answer)[0], 1);  // a list of one axis
  EXPECT_EQ(numbers_in(answer)[1], 1);  // the length of its name
  EXPECT_EQ(numbers_in(answer)[2], 3);  // its size
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
