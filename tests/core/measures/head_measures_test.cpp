#include "measures/head_measures.hpp"

#include <cstdint>
#include <numbers>
#include <optional>

#include "core/expect_error.hpp"
#include "core/golden.hpp"
#include "core/tensors.hpp"
#include "kernels/softmax.hpp"

namespace manyheads::head_measures_test {
namespace {

using golden::Json;

constexpr float kLn2 = std::numbers::ln2_v<float>;

/// Random rows of weights that sum to 1.
Tensor random_attention(const Shape& shape, std::uint64_t seed) {
  return softmax(random_normal(shape, seed), -1);
}

class MeasuresGolden : public testing::TestWithParam<Json> {};

TEST_P(MeasuresGolden, AgreeWithNumPy) {
  const Tensor weights = golden::tensor(GetParam().at("weights"));
  const Json& expected = GetParam().at("expected");

  expect_close(entropy(weights), golden::tensor(expected.at("entropy")), 1e-6);
  expect_close(head_distance(weights), golden::tensor(expected.at("head_distance")), 1e-6);
  expect_close(saturation(weights), golden::tensor(expected.at("saturation")), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(NumPy, MeasuresGolden, testing::ValuesIn(golden::cases("measures.json")),
                         golden::CaseName());

TEST(Entropy, OfASingleKeyIsZero) {
  expect_equal(entropy(tensor_of({1, 1, 3}, {0, 1, 0})), full({1, 1}, 0));
}

TEST(Entropy, OfEqualWeightsIsTheLogarithmOfTheirNumber) {
  expect_close(entropy(full({1, 1, 2, 4}, 0.25f)), full({1, 1, 2}, 2 * kLn2), 1e-7);
}

TEST(Entropy, OfAQueryThatSeesNoKeyIsZero) {
  expect_equal(entropy(full({1, 1, 1, 3}, 0)), full({1, 1, 1}, 0));
}

TEST(Entropy, PropagatesNaN) {
  expect_equal(entropy(tensor_of({1, 2, 2}, {kNaN, 0.5f, 0, 1})), tensor_of({1, 2}, {kNaN, 0}));
}

TEST(Entropy, WithoutABatchAxisHasNone) {
  EXPECT_EQ(shape_of(entropy(random_attention({3, 4, 5}, 1))), (Shape{3, 4}));
}

TEST(HeadDistance, OfEqualHeadsIsExactlyZero) {
  Tensor weights = random_attention({1, 4, 5}, 1);
  const Tensor twice = make_tensor({2, 4, 5}, "weights");
  Tensor tied = twice;
  std::copy_n(weights.data(), 20, tied.data());
  std::copy_n(weights.data(), 20, tied.data() + 20);

  expect_equal(head_distance(tied), full({2, 2}, 0));
}

TEST(HeadDistance, OfHeadsWithNothingInCommonIsLn2) {
  expect_close(head_distance(tensor_of({2, 1, 4}, {0.5f, 0.5f, 0, 0, 0, 0, 1, 0})),
               tensor_of({2, 2}, {0, kLn2, kLn2, 0}), 1e-7);
}

TEST(HeadDistance, IsSymmetricAndBetweenZeroAndLn2) {
  const Tensor distance = head_distance(random_attention({2, 5, 3, 7}, 2));

  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(distance(i, i), 0.0f);
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_EQ(distance(i, j), distance(j, i));
      EXPECT_LE(distance(i, j), kLn2);
      EXPECT_GE(distance(i, j), 0.0f);
    }
  }
}

TEST(HeadDistance, SkipsRowsInWhichNeitherHeadSeesAKey) {
  const Tensor one = tensor_of({2, 1, 2}, {1, 0, 0.5f, 0.5f});
  const Tensor with_empty_row = tensor_of({2, 2, 2}, {0, 0, 1, 0, 0, 0, 0.5f, 0.5f});

  expect_equal(head_distance(with_empty_row), head_distance(one));
}

TEST(HeadDistance, OfHeadsThatSeeNoKeyIsZero) {
  expect_equal(head_distance(full({2, 3, 4}, 0)), full({2, 2}, 0));
}

TEST(HeadDistance, PropagatesNaN) {
  expect_equal(head_distance(tensor_of({2, 1, 2}, {kNaN, 0.5f, 0.5f, 0.5f})),
               tensor_of({2, 2}, {0, kNaN, kNaN, 0}));
}

TEST(HeadDiversity, FindsThePairsThatDifferMostAndLeast) {
  const Tensor weights = tensor_of({3, 1, 2}, {1, 0, 0.75f, 0.25f, 0, 1});

  const HeadDiversity diversity = head_diversity(weights);

  const Tensor distance = head_distance(weights);
  EXPECT_EQ(diversity.most.heads[0], 0u);
  EXPECT_EQ(diversity.most.heads[1], 2u);
  EXPECT_EQ(diversity.most.distance, distance(0, 2));
  EXPECT_EQ(diversity.least.heads[0], 0u);
  EXPECT_EQ(diversity.least.heads[1], 1u);
  EXPECT_EQ(diversity.least.distance, distance(0, 1));
  EXPECT_NEAR(diversity.mean, (distance(0, 1) + distance(0, 2) + distance(1, 2)) / 3.0, 1e-7);
}

TEST(HeadDiversity, OfTwoHeadsIsTheirDistance) {
  const HeadDiversity diversity = head_diversity(tensor_of({2, 1, 2}, {1, 0, 0, 1}));

  EXPECT_FLOAT_EQ(diversity.most.distance, kLn2);
  EXPECT_EQ(diversity.least.distance, diversity.most.distance);
  EXPECT_EQ(diversity.mean, diversity.most.distance);
}

TEST(HeadDiversity, TakesTheFirstOfEquallyDifferentPairs) {
  const HeadDiversity diversity =
      head_diversity(tensor_of({3, 1, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1}));  // all ln 2 apart

  for (const HeadPair& pair : {diversity.most, diversity.least}) {
    EXPECT_EQ(pair.heads[0], 0u);
    EXPECT_EQ(pair.heads[1], 1u);
  }
}

TEST(HeadDiversity, RefusesASingleHead) {
  expect_shape_error(
      [] {
        head_diversity(full({2, 1, 3, 3}, 0));
      },
      {"weights", 1, "at least 2", "1"},
      "head_diversity: weights has 1 head (axis 1), wanted at least 2 to compare");
  expect_shape_error(
      [] {
        head_diversity(full({1, 3, 3}, 0));
      },
      {"weights", 0, "at least 2", "1"},
      "head_diversity: weights has 1 head (axis 0), wanted at least 2 to compare");
}

TEST(HeadDiversity, RefusesAnotherRank) {
  expect_shape_error(
      [] {
        head_diversity(full({3, 3}, 0));
      },
      {"weights", std::nullopt, "[B, H, T, S] or [H, T, S]", "[3, 3]"},
      "head_diversity: weights is [3, 3], wanted [B, H, T, S] or [H, T, S]");
}

TEST(Saturation, IsZeroWhereEveryQueryReadsOneKey) {
  expect_equal(saturation(tensor_of({1, 2, 3}, {0, 1, 0, 1, 0, 0})), full({1}, 0));
}

TEST(Saturation, OfEqualWeightsIsOneMinusTheirShare) {
  expect_equal(saturation(full({2, 3, 2, 4}, 0.25f)), full({3}, 0.75f));
}

TEST(Saturation, CountsAQueryThatSeesNoKeyAsZero) {
  expect_equal(saturation(tensor_of({1, 2, 2}, {0.5f, 0.5f, 0, 0})), full({1}, 0.25f));
}

TEST(Saturation, PropagatesNaN) {
  expect_equal(saturation(tensor_of({2, 1, 2}, {kNaN, 0, 0.5f, 0.5f})),
               tensor_of({2}, {kNaN, 0.5f}));
}

TEST(Saturation, IsSeparateForEachHead) {
  expect_equal(saturation(tensor_of({2, 1, 2}, {1, 0, 0.5f, 0.5f})), tensor_of({2}, {0, 0.5f}));
}

TEST(HeadMeasures, RefuseAnotherRank) {
  struct {
    const char* name;
    Tensor (*measure)(const Tensor&);
  } const cases[] = {
      {"entropy", entropy}, {"head_distance", head_distance}, {"saturation", saturation}};
  for (const auto& [name, measure] : cases) {
    expect_shape_error(
        [run = measure] {
          run(full({3, 3}, 0));
        },
        {"weights", std::nullopt, "[B, H, T, S] or [H, T, S]", "[3, 3]"},
        std::string(name) + ": weights is [3, 3], wanted [B, H, T, S] or [H, T, S]");
  }
}

TEST(HeadMeasures, RefuseWeightsOfNoQueryOrKey) {
  for (const auto measure : {entropy, head_distance, saturation}) {
    expect_shape_error(
        [&] {
          measure(without_elements({2, 0, 3}));
        },
        {"weights", 1, "at least 1", "0"},
        "weights has size 0 (axis 1); every axis must hold at least one element");
    EXPECT_THROW(measure(without_elements({2, 3, 0})), ShapeError);
  }
  EXPECT_THROW(head_diversity(without_elements({0, 3, 3})), ShapeError);
}

}  // namespace
}  // namespace manyheads::head_measures_test
