#include <array>
#include <cmath>
#include <vector>

#include "core/tensors.hpp"
#include "lesson/schedules/attend_online_softmax.hpp"

namespace manyheads::online_softmax_test {
namespace {

TEST(OnlineSoftmax, RescaledTilesDividedByTheSumAreTheSoftmax) {
  std::array<float, 5> first{1, -kInfinity, 3, 0, 2};
  std::array<float, 2> second{4, -1};
  OnlineSoftmax row;

  row.add(first);
  row.add(second);

  double sum = 0;
  for (const double score : {1, 3, 0, 2, 4, -1}) sum += std::exp(score);
  EXPECT_NEAR(first[2] * row.rescale / row.sum, std::exp(3.0) / sum, 1e-7);
  EXPECT_NEAR(second[1] / row.sum, std::exp(-1.0) / sum, 1e-7);
  EXPECT_EQ(first[1], 0.0f);
}

TEST(OnlineSoftmax, IgnoresANaNInItsMaximumAndKeepsItInItsSum) {
  for (const std::size_t place : {0, 3, 16, 19}) {
    std::vector<float> scores(20, 1.0f), more(20, 7.0f);
    scores[place] = kNaN;
    scores[(place + 5) % 20] = 2.0f;
    OnlineSoftmax row;

    row.add(scores);
    EXPECT_EQ(row.max, 2.0f);
    row.add(more);

    EXPECT_EQ(row.max, 7.0f);
    EXPECT_TRUE(std::isnan(row.sum));
  }
}

TEST(OnlineSoftmax, CountsANaNScoreAsAVisibleKey) {
  std::array<float, 2> hidden{-kInfinity, -kInfinity}, spoilt{kNaN, kNaN}, late = hidden;
  OnlineSoftmax row;

  row.add(hidden);
  EXPECT_EQ(row.sum, 0.0f);
  row.add(spoilt);
  row.add(late);

  EXPECT_EQ(row.max, -kInfinity);
  EXPECT_TRUE(std::isnan(row.sum));
}

TEST(OnlineSoftmax, AnInfiniteScoreMakesTheSumNaN) {
  std::array<float, 2> low{0, 1}, high{kInfinity, 0};
  OnlineSoftmax row;

  row.add(high);
  row.add(low);

  EXPECT_EQ(row.max, kInfinity);
  EXPECT_TRUE(std::isnan(row.sum));
}

}  // namespace
}  // namespace manyheads::online_softmax_test
