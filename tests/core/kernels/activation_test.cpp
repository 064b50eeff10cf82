#include "kernels/activation.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "core/tensors.hpp"

namespace manyheads::activation_test {
namespace {

constexpr Activation kAll[] = {Activation::kRelu, Activation::kGelu, Activation::kSwiglu,
                               Activation::kGeglu};

constexpr std::size_t kLength = 64;  ///< a multiple of every vector width

/// With up = 1, swiglu is silu and geglu is gelu.
float activate_number(Activation activation, float z) {
  const std::vector<float> same(kLength, z), up(kLength, 1.0f);
  std::vector<float> hidden(kLength);
  activate(activation, {same.data(), up.data(), 1}, hidden.data());
  return hidden[0];
}

float differentiate_number(Activation activation, float z) {
  const std::vector<float> same(kLength, z), up(kLength, 1.0f);
  std::vector<float> d(kLength, 1.0f), d_up(kLength);
  activate_backward(activation, {same.data(), up.data(), 1}, d.data(), d_up.data());
  return d[0];
}

TEST(Activation, GeluMatchesTheErrorFunction) {
  for (float z = -12.0f; z < 12.0f; z += 0.001f) {
    const double x = z, phi = 0.5 * std::erfc(-x / std::numbers::sqrt2);
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    // Error bound: Phi has an error of 7e-8, and float32 rounds Phi and the product.
    const double tolerance = 3e-7 * std::max(1.0, std::abs(x));

    ASSERT_NEAR(activate_number(Activation::kGelu, z), x * phi, tolerance) << z;
    ASSERT_NEAR(differentiate_number(Activation::kGelu, z), phi + x * density, 3e-7) << z;
  }
}

TEST(Activation, SwigluMatchesSilu) {
  for (float z = -100.0f; z < 100.0f; z += 0.01f) {
    const double x = z, sigmoid = 1 / (1 + std::exp(-x));

    ASSERT_NEAR(activate_number(Activation::kSwiglu, z), x * sigmoid,
                3e-7 * std::max(1.0, std::abs(x)));
    // Error bound: 1 - sigmoid has a rounding error of 6e-8, which x multiplies. From x = 17 on,
    // sigmoid is exactly 1.
    ASSERT_NEAR(differentiate_number(Activation::kSwiglu, z), sigmoid * (1 + x * (1 - sigmoid)),
                1e-6)
        << z;
  }
}

TEST(Activation, GegluIsGeluTimesUp) {
  for (const float z : {-3.0f, -0.5f, 0.0f, 0.7f, 12.0f}) {
    EXPECT_EQ(activate_number(Activation::kGeglu, z), activate_number(Activation::kGelu, z));
    EXPECT_EQ(differentiate_number(Activation::kGeglu, z),
              differentiate_number(Activation::kGelu, z));
  }
}

TEST(Activation, WithoutUpIsTheFactorOfUp) {
  const std::vector<float> z(kLength, 0.7f), up(kLength, 3.0f);
  for (const Activation activation : kAll) {
    std::vector<float> gates(kLength), hidden(kLength);

    activate_without_up(activation, {z.data(), up.data(), 1}, gates.data());
    activate(activation, {z.data(), up.data(), 1}, hidden.data());

    EXPECT_EQ(gates[0], activate_number(activation, 0.7f));
    EXPECT_EQ(hidden[0], is_gated(activation) ? gates[0] * 3.0f : gates[0]);
  }
}

TEST(Activation, ReluHasNoGradientAtZero) {
  EXPECT_EQ(differentiate_number(Activation::kRelu, 0.0f), 0.0f);
  EXPECT_EQ(differentiate_number(Activation::kRelu, -0.0f), 0.0f);
  EXPECT_EQ(differentiate_number(Activation::kRelu, 1e-30f), 1.0f);
}

TEST(Activation, PropagatesNaN) {
  for (const Activation activation : kAll) {
    EXPECT_TRUE(std::isnan(activate_number(activation, kNaN)));
  }
  EXPECT_TRUE(std::isnan(differentiate_number(Activation::kGelu, kNaN)));
  EXPECT_TRUE(std::isnan(differentiate_number(Activation::kSwiglu, kNaN)));
}

TEST(Activation, InfinityGivesTheSameAsInPyTorch) {
  for (const Activation activation : kAll) {
    EXPECT_EQ(activate_number(activation, kInfinity), kInfinity);
  }
  EXPECT_EQ(activate_number(Activation::kRelu, -kInfinity), 0.0f);
  EXPECT_TRUE(std::isnan(activate_number(Activation::kGelu, -kInfinity)));  // infinity * 0
  EXPECT_TRUE(std::isnan(activate_number(Activation::kSwiglu, -kInfinity)));
}

TEST(Activation, ElementsDoNotDependOnEachOther) {
  const Tensor z = random_normal({kLength}, 1), up = random_normal({kLength}, 2);
  for (const Activation activation : kAll) {
    const bool gated = is_gated(activation);
    std::vector<float> hidden(kLength), d(kLength, 1.0f), d_up(kLength);

    activate(activation, {z.data(), up.data(), kLength}, hidden.data());
    activate_backward(activation, {z.data(), up.data(), kLength}, d.data(), d_up.data());

    for (std::size_t i = 0; i < kLength; ++i) {
      const float gate = gated ? up(i) : 1.0f;
      EXPECT_EQ(hidden[i], activate_number(activation, z(i)) * gate);
      EXPECT_NEAR(d[i], differentiate_number(activation, z(i)) * gate,
                  1e-6);  // the factors are in another order
      EXPECT_EQ(d_up[i], gated ? activate_number(activation, z(i)) : 0.0f);
    }
  }
}

}  // namespace
}  // namespace manyheads::activation_test
