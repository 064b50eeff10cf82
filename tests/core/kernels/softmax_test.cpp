#include "kernels/softmax.hpp"

#include "core/expect_error.hpp"
#include "core/golden.hpp"
#include "core/tensors.hpp"

namespace manyheads::softmax_test {
namespace {

using golden::Json;

class SoftmaxGolden : public testing::TestWithParam<Json> {};

TEST_P(SoftmaxGolden, GivesPyTorchsWeights) {
  const Tensor weights = softmax(golden::tensor(GetParam().at("input")), GetParam().at("axis"));

  // Error bound: weights are at most 1, and the polynomial exponential has an error of 2e-7.
  expect_close(weights, golden::tensor(GetParam().at("expected")), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(PyTorch, SoftmaxGolden, testing::ValuesIn(golden::cases("softmax.json")),
                         golden::CaseName());

/// Facts that must hold for both kernels.
struct Kernel {
  const char* name;
  bool (*softmax_row)(std::span<float>);
};
class SoftmaxRow : public testing::TestWithParam<Kernel> {
 protected:
  static Tensor softmax_weights(Tensor scores) {
    GetParam().softmax_row(elements(scores));
    return scores;
  }
};
INSTANTIATE_TEST_SUITE_P(Kernels, SoftmaxRow,
                         testing::Values(Kernel{"vectors", softmax_row},
                                         Kernel{"reference", softmax_row_reference}),
                         [](const auto& instance) { return instance.param.name; });

TEST_P(SoftmaxRow, GivesWeightsThatSumToOne) {
  for (std::size_t length = 1; length <= 70; ++length) {
    const Tensor weights = softmax_weights(random_normal({length}, length));
    double sum = 0;
    for (const float weight : elements(weights)) sum += weight;
    EXPECT_NEAR(sum, 1.0, 1e-6) << length;
  }
}

TEST_P(SoftmaxRow, GivesASingleKeyAllTheWeight) {
  for (const float score : {0.0f, 1e4f, -1e4f, 3e38f, -3e38f}) {
    expect_equal(softmax_weights(tensor_of({1}, {score})), tensor_of({1}, {1}));
  }
}

TEST_P(SoftmaxRow, GivesEqualScoresEqualWeights) {
  expect_equal(softmax_weights(full({8}, 1e4f)), full({8}, 0.125f));
}

TEST_P(SoftmaxRow, NeitherOverflowsNorUnderflowsAtScoresOfTenThousand) {
  Tensor scores = full({7}, -1e4f);
  scores(3) = 1e4f;

  expect_equal(softmax_weights(scores), tensor_of({7}, {0, 0, 0, 1, 0, 0, 0}));
}

TEST_P(SoftmaxRow, KeepsDifferencesBetweenLargeScores) {
  const Tensor small = softmax_weights(tensor_of({5}, {0, 0.5f, 1, 1.5f, 2}));

  expect_equal(softmax_weights(tensor_of({5}, {10000, 10000.5f, 10001, 10001.5f, 10002})), small);
  expect_equal(softmax_weights(tensor_of({5}, {-10002, -10001.5f, -10001, -10000.5f, -10000})),
               small);
}

TEST_P(SoftmaxRow, GivesAHiddenKeyExactlyZero) {
  for (const std::size_t length : {2, 4, 5, 17, 33}) {
    for (std::size_t hidden = 0; hidden < length; ++hidden) {
      Tensor scores = random_normal({length}, 1);
      scores(hidden) = -kInfinity;

      const Tensor weights = softmax_weights(scores);

      for (std::size_t s = 0; s < length; ++s) EXPECT_EQ(weights(s) == 0.0f, s == hidden) << s;
    }
  }
}

TEST_P(SoftmaxRow, HiddenKeysAtTheEndDoNotChangeTheOtherWeights) {
  const Tensor seen = random_normal({16}, 1);
  Tensor scores = full({40}, -kInfinity);
  std::copy_n(seen.data(), 16, scores.data());

  EXPECT_EQ(copy_range(softmax_weights(scores), 0, 16), copy_range(softmax_weights(seen), 0, 16));
}

TEST_P(SoftmaxRow, GivesZerosAndReturnsFalseIfEveryKeyIsHidden) {
  for (std::size_t length = 1; length <= 70; ++length) {
    Tensor scores = full({length}, -kInfinity);

    EXPECT_FALSE(GetParam().softmax_row(elements(scores)));

    expect_equal(scores, full({length}, 0));
  }
}

TEST_P(SoftmaxRow, ReturnsFalseForAnEmptyRow) { EXPECT_FALSE(GetParam().softmax_row({})); }

TEST_P(SoftmaxRow, ReturnsTrueIfAKeyIsVisible) {
  for (const float score : {0.0f, -3e38f, kInfinity, kNaN}) {
    for (std::size_t place = 0; place < 19; ++place) {
      Tensor scores = full({19}, -kInfinity);
      scores(place) = score;
      EXPECT_TRUE(GetParam().softmax_row(elements(scores))) << score << " at " << place;
    }
  }
}

TEST_P(SoftmaxRow, OneNaNOrInfinityMakesEveryWeightNaN) {
  for (const float poison : {kNaN, -kNaN, kInfinity}) {
    for (std::size_t length = 1; length <= 37; ++length) {
      for (std::size_t place = 0; place < length; ++place) {
        Tensor scores = random_normal({length}, 1);
        scores(place) = poison;
        SCOPED_TRACE(std::to_string(length) + ", at " + std::to_string(place));
        expect_equal(softmax_weights(scores), full({length}, kNaN));
      }
    }
  }
}

TEST_P(SoftmaxRow, OneNaNAmongHiddenKeysMakesEveryWeightNaN) {
  for (std::size_t place = 0; place < 19; ++place) {
    Tensor scores = full({19}, -kInfinity);
    scores(place) = kNaN;
    expect_equal(softmax_weights(scores), full({19}, kNaN));
  }
}

TEST(VectorizedSoftmaxRow, EqualsTheReferenceAtEveryLength) {
  for (std::size_t length = 1; length <= 70; ++length) {
    for (const double spread : {0.1, 1.0, 10.0, 40.0}) {
      Tensor fast = random_normal({length}, length, spread), plain = fast;

      softmax_row(elements(fast));
      softmax_row_reference(elements(plain));

      // Error bound: weights are at most 1. The polynomial exponential and the sum have errors of
      // 2e-7.
      expect_close(fast, plain, 1e-6);
    }
  }
}

TEST(VectorizedSoftmaxRow, DoesNotWriteBeyondTheRow) {
  Tensor scores = full({40}, 7);

  softmax_row(elements(scores).first(37));

  EXPECT_EQ(copy_range(scores, 37, 40), (std::vector<float>{7, 7, 7}));
}

TEST(Softmax, WorksAlongEachAxis) {
  const Tensor x = full({2, 5, 4}, 3);

  expect_equal(softmax(x, 0), full({2, 5, 4}, 0.5f));
  expect_close(softmax(x, 1), full({2, 5, 4}, 0.2f), 1e-7);
  expect_equal(softmax(x, -1), full({2, 5, 4}, 0.25f));
}

TEST(Softmax, IsNaNIfEveryKeyIsHiddenAsInPyTorch) {
  expect_equal(softmax(tensor_of({2, 2}, {-kInfinity, -kInfinity, 0, 0}), 1),
               tensor_of({2, 2}, {kNaN, kNaN, 0.5f, 0.5f}));
}

TEST(Softmax, RefusesAnAxisThatDoesNotExist) {
  expect_config_error(
      [] {
        softmax(full({2, 3}, 0), 2);
      },
      "axis", "softmax: axis 2 does not exist in a tensor of 2 axes");
  expect_config_error([] { softmax(scalar(0), -1); }, "axis",
                      "softmax: axis -1 does not exist in a tensor of 0 axes");
}

// ---------------------------------------------------------------- the parts of a row's softmax

TEST(LargestScore, IgnoresNaNAnywhere) {
  for (std::size_t length = 2; length <= 70; ++length) {
    for (std::size_t place = 0; place < length; ++place) {
      Tensor scores = random_normal({length}, 1);
      scores(place) = kNaN;
      float largest = -kInfinity;
      for (const float score : elements(scores)) largest = score > largest ? score : largest;

      EXPECT_EQ(largest_score(elements(scores)), largest) << place << " of " << length;
    }
  }
}

TEST(LargestScore, IsMinusInfinityForAnEmptyRow) { EXPECT_EQ(largest_score({}), -kInfinity); }

TEST(UnnormalizedSoftmaxRow, DividedByItsSumIsTheSoftmaxOfTheScaledScores) {
  for (const std::size_t length : {1, 3, 4, 6, 17, 64, 131}) {
    Tensor scores = random_normal({length}, 1, 10.0), wanted = scores;
    for (float& score : elements(wanted)) score *= 0.25f;
    softmax_row_reference(elements(wanted));

    const float sum = unnormalized_softmax_row(elements(scores), 0.25f);

    // Error bound: exp 1e-7, its exponent 6e-8 times up to 20, the sum of 131 a few 1e-7.
    for (float& weight : elements(scores)) weight /= sum;
    expect_close(scores, wanted, 2e-6);
  }
}

TEST(UnnormalizedSoftmaxRow, GivesTheLargestScoreExactlyOne) {
  Tensor scores = tensor_of({5}, {3, -2, 7, 0, 7});

  const float sum = unnormalized_softmax_row(elements(scores), 100.0f);

  expect_equal(scores, tensor_of({5}, {0, 0, 1, 0, 1}));
  EXPECT_EQ(sum, 2.0f);
}

TEST(UnnormalizedSoftmaxRow, HasSumZeroWithoutKeys) {
  EXPECT_EQ(unnormalized_softmax_row({}, 1.0f), 0.0f);
}

TEST(WholeVectors, RoundsUpToTheVectorsOfThisMachine) {
  EXPECT_EQ(whole_vectors(0), 0u);
  EXPECT_EQ(whole_vectors(1), whole_vectors(whole_vectors(1)));
  EXPECT_EQ(whole_vectors(whole_vectors(1) + 1), 2 * whole_vectors(1));
}

}  // namespace
}  // namespace manyheads::softmax_test
