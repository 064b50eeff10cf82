#include "tensor/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/expect_error.hpp"
#include "core/golden.hpp"
#include "core/tensors.hpp"
#include "tensor/error.hpp"

namespace manyheads::random_test {
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

TEST(SeededGenerator, DrawsOnlyZeroBelowOne) {
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

TEST(RandomNormal, ALongerTensorBeginsWithTheSameNumbers) {
  const Tensor brief = random_normal({7}, 9), extended = random_normal({5, 5}, 9);

  EXPECT_EQ(copy_range(brief, 0, 7), copy_range(extended, 0, 7));
}

TEST(RandomNormal, RefusesAnAxisOfZero) { EXPECT_THROW(random_normal({2, 0}, 1), ShapeError); }

TEST(RandomNormal, RefusesAStandardDeviationThatIsNegativeOrNotFinite) {
  expect_config_error([] { random_normal({2}, 1, -0.5); }, "std",
                      "random_normal: std is -0.5, wanted 0 or more, finite as float32");
  for (const double wrong : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e39}) {
    EXPECT_EQ(catch_error<ConfigError>([&] { random_normal({2}, 1, wrong); }).field, "std");
  }
}

TEST(RandomNormal, RefusesATensorThatIsTooLarge) {
  EXPECT_THROW(random_normal({Size{1} << 40}, 1), OutOfMemoryError);
}

TEST(RandomUniform, DrawsFromZeroToBelowOneAllEquallyLikely) {
  const Tensor drawn = random_uniform({100, 100}, 5);
  double sum = 0, squares = 0;

  for (const float value : elements(drawn)) {
    ASSERT_GE(value, 0.0f);
    ASSERT_LT(value, 1.0f);
    sum += value;
    squares += static_cast<double>(value) * value;
  }

  EXPECT_NEAR(sum / 10000, 0.5, 0.015);          // 5 standard deviations of the mean
  EXPECT_NEAR(squares / 10000, 1.0 / 3, 0.015);  // likewise; x^2 has a standard deviation of 0.298
}

TEST(RandomUniform, RepeatsItselfFromTheSameSeedAndDiffersFromOthers) {
  expect_equal(random_uniform({3, 5}, 7), random_uniform({3, 5}, 7));
  EXPECT_NE(random_uniform({1}, 7)(0), random_uniform({1}, 8)(0));
  EXPECT_EQ(copy_range(random_uniform({4}, 7), 0, 4), copy_range(random_uniform({3, 5}, 7), 0, 4));
}

TEST(RandomUniform, NeverRoundsUpToTheEnd) {
  const float last = std::nextafter(1.0f, 0.0f);
  const Tensor drawn = random_uniform({500}, 1, last, 1.0);

  for (const float value : elements(drawn)) ASSERT_EQ(value, last);
}

TEST(RandomUniform, DrawsOnlyFloatsOfANarrowRange) {
  const float first = std::nextafter(0.7f, 1.0f);  // 0.7f is below 0.7
  const auto expect_range = [](double low, double high, float smallest, float largest) {
    const Tensor drawn = random_uniform({1000}, 1, low, high);
    EXPECT_EQ(*std::min_element(drawn.begin(), drawn.end()), smallest);
    EXPECT_EQ(*std::max_element(drawn.begin(), drawn.end()), largest);
  };

  expect_range(0.7, 0.7000001, first, first);
  expect_range(0.7, 0.70000006, first, first);  // the nearest float to the end is `first` too
  expect_range(0.7, 0.7000002, first, std::nextafter(std::nextafter(first, 1.0f), 1.0f));
  expect_range(-0.7000001, -0.7, -first, -first);
}

TEST(RandomUniform, FillsTheRequestedRange) {
  const Tensor drawn = random_uniform({1000}, 2, -3.0, -1.0);

  EXPECT_NEAR(*std::min_element(drawn.begin(), drawn.end()), -3, 0.05);
  EXPECT_NEAR(*std::max_element(drawn.begin(), drawn.end()), -1, 0.05);
}

TEST(RandomUniform, RefusesAnEmptyRange) {
  expect_config_error(
      [] { random_uniform({2}, 1, 1.0, 1.0); }, "high",
      "random_uniform: high is 1, wanted a number above low (1), finite as float32");
  expect_config_error([] { random_uniform({2}, 1, -1e308); }, "low",
                      "random_uniform: low is below -1e15, wanted a number, finite as float32");
  expect_config_error(
      [] { random_uniform({2}, 1, 0.7, 0.70000002); }, "high",  // no float32 number lies between
      "random_uniform: high is 0.70000002, wanted a number above low (0.70000005), finite as "
      "float32");
  for (const double wrong : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_EQ(catch_error<ConfigError>([&] { random_uniform({2}, 1, wrong, 1); }).field, "low");
    EXPECT_EQ(catch_error<ConfigError>([&] { random_uniform({2}, 1, 0, wrong); }).field, "high");
  }
}

TEST(RandomUniform, RefusesShapesAsRandomNormalDoes) {
  EXPECT_THROW(random_uniform({2, 0}, 1), ShapeError);
  EXPECT_THROW(random_uniform({Size{1} << 40}, 1), OutOfMemoryError);
}

}  // namespace
}  // namespace manyheads::random_test
