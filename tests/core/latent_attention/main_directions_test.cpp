#include "latent_attention/main_directions.hpp"

#include <gtest/gtest.h>

#include "tensor/random.hpp"

namespace manyheads::main_directions_test {
namespace {

TEST(MainDirections, DoNotDependOnTheScale) {
  constexpr std::size_t kSize = 6;
  SeededGenerator generator(1);
  std::vector<double> symmetric(kSize * kSize);
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      symmetric[i * kSize + j] = symmetric[j * kSize + i] = generator.uniform();
    }
  }
  const std::vector<double> directions = main_directions(symmetric, kSize, kSize);

  for (const double scale : {0x1p-60, 0x1p60}) {  // powers of 2 do not round
    std::vector<double> scaled = symmetric;
    for (double& value : scaled) value *= scale;
    EXPECT_EQ(main_directions(scaled, kSize, kSize), directions) << scale;
  }
}

}  // namespace
}  // namespace manyheads::main_directions_test
