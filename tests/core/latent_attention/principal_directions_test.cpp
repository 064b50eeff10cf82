#include "latent_attention/principal_directions.hpp"

#include <cmath>
#include <vector>

#include "core/tensors.hpp"
#include "tensor/random.hpp"

namespace manyheads::principal_directions_test {
namespace {

TEST(MainDirections, AreTheAxesOfADiagonalMatrixLargestFirst) {
  EXPECT_EQ(principal_directions({1, 0, 0, 0, 3, 0, 0, 0, 2}, 3, 2),
            (std::vector<double>{0, 1, 0, 0, 0, 1}));
}

TEST(MainDirections, AreOrthonormalEigenvectors) {
  constexpr std::size_t n = 9;
  const Tensor rows = random_normal({20, n}, 1);
  std::vector<double> symmetric(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t t = 0; t < 20; ++t) symmetric[i * n + j] += rows(t, i) * rows(t, j);
    }
  }

  const std::vector<double> found = principal_directions(symmetric, n, n);

  double previous = HUGE_VAL;
  for (std::size_t i = 0; i < n; ++i) {
    const double* const vector = found.data() + i * n;
    std::vector<double> image(n);
    double value = 0;
    for (std::size_t r = 0; r < n; ++r) {
      for (std::size_t c = 0; c < n; ++c) image[r] += symmetric[r * n + c] * vector[c];
      value += image[r] * vector[r];
    }
    EXPECT_LE(value, previous);
    previous = value;
    for (std::size_t r = 0; r < n; ++r) EXPECT_NEAR(image[r], value * vector[r], 1e-9);
    for (std::size_t k = 0; k <= i; ++k) {
      double dot = 0;
      for (std::size_t r = 0; r < n; ++r) dot += found[k * n + r] * vector[r];
      EXPECT_NEAR(dot, k == i ? 1 : 0, 1e-12);
    }
  }
}

TEST(MainDirections, DoNotDependOnTheScale) {
  constexpr std::size_t kSize = 6;
  SeededGenerator generator(1);
  std::vector<double> symmetric(kSize * kSize);
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      symmetric[i * kSize + j] = symmetric[j * kSize + i] = generator.uniform();
    }
  }
  const std::vector<double> directions = principal_directions(symmetric, kSize, kSize);

  for (const double scale : {0x1p-60, 0x1p60}) {  // powers of 2 do not round
    std::vector<double> scaled = symmetric;
    for (double& value : scaled) value *= scale;
    EXPECT_EQ(principal_directions(scaled, kSize, kSize), directions) << scale;
  }
}

}  // namespace
}  // namespace manyheads::principal_directions_test
