#include "attention/dropout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace manyheads::dropout_test {
namespace {

TEST(DropoutFactor, IsOneAtRateZero) {
  for (std::size_t s = 0; s < 100; ++s) EXPECT_EQ(dropout_factor({0.0, 1}, 0, 0, 0, s), 1.0f);
}

TEST(DropoutFactor, IsZeroAtRateOne) {
  for (std::size_t s = 0; s < 100; ++s) EXPECT_EQ(dropout_factor({1.0, 1}, 0, 0, 0, s), 0.0f);
}

TEST(DropoutFactor, ScalesKeptWeightsByOneOverOneMinusTheRate) {
  for (std::size_t s = 0; s < 100; ++s) {
    const float factor = dropout_factor({0.2, 1}, 0, 0, 0, s);
    EXPECT_TRUE(factor == 0.0f || factor == 1.25f) << factor;
  }
}

TEST(DropoutFactor, HasMeanOne) {
  for (const double rate : {0.1, 0.5, 0.9}) {
    double sum = 0;
    for (std::size_t t = 0; t < 100; ++t) {
      for (std::size_t s = 0; s < 100; ++s) sum += dropout_factor({rate, 7}, 0, 0, t, s);
    }
    const double deviation = std::sqrt(rate / (1 - rate)) / 100;  // of the mean of 10,000
    EXPECT_NEAR(sum / 10000, 1.0, 5 * deviation) << rate;
  }
}

/// Which of 64 keys are dropped.
std::vector<float> pattern(std::uint64_t seed, std::size_t b, std::size_t h, std::size_t t) {
  std::vector<float> factors;
  for (std::size_t s = 0; s < 64; ++s) factors.push_back(dropout_factor({0.5, seed}, b, h, t, s));
  return factors;
}

TEST(DropoutFactor, DependsOnTheSeedAndEveryIndex) {
  const std::set<std::vector<float>> patterns = {pattern(0, 0, 0, 0), pattern(1, 0, 0, 0),
                                                 pattern(0, 1, 0, 0), pattern(0, 0, 1, 0),
                                                 pattern(0, 0, 0, 1)};

  EXPECT_EQ(patterns.size(), 5u);
}

TEST(DropoutFactor, IsTheSameForTheSameSeedAndIndices) {
  EXPECT_EQ(pattern(3, 2, 1, 4), pattern(3, 2, 1, 4));
}

}  // namespace
}  // namespace manyheads::dropout_test
