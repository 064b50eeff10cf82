#include "lesson/training/optimizer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace manyheads::optimizer_test {
namespace {

TEST(Adam, FirstStepIsTheLearningRateForAnyGradient) {
  std::vector<float> values(7, 1.0f);  // one vector and a rest
  const std::vector<float> gradients = {1e-3f, -1e-3f, 1.0f, -1.0f, 1e3f, -1e3f, 0.0f};
  adam(7, 0.1)->update(values, gradients);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(values[i], i % 2 == 0 ? 0.9 : 1.1, 1e-5);
  EXPECT_EQ(values[6], 1.0f);
}

TEST(Adam, FollowsItsDefinitionInDouble) {
  std::vector<float> values = {0.5f, -2.0f, 3.0f, 0.0f, 1.0f};
  const auto optimizer = adam(values.size(), 0.02);
  std::vector<double> expected(values.begin(), values.end()), m(5), v(5);
  for (int step = 1; step <= 30; ++step) {
    std::vector<float> gradients;
    for (std::size_t i = 0; i < values.size(); ++i) {
      gradients.push_back(static_cast<float>(std::sin(step + static_cast<double>(i)) + 0.1));
      m[i] = 0.9 * m[i] + 0.1 * gradients[i];
      v[i] = 0.98 * v[i] + 0.02 * gradients[i] * gradients[i];
      expected[i] -= 0.02 * (m[i] / (1 - std::pow(0.9, step))) /
                     (std::sqrt(v[i] / (1 - std::pow(0.98, step))) + 1e-8);
    }
    optimizer->update(values, gradients);
  }
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-5);
}

TEST(Sgd, AddsMomentumBeforeMultiplyingByTheRate) {
  std::vector<float> values = {1.0f};
  const auto optimizer = sgd(1, 0.5, 0.9);
  const std::vector<float> gradient = {1.0f};
  optimizer->update(values, gradient);
  EXPECT_FLOAT_EQ(values[0], 0.5f);
  optimizer->update(values, gradient);
  EXPECT_FLOAT_EQ(values[0], 0.5f - 0.5f * 1.9f);
}

TEST(ClipNorm, ScalesOnlyLongerGradients) {
  std::vector<float> gradients = {3.0f, -4.0f};
  EXPECT_DOUBLE_EQ(clip_norm(gradients, 5.0), 5.0);
  EXPECT_EQ(gradients, (std::vector{3.0f, -4.0f}));
  EXPECT_DOUBLE_EQ(clip_norm(gradients, 2.5), 5.0);
  EXPECT_EQ(gradients, (std::vector{1.5f, -2.0f}));
}

}  // namespace
}  // namespace manyheads::optimizer_test
