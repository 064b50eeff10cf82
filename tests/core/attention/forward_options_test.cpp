#include "attention/forward_options.hpp"

#include "core/expect_error.hpp"
#include "core/tensors.hpp"
#include "tensor/message.hpp"

namespace manyheads::forward_options_test {
namespace {

/// Checks the arguments of a call to a layer with d_model 8 and 4 heads.
ForwardShape check_arguments(const Tensor& x, const ForwardOptions& options = {}) {
  return checked_shape(resolved({.d_model = 8, .num_heads = 4}), x, options);
}

const Tensor kX = full({2, 3, 8}, 0);       // B 2, T 3, S 3
const Tensor kUnbatched = full({3, 8}, 0);  // the same without a batch axis

TEST(CheckedShape, CountsQueriesAndKeys) {
  const Tensor context = full({2, 5, 8}, 0);

  const ForwardShape run = check_arguments(kX, {.context = &context});

  EXPECT_EQ(run.B, 2u);
  EXPECT_EQ(run.T, 3u);
  EXPECT_EQ(run.S, 5u);
  EXPECT_TRUE(run.batched);
}

TEST(CheckedShape, TreatsAMissingBatchAxisAsABatchOfOne) {
  const ForwardShape run = check_arguments(kUnbatched);

  EXPECT_EQ(run.B, 1u);
  EXPECT_EQ(run.S, 3u);
  EXPECT_FALSE(run.batched);
}

TEST(CheckedShape, AcceptsEveryValidShapeOfAnOption) {
  const Tensor context = full({1, 5, 8}, 0), bias = full({4, 3, 5}, 0), all = full({1, 4, 3, 5}, 0),
               mask = full({1, 3, 5}, 0), factors = full({4}, 1);

  EXPECT_NO_THROW(check_arguments(kUnbatched, {.context = &context,
                                               .valid_lens = std::vector<std::int64_t>{0},
                                               .mask = &mask,
                                               .score_bias = &bias,
                                               .head_mask = &factors,
                                               .dropout = Dropout{.rate = 1}}));
  EXPECT_NO_THROW(check_arguments(kUnbatched, {.context = &context, .score_bias = &all}));
}

TEST(CheckedShape, RefusesAnXOfAnotherRank) {
  expect_shape_error([] { check_arguments(full({8}, 0)); },
                     {"x", std::nullopt, "[T, d_model] or [B, T, d_model]", "[8]"},
                     "forward: x is [8], wanted [T, d_model] or [B, T, d_model]");
}

TEST(CheckedShape, RefusesAnXWithoutTokensOrBatchRows) {
  expect_shape_error(
      [] {
        check_arguments(without_elements({0, 8}));
      },
      {"x", 0, "at least 1", "0"},
      "x has size 0 (axis 0); every axis must hold at least one element");
  expect_shape_error(
      [] {
        check_arguments(without_elements({0, 3, 8}));
      },
      {"x", 0, "at least 1", "0"},
      "x has size 0 (axis 0); every axis must hold at least one element");
}

TEST(CheckedShape, RefusesAnXOfAnotherWidth) {
  expect_shape_error(
      [] {
        check_arguments(full({2, 3, 7}, 0));
      },
      {"x", 2, "8", "7"}, "forward: x [2, 3, 7] has 7 on axis 2, wanted 8 (d_model)");
  expect_shape_error(
      [] {
        check_arguments(full({3, 9}, 0));
      },
      {"x", 1, "8", "9"}, "forward: x [3, 9] has 9 on axis 1, wanted 8 (d_model)");
}

/// A tensor of a wrong shape, and its error.
struct WrongTensor {
  Shape shape;
  ShapeError::Place place;
  const char* message;
};

/// Passes each tensor as this option, together with kX, and expects its error.
void expect_refused(const Tensor* ForwardOptions::*option, const std::vector<WrongTensor>& cases) {
  for (const auto& [shape, place, message] : cases) {
    SCOPED_TRACE(to_text(shape));
    const Tensor wrong = full(shape, 1);
    ForwardOptions options;
    options.*option = &wrong;
    expect_shape_error([&] { check_arguments(kX, options); }, place, message);
  }
}

TEST(CheckedShape, RefusesAContextThatDoesNotFit) {
  expect_refused(&ForwardOptions::context,
                 {{{8},
                   {"context", std::nullopt, "[S, d_model] or [B, S, d_model]", "[8]"},
                   "forward: context is [8], wanted [S, d_model] or [B, S, d_model]"},
                  {{3, 5, 8},
                   {"context", 0, "2", "3"},
                   "forward: context [3, 5, 8] has 3 on axis 0, wanted 2 (B, as x has)"},
                  {{5, 8},
                   {"context", std::nullopt, "[B, S, d_model]", "[5, 8]"},
                   "forward: context is [5, 8], but x has 2 batch rows; wanted [B, S, d_model]"},
                  {{2, 5, 9},
                   {"context", 2, "8", "9"},
                   "forward: context [2, 5, 9] has 9 on axis 2, wanted 8 (d_model)"}});
}

TEST(CheckedShape, RefusesAContextOrKeysWithoutTokens) {
  const Tensor empty = without_elements({2, 0, 8}), values = full({2, 5, 8}, 0);

  expect_shape_error([&] { check_arguments(kX, {.context = &empty}); },
                     {"context", 1, "at least 1", "0"},
                     "context has size 0 (axis 1); every axis must hold at least one element");
  expect_shape_error([&] { check_arguments(kX, {.keys = &empty, .values = &values}); },
                     {"keys", 1, "at least 1", "0"},
                     "keys has size 0 (axis 1); every axis must hold at least one element");
}

TEST(CheckedShape, CountsThePassedKeys) {
  const Tensor keys = full({2, 5, 8}, 0), values = full({2, 5, 8}, 0);

  EXPECT_EQ(check_arguments(kX, {.keys = &keys, .values = &values}).S, 5u);
}

TEST(CheckedShape, RefusesKeysWithoutValuesAndValuesWithoutKeys) {
  const Tensor keys = full({2, 5, 8}, 0);

  expect_config_error([&] { check_arguments(kX, {.keys = &keys}); }, "values",
                      "forward: values are missing, but keys were given; give both, or a context, "
                      "which is both");
  expect_config_error([&] { check_arguments(kX, {.values = &keys}); }, "keys",
                      "forward: keys are missing, but values were given; give both, or a context, "
                      "which is both");
}

TEST(CheckedShape, RefusesKeysAndValuesTogetherWithAContextOrPositions) {
  const Tensor keys = full({2, 3, 8}, 0), positions = full({3, 8}, 0);

  expect_config_error(
      [&] { check_arguments(kX, {.context = &keys, .keys = &keys, .values = &keys}); }, "keys",
      "forward: keys and a context were given; wanted one of them");
  EXPECT_EQ(catch_error<ConfigError>([&] {
              check_arguments(kX, {.keys = &keys, .values = &keys, .positions = &positions});
            }).field,
            "positions");
}

TEST(CheckedShape, RefusesKeysAndValuesThatDoNotFit) {
  const Tensor fitting = full({2, 5, 8}, 0), narrow = full({2, 5, 7}, 0),
               longer = full({2, 6, 8}, 0);

  expect_shape_error([&] { check_arguments(kX, {.keys = &narrow, .values = &fitting}); },
                     {"keys", 2, "8", "7"},
                     "forward: keys [2, 5, 7] has 7 on axis 2, wanted 8 (d_model)");
  expect_shape_error([&] { check_arguments(kX, {.keys = &fitting, .values = &longer}); },
                     {"values", 1, "5", "6"},
                     "forward: values [2, 6, 8] has 6 on axis 1, wanted 5 (S, as keys have)");
}

TEST(CheckedShape, RefusesAnAlignmentWithoutACausalMask) {
  expect_config_error([] { check_arguments(kX, {.causal_alignment = CausalAlignment::kTopLeft}); },
                      "causal_alignment",
                      "forward: causal_alignment was given, but causal is false");
}

TEST(CheckedShape, RefusesPositionsThatDoNotFit) {
  expect_refused(&ForwardOptions::positions,
                 {{{2, 3, 8},
                   {"positions", std::nullopt, "[T, d_model]", "[2, 3, 8]"},
                   "forward: positions is [2, 3, 8], wanted [T, d_model]"},
                  {{2, 8},
                   {"positions", 0, "3", "2"},
                   "forward: positions [2, 8] has 2 on axis 0, wanted 3 (T, as x has)"},
                  {{3, 9},
                   {"positions", 1, "8", "9"},
                   "forward: positions [3, 9] has 9 on axis 1, wanted 8 (d_model)"}});
}

TEST(CheckedShape, RefusesPositionsTogetherWithAContext) {
  const Tensor positions = full({3, 8}, 0);

  expect_config_error([&] { check_arguments(kX, {.context = &kX, .positions = &positions}); },
                      "positions",
                      "forward: positions work only in self-attention; with a context, add them to "
                      "x and to the context yourself");
}

TEST(CheckedShape, RefusesAMaskThatDoesNotFit) {
  expect_refused(
      &ForwardOptions::mask,
      {{{3},
        {"mask", std::nullopt, "[T, S] or [B, T, S]", "[3]"},
        "forward: mask is [3], wanted [T, S] or [B, T, S]"},
       {{1, 3}, {"mask", 0, "3", "1"}, "forward: mask [1, 3] has 1 on axis 0, wanted 3 ([T, S])"},
       {{3, 4}, {"mask", 1, "3", "4"}, "forward: mask [3, 4] has 4 on axis 1, wanted 3 ([T, S])"},
       {{1, 3, 3},
        {"mask", 0, "2", "1"},
        "forward: mask [1, 3, 3] has 1 on axis 0, wanted 2 ([B, T, S])"},
       {{2, 3, 4},
        {"mask", 2, "3", "4"},
        "forward: mask [2, 3, 4] has 4 on axis 2, wanted 3 ([B, T, S])"}});
}

TEST(CheckedShape, RefusesAScoreBiasThatDoesNotFit) {
  expect_refused(&ForwardOptions::score_bias,
                 {{{4, 3, 3},
                   {"score_bias", std::nullopt, "[T, S] or [B, H, T, S]", "[4, 3, 3]"},
                   "forward: score_bias is [4, 3, 3], wanted [T, S] or [B, H, T, S]"},
                  {{4, 3},
                   {"score_bias", 0, "3", "4"},
                   "forward: score_bias [4, 3] has 4 on axis 0, wanted 3 ([T, S])"},
                  {{2, 3, 3, 3},
                   {"score_bias", 1, "4", "3"},
                   "forward: score_bias [2, 3, 3, 3] has 3 on axis 1, wanted 4 ([B, H, T, S])"}});
}

TEST(CheckedShape, RefusesAScoreBiasForAnotherNumberOfHeads) {
  const Tensor bias = full({5, 3, 3}, 0);

  expect_shape_error([&] { check_arguments(kUnbatched, {.score_bias = &bias}); },
                     {"score_bias", 0, "4", "5"},
                     "forward: score_bias [5, 3, 3] has 5 on axis 0, wanted 4 ([H, T, S])");
}

TEST(CheckedShape, RefusesAHeadMaskThatDoesNotFit) {
  expect_refused(&ForwardOptions::head_mask,
                 {{{2, 4},
                   {"head_mask", std::nullopt, "[H]", "[2, 4]"},
                   "forward: head_mask is [2, 4], wanted [H]"},
                  {{3},
                   {"head_mask", 0, "4", "3"},
                   "forward: head_mask [3] has 3 on axis 0, wanted 4 (one factor a head)"}});
}

TEST(CheckedShape, RefusesAWrongNumberOfValidLengths) {
  expect_shape_error([] { check_arguments(kX, {.valid_lens = std::vector<std::int64_t>{1}}); },
                     {"valid_lens", 0, "2", "1"},
                     "forward: valid_lens [1] has 1 on axis 0, wanted 2 (one length a batch row)");
  EXPECT_THROW(check_arguments(kX, {.valid_lens = std::vector<std::int64_t>{}}), ShapeError);
}

TEST(CheckedShape, RefusesAValidLengthOutsideTheKeys) {
  expect_config_error(
      [] {
        check_arguments(kX, {.valid_lens = std::vector<std::int64_t>{3, 4}});
      },
      "valid_lens", "forward: valid_lens[1] is 4, wanted 0 to 3 (the number of keys)");
  expect_config_error(
      [] {
        check_arguments(kX, {.valid_lens = std::vector<std::int64_t>{-1, 3}});
      },
      "valid_lens", "forward: valid_lens[0] is -1, wanted 0 to 3 (the number of keys)");
}

TEST(CheckedShape, RefusesADropoutRateOutsideZeroToOne) {
  struct {
    double rate;
    const char* text;
  } const cases[] = {{-0.5, "-0.5"}, {1.5, "1.5"}, {std::nan(""), "NaN"}};
  for (const auto& [rate, text] : cases) {
    ForwardOptions options;
    options.dropout = Dropout{.rate = rate};
    expect_config_error([&] { check_arguments(kX, options); }, "dropout.rate",
                        message({"forward: dropout.rate is ", text, ", wanted 0 to 1"}));
  }
}

TEST(RequireFinite, NamesThePositionOfTheFirstNaN) {
  Tensor x = full({2, 3, 4}, 0);
  x(1, 0, 2) = x(1, 2, 3) = kNaN;

  expect_error([&] { require_finite(x, "x"); }, "forward: x holds NaN at [1, 0, 2]");
}

TEST(RequireFinite, FindsBothInfinities) {
  expect_error(
      [] {
        require_finite(tensor_of({2}, {0, kInfinity}), "context");
      },
      "forward: context holds infinity at [1]");
  expect_error(
      [] {
        require_finite(tensor_of({2}, {-kInfinity, 0}), "context");
      },
      "forward: context holds infinity at [0]");
}

TEST(RequireFinite, AcceptsTheLargestNumbers) {
  EXPECT_NO_THROW(require_finite(tensor_of({3}, {3.4e38f, -3.4e38f, 1e-45f}), "x"));
}

}  // namespace
}  // namespace manyheads::forward_options_test
