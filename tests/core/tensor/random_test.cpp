#include "tensor/random.hpp"

#include <cmath>
#include <numeric>

#include "core/golden.hpp"
#include "core/tensors.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

using golden::Json;

class GeneratorGolden : public testing::TestWithParam<Json> {};

TEST_P(GeneratorGolden, DrawsTheSameNumbersToTheBit) {
  const Tensor drawn = golden::tensor(GetParam().at("input"));

  expect_equal(drawn, golden::tensor(GetParam().at("expected")));
}

INSTANTIATE_TEST_SUITE_P(Python, GeneratorGolden,
                         testing::ValuesIn(golden::cases("generator.json")), golden::CaseName());

TEST(Scramble, IsSplitmix64) {
  // The first outputs of splitmix64 from state 1234567, as published with its reference code.
  std::uint64_t state = 1234567;
  for (const std::uint64_t wanted :
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u}) {
    EXPECT_EQ(scramble(state += 0x9E3779B97F4A7C15u), wanted);
  }
}

TEST(SeededGenerator, RepeatsItselfFromTheSameSeed) {
  SeededGenerator one(7, 3), other(7, 3);

  for (int i = 0; i < 100; ++i) ASSERT_EQ(one.normal(), other.normal());
}

TEST(SeededGenerator, DiffersWithTheSeedAndWithTheStream) {
  EXPECT_NE(SeededGenerator(7).next(), SeededGenerator(8).next());
  EXPECT_NE(SeededGenerator(7, 0).next(), SeededGenerator(7, 1).next());
}

TEST(SeededGenerator, DrawsUniformNumbersFromZeroToBelowOne) {
  SeededGenerator generator(1);
  double sum = 0;

  for (int i = 0; i < 10000; ++i) {
    const double value = generator.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
  }

  EXPECT_NEAR(sum / 10000, 0.5, 0.015);  // 5 standard deviations of the mean
}

TEST(SeededGenerator, DrawsEveryWholeNumberBelowTheCount) {
  SeededGenerator generator(2);
  std::vector<int> counts(5);

  for (int i = 0; i < 5000; ++i) ++counts.at(generator.below(5));

  for (const int count : counts) EXPECT_NEAR(count, 1000, 145);  // 5 standard deviations
}

TEST(SeededGenerator, DrawsNothingButZeroBelowOne) {
  SeededGenerator generator(3);

  for (int i = 0; i < 100; ++i) ASSERT_EQ(generator.below(1), 0u);
}

TEST(SeededGenerator, DrawsNormalNumbersOfMeanZeroAndVarianceOne) {
  SeededGenerator generator(4);
  double sum = 0, squares = 0;

  for (int i = 0; i < 20000; ++i) {
    const double value = generator.normal();
    sum += value;
    squares += value * value;
  }

  EXPECT_NEAR(sum / 20000, 0.0, 0.036);      // 5 / sqrt(20000)
  EXPECT_NEAR(squares / 20000, 1.0, 0.051);  // 5 * sqrt(2 / 20000)
}

TEST(RandomNormal, ScalesByTheStandardDeviation) {
  const Tensor one = random_normal({50}, 9), half = random_normal({50}, 9, 0.5);

  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(half(i), 0.5f * one(i));
}

TEST(RandomNormal, GivesALongerTensorTheSameBeginning) {
  const Tensor brief = random_normal({7}, 9), extended = random_normal({5, 5}, 9);

  EXPECT_EQ(range_of(brief, 0, 7), range_of(extended, 0, 7));
}

TEST(RandomNormal, RefusesAnAxisOfZero) { EXPECT_THROW(random_normal({2, 0}, 1), ShapeError); }

TEST(RandomNormal, RefusesWhatIsTooLarge) {
  EXPECT_THROW(random_normal({Size{1} << 40}, 1), OutOfMemoryError);
}

}  // namespace
}  // namespace manyheads
