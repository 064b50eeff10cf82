/// Why scores are divided by sqrt(d_head): checks the lesson's figures of items 85, 87 and 89 and
/// of correction M13 with random draws. A tolerance is four standard errors of the mean, which a
/// right figure exceeds once in 16,000 times; the seeds are fixed.

#include <cmath>

#include "attention/config.hpp"
#include "core/tensors.hpp"
#include "kernels/matmul.hpp"
#include "kernels/softmax.hpp"
#include "measures/head_measures.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/reduce.hpp"

namespace manyheads::score_scale_test {
namespace {

constexpr Size kDraws = 512, kKeys = 16;

struct Mean {
  double mean, standard_error;
};

Mean compute_mean(const Tensor& draws) {
  double sum = 0, squares = 0;
  for (const float draw : elements(draws)) {
    sum += draw;
    squares += double(draw) * draw;
  }
  const double n = double(draws.size()), mean = sum / n;
  return {mean, std::sqrt((squares / n - mean * mean) / n)};
}

/// @param rounding  half a unit in the last digit of the printed figure
void expect_mean(const Tensor& draws, double expected, double rounding = 0) {
  const auto [mean, standard_error] = compute_mean(draws);
  EXPECT_NEAR(mean, expected, 4 * standard_error + rounding);
}

/// Q K^T of unit normal queries and keys, [draws, 1, keys].
Tensor dot_products(Size draws, Size d_head, Size keys) {
  return matmul(random_normal({draws, 1, d_head}, 1), random_normal({draws, d_head, keys}, 2));
}

/// The weights of one query per draw, in a layer with eight heads.
Tensor weights(Size d_head, Scale scale) {
  const AttentionConfig config = resolved({.d_model = 8 * d_head, .num_heads = 8, .scale = scale});
  return softmax(divide(dot_products(kDraws, d_head, kKeys), scalar(score_divisor(config))), -1);
}

// Correction M13.
TEST(DotProducts, HaveMeanZeroAndVarianceDHead) {
  for (const Size d_head : {4, 64, 100}) {
    const Tensor products = dot_products(4096, d_head, 1);

    expect_mean(products, 0);
    expect_mean(multiply(products, products), double(d_head));
  }
}

TEST(DotProducts, HaveVarianceOneDividedByTheRootOfDHead) {
  const Tensor scores = divide(dot_products(4096, 64, 1), scalar(8));

  expect_mean(multiply(scores, scores), 1);
}

// Item 85.
TEST(ScoreDivisor, IsEightForGpt3WithTwiceTheHeadsInsteadOf11Point31) {
  const auto divisor = [](Size num_heads) {
    return score_divisor(resolved({.d_model = 12288, .num_heads = num_heads}));
  };

  EXPECT_NEAR(divisor(96), 11.31, 0.005);
  EXPECT_EQ(divisor(192), 8);
}

// Item 87, a pitfall.
TEST(EntropyOf16Keys, Is2Point37DividedByTheRootOfDHead) {
  expect_mean(entropy(weights(8, Scale::kSqrtDHead)), 2.37, 0.005);
}

TEST(EntropyOf16Keys, Is2Point71DividedByTheRootOfDModel) {
  const Tensor flatter = entropy(weights(8, Scale::kSqrtDModel));

  expect_mean(flatter, 2.71, 0.005);
  EXPECT_LT(compute_mean(flatter).mean, std::log(kKeys));
}

TEST(EntropyOf16Keys, Is2Point77ForEqualWeights) {
  expect_close(entropy(full({1, 1, kKeys}, 1.0f / kKeys)), full({1, 1}, 2.7725887f), 1e-6);
}

// Item 89, a pitfall.
TEST(UnscaledSoftmax, LargestOf16WeightsGrowsWithDHead) {
  const auto expect_largest = [](Size d_head, double printed) {
    expect_mean(manyheads::reduce(weights(d_head, Scale::kNone), Reduction::kMax, -1, false),
                printed, 0.005);
  };

  expect_largest(8, 0.56);
  expect_largest(64, 0.84);
  expect_largest(128, 0.89);
  expect_largest(512, 0.94);
}

TEST(UnscaledSoftmax, SaturatesAsDHeadGrows) {
  expect_mean(saturation(weights(8, Scale::kNone)), 0.57, 0.005);
  expect_mean(saturation(weights(512, Scale::kNone)),
              0.086);  // the lesson's figure is a mean of few draws; many give 0.076
}

TEST(ScaledSoftmax, DoesNotSaturateAsDHeadGrows) {
  for (const Size d_head : {8, 64, 512}) {
    expect_mean(saturation(weights(d_head, Scale::kSqrtDHead)), 0.87, 0.005);
  }
}

}  // namespace
}  // namespace manyheads::score_scale_test
