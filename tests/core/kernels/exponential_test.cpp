#include "kernels/exponential.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "core/tensors.hpp"

namespace manyheads::exponential_test {
namespace {

using Batch = xsimd::batch<float>;

float exponential(float x) { return exp_nonpositive(Batch(x)).get(0); }

TEST(Exponential, RelativeErrorIsAtMost1em7ForNormalResults) {
  // Every 97th float from -1e-9 to -87.3, where exp is near the smallest normal float.
  double worst = 0;
  const auto first = std::bit_cast<std::uint32_t>(-1e-9f);
  const auto last = std::bit_cast<std::uint32_t>(-87.3f);
  for (std::uint32_t bits = first; bits <= last; bits += 97 * Batch::size) {
    std::array<float, Batch::size> x, y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = std::bit_cast<float>(std::min<std::uint32_t>(bits + 97 * i, last));
    }
    exp_nonpositive(Batch::load_unaligned(x.data())).store_unaligned(y.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      worst = std::max(worst, std::abs(y[i] / std::exp(static_cast<double>(x[i])) - 1));
    }
  }

  EXPECT_LE(worst, 1e-7);
  EXPECT_GT(worst, 1e-8);
}

TEST(Exponential, IsExactlyOneAtZero) {
  EXPECT_EQ(exponential(0.0f), 1.0f);
  EXPECT_EQ(exponential(-0.0f), 1.0f);
}

TEST(Exponential, IsExactlyZeroBelowTheNormalFloats) {
  for (const float x : {-88.0f, -100.0f, -1e10f, -3.4e38f, -kInfinity}) {
    EXPECT_EQ(exponential(x), 0.0f) << x;
  }
}

TEST(Exponential, StaysBetweenZeroAndOne) {
  for (float x = 0.0f; x > -90.0f; x -= 0.0037f) {
    EXPECT_LE(exponential(x), 1.0f) << x;
    EXPECT_GE(exponential(x), 0.0f) << x;
  }
}

TEST(Exponential, KeepsNaNInItsOwnLane) {
  std::array<float, Batch::size> x{}, y;
  x.back() = kNaN;

  exp_nonpositive(Batch::load_unaligned(x.data())).store_unaligned(y.data());

  EXPECT_TRUE(std::isnan(y.back()));
  EXPECT_EQ(y.front(), 1.0f);
}

}  // namespace
}  // namespace manyheads::exponential_test
