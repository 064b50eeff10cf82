#include "attention/visibility.hpp"

#include <cstdint>

#include "core/tensors.hpp"

namespace manyheads::visibility_test {
namespace {

/// The keys of each query in batch row b: x is visible, . is hidden.
std::vector<std::string> draw_visibility(const ForwardOptions& options, const ForwardShape& run,
                                         std::size_t b = 0) {
  const Visibility visibility(options, run);
  std::vector<std::string> lines;
  for (std::size_t t = 0; t < run.T; ++t) {
    std::vector<float> scores(run.S, 1.0f);
    visibility.hide(b, t, scores);
    std::string line;
    for (const float score : scores) line += score == -kInfinity ? '.' : 'x';
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

constexpr ForwardShape make_run(std::size_t B, std::size_t T, std::size_t S) {
  return {.B = B, .T = T, .S = S, .batched = true};
}

TEST(Visibility, ShowsEverythingByDefault) {
  EXPECT_EQ(draw_visibility({}, make_run(1, 2, 3)), (Lines{"xxx", "xxx"}));
}

TEST(Visibility, CausalWithAsManyKeysAsQueriesIsATriangle) {
  EXPECT_EQ(draw_visibility({.causal = true}, make_run(1, 3, 3)), (Lines{"x..", "xx.", "xxx"}));
}

TEST(Visibility, CausalWithMoreKeysIsAlignedAtTheBottomRight) {
  EXPECT_EQ(draw_visibility({.causal = true}, make_run(1, 2, 5)), (Lines{"xxxx.", "xxxxx"}));
}

TEST(Visibility, CausalWithMoreQueriesHidesAllKeysFromTheFirstQueries) {
  EXPECT_EQ(draw_visibility({.causal = true}, make_run(1, 4, 2)), (Lines{"..", "..", "x.", "xx"}));
}

TEST(Visibility, TopLeftAlignmentDoesNotDependOnTheNumberOfKeys) {
  const ForwardOptions options{.causal = true, .causal_alignment = CausalAlignment::kTopLeft};

  EXPECT_EQ(draw_visibility(options, make_run(1, 2, 5)), (Lines{"x....", "xx..."}));
  EXPECT_EQ(draw_visibility(options, make_run(1, 4, 2)), (Lines{"x.", "xx", "xx", "xx"}));
  EXPECT_EQ(draw_visibility(options, make_run(1, 3, 3)),
            draw_visibility({.causal = true}, make_run(1, 3, 3)));
}

TEST(Visibility, EndsAtTheValidLengthOfTheBatchRow) {
  const ForwardOptions options{.valid_lens = std::vector<std::int64_t>{2, 0}};

  EXPECT_EQ(draw_visibility(options, make_run(2, 1, 3), 0), (Lines{"xx."}));
  EXPECT_EQ(draw_visibility(options, make_run(2, 1, 3), 1), (Lines{"..."}));
}

TEST(Visibility, AcceptsOneMaskForAllBatchRows) {
  const Tensor mask = tensor_of({2, 3}, {1, 0, -2, 0, 0.5f, 0});

  EXPECT_EQ(draw_visibility({.mask = &mask}, make_run(2, 2, 3), 1), (Lines{"x.x", ".x."}));
}

TEST(Visibility, AcceptsAMaskPerBatchRow) {
  const Tensor mask = tensor_of({2, 1, 3}, {1, 1, 1, 0, 0, 1});

  EXPECT_EQ(draw_visibility({.mask = &mask}, make_run(2, 1, 3), 1), (Lines{"..x"}));
}

TEST(Visibility, ShowsAKeyOnlyIfAllRulesShowIt) {
  const Tensor mask = tensor_of({3, 4}, {0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1});
  const ForwardOptions options{
      .causal = true, .valid_lens = std::vector<std::int64_t>{3}, .mask = &mask};

  EXPECT_EQ(draw_visibility(options, make_run(1, 3, 4)), (Lines{".x..", "xxx.", "x.x."}));
}

TEST(Visibility, HidesANaNScore) {
  const ForwardShape run = make_run(1, 2, 2);
  const ForwardOptions options{.causal = true};
  std::vector<float> scores = {1, kNaN};

  Visibility(options, run).hide(0, 0, scores);

  EXPECT_EQ(scores, (std::vector<float>{1, -kInfinity}));
}

TEST(Visibility, FillsHiddenPositionsWithAnotherNumberIfAsked) {
  const Tensor mask = tensor_of({1, 3}, {0, 1, 1});
  const ForwardShape run{.B = 1, .T = 1, .S = 3, .batched = true};
  const ForwardOptions options{.valid_lens = {{2}}, .mask = &mask};
  std::vector<float> gradients = {5, 6, 7};

  Visibility(options, run).hide(0, 0, gradients, 0, 0.0f);

  EXPECT_EQ(gradients, (std::vector<float>{0, 6, 0}));
}

}  // namespace
}  // namespace manyheads::visibility_test
