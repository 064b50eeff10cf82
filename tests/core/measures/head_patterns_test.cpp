#include "measures/head_patterns.hpp"

#include <cmath>

#include "core/expect_error.hpp"
#include "core/golden.hpp"
#include "core/tensors.hpp"

namespace manyheads::head_patterns_test {
namespace {

using Tokens = std::vector<std::int64_t>;

/// The weights of one head whose query t puts all its weight on keys[t].
Tensor weights_on(const std::vector<std::size_t>& keys) {
  Tensor weights = full({1, keys.size(), keys.size()}, 0);
  for (std::size_t t = 0; t < keys.size(); ++t) weights(0, t, keys[t]) = 1;
  return weights;
}

class HeadPatternsGolden : public testing::TestWithParam<golden::Json> {};

/// The shares of a pattern; NaN for those without a key.
std::vector<double> list_shares(const HeadPattern& pattern) {
  std::vector<double> shares;
  for (const std::optional<double>& share : {pattern.previous, std::optional(pattern.self),
                                             pattern.first, pattern.duplicate, pattern.induction}) {
    shares.push_back(share.value_or(std::nan("")));
  }
  return shares;
}

TEST_P(HeadPatternsGolden, AgreeWithNumPy) {
  const Tensor expected = golden::tensor(GetParam().at("expected").at("head_patterns"));

  const auto patterns = head_patterns(golden::tensor(GetParam().at("weights")),
                                      GetParam().at("tokens").get<Tokens>());

  Tensor found = full(shape_of(expected), 0);
  ASSERT_EQ(patterns.size(), found.shape(0));
  for (std::size_t h = 0; h < patterns.size(); ++h) {
    const std::vector<double> shares = list_shares(patterns[h]);
    std::copy(shares.begin(), shares.end(), &found(h, 0));
  }
  expect_close(found, expected, 1e-6);
}

std::vector<golden::Json> cases_with_tokens() {
  std::vector<golden::Json> cases;
  for (const golden::Json& each : golden::cases("measures.json")) {
    if (each.contains("tokens")) cases.push_back(each);
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(NumPy, HeadPatternsGolden, testing::ValuesIn(cases_with_tokens()),
                         golden::CaseName());

TEST(HeadPatterns, FindsAHeadThatReadsThePreviousToken) {
  const HeadPattern pattern = head_patterns(weights_on({0, 0, 1, 2}), {}).at(0);

  EXPECT_DOUBLE_EQ(*pattern.previous, 1.0);
  EXPECT_DOUBLE_EQ(pattern.self, 0.25);         // query 0 has no other key
  EXPECT_DOUBLE_EQ(*pattern.first, 1.0 / 3.0);  // query 1
}

TEST(HeadPatterns, FindsAHeadThatReadsItself) {
  EXPECT_DOUBLE_EQ(head_patterns(weights_on({0, 1, 2, 3}), {}).at(0).self, 1.0);
}

TEST(HeadPatterns, FindsAHeadThatReadsTheFirstToken) {
  EXPECT_DOUBLE_EQ(*head_patterns(weights_on({3, 0, 0, 0}), {}).at(0).first, 1.0);
}

TEST(HeadPatterns, FindsAHeadThatReadsTheEarlierEqualToken) {
  const HeadPattern pattern = head_patterns(weights_on({0, 0, 0, 1}), Tokens{5, 6, 5, 6}).at(0);

  EXPECT_DOUBLE_EQ(*pattern.duplicate, 1.0);
  EXPECT_DOUBLE_EQ(*pattern.induction, 0.0);
}

TEST(HeadPatterns, FindsAHeadThatReadsTheTokenAfterTheEarlierEqualOne) {
  const HeadPattern pattern = head_patterns(weights_on({0, 0, 1, 2}), Tokens{5, 6, 5, 6}).at(0);

  EXPECT_DOUBLE_EQ(*pattern.induction, 1.0);
  EXPECT_DOUBLE_EQ(*pattern.duplicate, 0.0);
}

TEST(HeadPatterns, SumsOverAllEarlierEqualTokens) {
  const HeadPattern pattern = head_patterns(full({1, 4, 4}, 0.25f), Tokens{5, 5, 5, 9}).at(0);

  EXPECT_DOUBLE_EQ(*pattern.duplicate, (0.25 + 0.5) / 2);
  EXPECT_DOUBLE_EQ(*pattern.induction, (0.25 + 0.5) / 2);
}

TEST(HeadPatterns, InductionCountsATokenThatFollowsAnEqualOne) {
  const HeadPattern pattern = head_patterns(weights_on({0, 1, 2}), Tokens{5, 5, 6}).at(0);

  EXPECT_DOUBLE_EQ(*pattern.induction, 1.0);
}

TEST(HeadPatterns, CountsAQueryThatSeesNoKeyAsZero) {
  const Tensor weights = tensor_of({1, 2, 2}, {0, 0, 1, 0});

  const HeadPattern pattern = head_patterns(weights, Tokens{5, 5}).at(0);

  EXPECT_DOUBLE_EQ(pattern.self, 0.0);
  EXPECT_DOUBLE_EQ(*pattern.previous, 1.0);
  EXPECT_DOUBLE_EQ(*head_patterns(full({1, 2, 2}, 0), Tokens{5, 5}).at(0).duplicate, 0.0);
}

TEST(HeadPatterns, PropagatesNaN) {
  const HeadPattern pattern = head_patterns(tensor_of({1, 2, 2}, {1, 0, kNaN, 0}), {}).at(0);

  EXPECT_TRUE(std::isnan(*pattern.previous));
  EXPECT_DOUBLE_EQ(pattern.self, 0.5);
}

TEST(HeadPatterns, LeavesDuplicateAndInductionEmptyWithoutAnEqualToken) {
  const HeadPattern pattern = head_patterns(full({1, 3, 3}, 0.25f), Tokens{1, 2, 3}).at(0);

  EXPECT_FALSE(pattern.duplicate.has_value());
  EXPECT_FALSE(pattern.induction.has_value());
}

TEST(HeadPatterns, LeavesDuplicateAndInductionEmptyWithoutTokens) {
  const HeadPattern pattern = head_patterns(full({1, 3, 3}, 0.25f), {}).at(0);

  EXPECT_FALSE(pattern.duplicate.has_value());
  EXPECT_FALSE(pattern.induction.has_value());
}

TEST(HeadPatterns, LeavesPreviousAndFirstEmptyForASingleToken) {
  const HeadPattern pattern = head_patterns(full({1, 1, 1}, 1), {}).at(0);

  EXPECT_FALSE(pattern.previous.has_value());
  EXPECT_FALSE(pattern.first.has_value());
  EXPECT_DOUBLE_EQ(pattern.self, 1.0);
}

TEST(HeadPatterns, AveragesOverTheBatchButNotOverHeads) {
  const Tensor weights = tensor_of({2, 2, 2, 2}, {1, 0, 1, 0, 1, 0, 0, 1,  //
                                                  1, 0, 0, 1, 1, 0, 0, 1});

  const auto patterns = head_patterns(weights, {});

  ASSERT_EQ(patterns.size(), 2u);
  EXPECT_DOUBLE_EQ(*patterns[0].previous, 0.5);
  EXPECT_DOUBLE_EQ(*patterns[1].previous, 0.0);
}

TEST(HeadPatterns, RefusesAnotherNumberOfKeysThanQueries) {
  expect_shape_error(
      [] {
        head_patterns(full({2, 3, 4}, 0), {});
      },
      {"weights", 2, "3", "4"},
      "head_patterns: weights [2, 3, 4] has 4 on axis 2, wanted 3 (as many keys as "
      "queries)");
}

TEST(HeadPatterns, RefusesAnotherNumberOfTokens) {
  expect_shape_error(
      [] {
        head_patterns(full({2, 3, 3}, 0), Tokens{1, 2});
      },
      {"tokens", 0, "3", "2"},
      "head_patterns: tokens [2] has 2 on axis 0, wanted 3 (one token a query)");
}

TEST(HeadPatterns, RefusesWeightsOfNoQuery) {
  expect_shape_error(
      [] {
        head_patterns(without_elements({2, 0, 0}), {});
      },
      {"weights", 1, "at least 1", "0"},
      "weights has size 0 (axis 1); every axis must hold at least one element");
}

TEST(HeadPatterns, RefusesAnotherRank) {
  expect_shape_error(
      [] {
        head_patterns(full({3, 3}, 0), {});
      },
      {"weights", std::nullopt, "[B, H, T, S] or [H, T, S]", "[3, 3]"},
      "head_patterns: weights is [3, 3], wanted [B, H, T, S] or [H, T, S]");
}

}  // namespace
}  // namespace manyheads::head_patterns_test
