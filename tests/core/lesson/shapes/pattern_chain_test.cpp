#include "lesson/shapes/pattern_chain.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/expect_error.hpp"
#include "lesson/shapes/axis_pattern.hpp"
#include "tensor/error.hpp"
#include "tensor/random.hpp"

namespace manyheads::pattern_chain_test {
namespace {

const NamedSizes kSizes = {{"b", 2}, {"t", 3}, {"h", 2}, {"d", 4}, {"g", 2}, {"r", 3}};

PatternChainResult run(const std::vector<std::string_view>& steps, std::string_view expected) {
  return run_pattern(steps, kSizes, expected);
}

std::vector<float> list_origins(const PatternChainResult& result) {
  const auto all = elements(result.origins);
  return {all.begin(), all.end()};
}

TEST(RunPattern, GivesTheFirstTensorWithoutSteps) {
  const PatternChainResult result = run({}, "t d -> t d");

  EXPECT_EQ(shape_of(result.origins), (Shape{3, 4}));
  EXPECT_EQ(list_origins(result), (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(result.misplaced, 0u);
  EXPECT_EQ(result.first_misplaced, std::nullopt);
}

TEST(RunPattern, FindsWrongContentsInTheRightShape) {
  const PatternChainResult result = run({"reshape(b, h, t, d)"}, "b t (h d) -> b h t d");

  EXPECT_EQ(shape_of(result.origins), (Shape{2, 2, 3, 4}));
  EXPECT_EQ(result.misplaced, 32u);
  ASSERT_TRUE(result.first_misplaced);
  const auto& [at, belongs_at, holds, should_hold] = *result.first_misplaced;
  EXPECT_EQ(coordinates(4, shape_of(result.origins)), (Shape{0, 0, 1, 0}));
  EXPECT_EQ(at, (Shape{0, 0, 1, 0}));
  EXPECT_EQ(holds, (NamedSizes{{"b", 0}, {"t", 0}, {"h", 1}, {"d", 0}}));
  EXPECT_EQ(belongs_at, (Shape{0, 1, 0, 0}));
  EXPECT_EQ(should_hold, (NamedSizes{{"b", 0}, {"t", 1}, {"h", 0}, {"d", 0}}));
}

TEST(RunPattern, RefusesToDivideAnAxisByASizeOf0) {
  const NamedSizes sizes = {{"t", 3}, {"d", 0}};
  const std::vector<std::string_view> steps = {"(q d) -> q d"};

  expect_shape_error([&] { run_pattern(steps, sizes, "t -> t"); }, {"step 1", 0, "0", "3"},
                     "step 1: axis 0 has 3 elements, but the pattern says q, d");
}

TEST(RunPattern, AcceptsStepsOfUpTo1000Characters) {
  const std::string longest(1000, ' '), longer(1001, ' ');
  EXPECT_EQ(run({longest}, "b t -> b t").misplaced, 0u);

  const auto error = catch_error<FormatError>([&] { run({longer}, "b t -> b t"); });

  EXPECT_STREQ(error.what(), "step 1, column 1001: this is too long for a step");
}

TEST(RunPattern, RefusesToMoveMoreThan16TimesTheMostElements) {
  const NamedSizes sizes = {{"a", kMaxChainElements}};
  std::vector<std::string_view> steps(16, "a -> a");
  EXPECT_EQ(run_pattern(steps, sizes, "a -> a").misplaced, 0u);

  steps.push_back("a -> a");

  expect_config_error([&] { run_pattern(steps, sizes, "a -> a"); }, "steps",
                      "steps: step 17 makes them move more than 16777216 elements in all; use "
                      "smaller sizes or fewer steps");
}

TEST(Coordinates, CountTheLastAxisFirst) {
  EXPECT_EQ(coordinates(0, {3, 4, 5}), (Shape{0, 0, 0}));
  EXPECT_EQ(coordinates(59, {3, 4, 5}), (Shape{2, 3, 4}));
  EXPECT_EQ(coordinates(47, {3, 4, 5}), (Shape{2, 1, 2}));
}

struct Chain {
  std::vector<std::string_view> steps;
  const char* expected;
};

class RightChains : public testing::TestWithParam<Chain> {};

TEST_P(RightChains, PutEveryElementInTheRightPlace) {
  const PatternChainResult result = run(GetParam().steps, GetParam().expected);

  EXPECT_EQ(result.misplaced, 0u);
  EXPECT_EQ(result.origins, result.wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Chains, RightChains,
    testing::Values(
        Chain{{"b t (h d) -> b h t d"}, "b t (h d) -> b h t d"},
        Chain{{"reshape(b, t, h, d)", "transpose(0, 2, 1, 3)"}, "b t (h d) -> b h t d"},
        Chain{{"q.reshape(2, 3, 2, -1)", "", "q.swapaxes(1, -2)"}, "b t (h d) -> b h t d"},
        Chain{{"x.view(B, T, H, d_head)", "permute(0, 2, 1, 3)"}, "b t (h d) -> b h t d"},
        Chain{{"reshape((b, t, h, d))", "transpose((0, 2, 1, 3))"}, "b t (h d) -> b h t d"},
        Chain{{"reshape([b, t, h, d])", "transpose([0, 2, 1, 3])"}, "b t (h d) -> b h t d"},
        Chain{{"B T (H D) -> B H T D"}, "b t (h d) -> b h t d"},
        Chain{{"b t (h x) -> b h t x"}, "b t (h d) -> b h t d"},
        Chain{{"swapaxes(1, 2)", "reshape(B, T, H * d)"}, "b h t d -> b t (h d)"},
        Chain{{"b h t d -> b t (h d)", "b t (h d) -> b h t d"}, "b h t d -> b h t d"},
        Chain{{"reshape(b * h, t, d)"}, "b h t d -> (b h) t d"},
        Chain{{"swapaxes(-1, -2)"}, "b h t d -> b h d t"},
        Chain{{"b g t d -> b g r t d", "reshape(b, g * r, t, d)"}, "b g t d -> b (g r) t d"},
        Chain{{"b t -> b t 1 ()", "reshape(b, t)"}, "b t -> b t"},
        Chain{{"b t -> b 1 t", "b 1 t -> b t"}, "b t -> b t"}, Chain{{"t -> (t 3)"}, "t -> (t r)"},
        Chain{{"-> h"}, " -> h"}));

TEST(RunPattern, DistinguishesTilingFromRepeating) {
  const PatternChainResult result = run({"b g t d -> b (r g) t d"}, "b g t d -> b (g r) t d");

  EXPECT_EQ(shape_of(result.origins), shape_of(result.wanted));
  EXPECT_GT(result.misplaced, 0u);
  EXPECT_EQ(result.axes[1].name, "g");
  EXPECT_EQ(result.meanings[1].name, "g");
  EXPECT_EQ(result.meanings[1].meaning, "G");
  EXPECT_EQ(core_name("g"), "G");
  EXPECT_EQ(result.first_misplaced->holds[1].size, 1u);  // key head 1
}

TEST(RunPattern, RepeatsAlongNewAxes) {
  EXPECT_EQ(list_origins(run({"h -> (h r)"}, "h -> (h r)")),
            (std::vector<float>{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(list_origins(run({"h -> (r h)"}, "h -> (r h)")),
            (std::vector<float>{0, 1, 0, 1, 0, 1}));
}

TEST(RunPattern, AcceptsAxesOfUpToTheMostElements) {
  const NamedSizes sizes = {{"a", kMaxChainElements}, {"b", 12}};

  EXPECT_EQ(run_pattern(std::vector<std::string_view>{"-> 1048576"}, sizes, "-> a").misplaced, 0u);
  EXPECT_EQ(run_pattern(std::vector<std::string_view>{"-> 12"}, sizes, "-> b").misplaced, 0u);
}

TEST(RunPattern, AnotherShapeMisplacesEveryElement) {
  const PatternChainResult result = run({"reshape(t, b, d)"}, "b t d -> b t d");

  EXPECT_EQ(result.misplaced, 24u);
  EXPECT_EQ(result.first_misplaced, std::nullopt);
  EXPECT_EQ(shape_of(result.origins), (Shape{3, 2, 4}));
  EXPECT_EQ(shape_of(result.wanted), (Shape{2, 3, 4}));
}

struct Refusal {
  const char* step;
  std::size_t column;
  const char* message;
};

class RunPatternErrors : public testing::TestWithParam<Refusal> {};

TEST_P(RunPatternErrors, GiveTheStepAndTheColumn) {
  const auto& [step, column, text] = GetParam();
  try {
    run({"b t d -> b t d", step}, "b t d -> b t d");
    FAIL() << step << " was run";
  } catch (const FormatError& error) {
    EXPECT_EQ(error.place.column, column) << error.what();
    EXPECT_TRUE(std::string_view(error.what()).starts_with("step 2, column ")) << error.what();
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Steps, RunPatternErrors,
    testing::Values(
        Refusal{"b t d ->", 1, "'b' is not on the right"},
        Refusal{"b t d -> b t", 5, "'d' is not on the right"},
        Refusal{"b t d -> b t d q", 16, "'q' has no size here"},
        Refusal{"b t d -> b t d d", 16, "'d' is twice"},
        Refusal{"b (t d -> b t d", 3, "'(' is not closed; ')' closes it"},
        Refusal{"b t) d -> b t d", 4, "')' closes nothing"},
        Refusal{"b ((t) d) -> b t d", 4, "'(' inside '('"},
        Refusal{"b t d -> b t d -> d", 16, "a second '->'"},
        Refusal{"b t ... -> b t ...", 5, "'.' does not belong in a pattern"},
        Refusal{"é -> b", 1, "'é' does not belong"},
        Refusal{"b t 4 -> b t", 5, "a number on the left"},
        Refusal{"b t d -> b t d 0", 16, "at least 1"},
        Refusal{"1 b c e f i j k l m -> b", 17, "at most 8 names and axes"},
        Refusal{"b -> b () () () () () () () ()", 30, "at most 8 names and axes"},
        Refusal{"flatten()", 1, "this is no step"}, Refusal{"  q.flatten()", 5, "this is no step"},
        Refusal{"flatten(1)", 1, "for flatten write reshape( ) with the axes that are left"},
        Refusal{"q.T", 3,
                "this is no step; for T write swapaxes( ), or transpose( ) with all axes"},
        Refusal{".mT", 2, "for mT write swapaxes(-2, -1)"},
        Refusal{"np.moveaxis(q, 1, 2)", 4, "for moveaxis write transpose( ) with all axes"},
        Refusal{"reshape(q.shape[0], -1)", 9, "a size is not read from a tensor here"},
        Refusal{"é", 1, "this is no step"}, Refusal{"reshape", 8, "'(' is missing"},
        Refusal{"reshape(b, t", 8, "'(' is not closed"},
        Refusal{"reshape(b, heds)", 12, "'heds' is not a size here; did you mean 'heads'?"},
        Refusal{"  q.reshape(b, t, )", 19, "a size is missing"},
        Refusal{"reshape(-1, -1)", 13, "only one size may be -1"},
        Refusal{"reshape(b, t-1)", 13, "'-' cannot be computed here"},
        Refusal{"transpose(0, 1)", 10, "transpose takes all 3 axes; swapaxes(a, b) swaps two"},
        Refusal{"transpose()", 10, "transpose takes all 3 axes"},
        Refusal{"transpose(0, 1, 3)", 17, "there is no such axis; [2, 3, 4] has 3 axes"},
        Refusal{"transpose(0, 1, 1)", 17, "axis 1 is there twice"},
        Refusal{"transpose(0, 1, -4)", 17, "there is no such axis"},
        Refusal{"transpose(0, 1, 99999999999999999999)", 17, "there is no such axis"},
        Refusal{"swapaxes(1)", 9, "swapaxes takes two axes"},
        Refusal{"swapaxes(t, d)", 10, "axes are whole numbers"}));

TEST(RunPattern, RefusesStepsThatDoNotFitTheSizes) {
  for (const auto& [step, message] : {
           std::pair("reshape(b, t, h)",
                     "step 1: [2, 3, 4] holds 24 elements, and these sizes make "
                     "12"),
           {"reshape(5, -1)", "make 5, which does not divide them"},
           {"b t -> b t", "the pattern begins with 2 axes, but there are 3, [2, 3, 4]"},
           {"b h d -> b h d", "axis 1 has 3 elements, but the pattern says h = 2"},
           {"b t (r x) -> b t r x", "axis 2 has 4 elements, but the pattern says r = 3, x"},
           {"b t d -> b t d 99999999", "has too many elements"},
       }) {
    try {
      run({step}, "b t d -> b t d");
      FAIL() << step << " was run";
    } catch (const ShapeError& error) {
      EXPECT_EQ(error.place.argument, "step 1");
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
}

TEST(RunPattern, RefusesAStartThatIsTooLargeOrHasNoSize) {
  const NamedSizes large = {{"a", 1 << 11}, {"b", 1 << 10}, {"c", ~Size{0}}};
  EXPECT_THROW(run_pattern({}, large, "a b -> b a"), ShapeError);
  EXPECT_THROW(run_pattern({}, large, "c -> c"), ShapeError);
  EXPECT_THROW(run_pattern({}, large, "q -> q"), FormatError);
  EXPECT_THROW(run_pattern({}, large, "a"), FormatError);
  EXPECT_THROW(run_pattern({}, large, ""), FormatError);
  EXPECT_THROW(run_pattern(std::vector<std::string_view>(101), kSizes, "t -> t"), ConfigError);
}

TEST(RunPattern, LimitsTheWorkOfAllStepsTogether) {
  const NamedSizes large = {{"a", 1 << 10}, {"b", 1 << 10}};
  const std::vector<std::string_view> steps(17, "a b -> a b");

  EXPECT_EQ(run_pattern(std::span(steps).first(16), large, "a b -> a b").misplaced, 0u);
  EXPECT_THROW(run_pattern(steps, large, "a b -> a b"), ConfigError);
}

TEST(RunPattern, GivesAResultOrAnErrorForAnyBytes) {
  constexpr std::string_view kParts[] = {"b", "t",        "h",          "d",         " ", " ",
                                         "(", ")",        "->",         "1",         "2", "-1",
                                         ",", "reshape(", "transpose(", "swapaxes(", "r", "."};
  SeededGenerator generator(2);
  std::size_t ran = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string step;
    for (std::uint64_t rest = generator.below(14); rest > 0; --rest) {
      if (i % 8 == 0) step += static_cast<char>(generator.below(256));
      step += kParts[generator.below(std::size(kParts))];
    }
    try {
      EXPECT_LE(run({step}, "b t -> b t").origins.size(), kMaxChainElements);
      ++ran;
    } catch (const Error&) {
    }
  }
  EXPECT_GT(ran, 20u);
}

}  // namespace
}  // namespace manyheads::pattern_chain_test
