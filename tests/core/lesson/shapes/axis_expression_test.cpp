#include "lesson/shapes/axis_expression.hpp"

#include <gtest/gtest.h>

#include "core/expect_error.hpp"
#include "tensor/error.hpp"
#include "tensor/random.hpp"

namespace manyheads::axis_expression_test {
namespace {

const NamedSizes kSizes = {{"B", 2}, {"T", 6}, {"H", 4}, {"d_head", 16}, {"d_model", 64}};

TEST(ParseShape, ReadsShapesAsPeopleWriteThem) {
  const Shape split = {2, 4, 6, 16};
  for (const char* text :
       {"[B, H, T, d_k]", "(2, 4, 6, 16)", "2 4 6 16", "B x H x T x d_head", "2x4x6x16", "b h t d",
        "B×H×T×D", "BxHxTx16", " [ batch , num_heads , seq_len , head_dim ] ", "[2 4 6 16]",
        "B, 4, N, d_model/H", "(B, H, T, d_model / H)", "bs heads tokens head_dim",
        "[B, H, T, d_model // H]", "[B,\tH,\nT, dk]"}) {
    EXPECT_EQ(parse_shape(text, kSizes), split) << text;
  }
}

TEST(ParseShape, MultipliesWithinAnAxis) {
  const Shape merged = {2, 6, 64};
  for (const char* text : {"B x T x H*d_head", "[B, T, H·d_head]", "b t (h d)", "[B, T, (H, d_k)]",
                           "(B, T, (H * d_head))", "2 6 4 * 16", "B×T×(H·d_head)"}) {
    EXPECT_EQ(parse_shape(text, kSizes), merged) << text;
  }
  EXPECT_EQ(parse_shape("[B*H, T, d_model/H]", kSizes), (Shape{8, 6, 16}));
}

TEST(ParseShape, AddsWithinAnAxis) {
  const NamedSizes sizes = {{"T", 6}, {"n", 3}, {"d_latent", 32}, {"d_rope", 8}};
  EXPECT_EQ(parse_shape("[T+n, d_latent + d_rope]", sizes), (Shape{9, 40}));
  EXPECT_EQ(parse_shape("2*T+n, 2*(T+n)", sizes), (Shape{15, 18}));
}

TEST(ParseShape, AcceptsMinusOneIfAllowed) {
  const ShapeSyntax reading = {.allows_remaining = true};
  EXPECT_EQ(parse_shape("B, -1", kSizes, reading), (Shape{2, kRemaining}));
  EXPECT_THROW(parse_shape("B, -2", kSizes, reading), FormatError);
  EXPECT_THROW(parse_shape("B*-1", kSizes, reading), FormatError);
  EXPECT_THROW(parse_shape("65536*65536*65536*65536", kSizes, reading), FormatError);
}

TEST(ParseShape, OuterBracketsMakeAListEvenAroundAProduct) {
  EXPECT_EQ(parse_shape("(h d)", kSizes), (Shape{4, 16}));
  EXPECT_EQ(parse_shape("((h d))", kSizes), (Shape{64}));
  EXPECT_EQ(parse_shape("(h d) t", kSizes), (Shape{64, 6}));
}

TEST(ParseShape, EmptyBracketsAreAScalarAndATupleOfOneMayEndInAComma) {
  EXPECT_EQ(parse_shape("[]", kSizes), Shape{});
  EXPECT_EQ(parse_shape("(6,)", kSizes), Shape{6});
}

TEST(ParseShape, PrefersAnExactNameToAnAlias) {
  EXPECT_EQ(parse_shape("[D, d]", {{"D", 3}, {"d_head", 16}}), (Shape{3, 16}));
  EXPECT_EQ(parse_shape("x", {{"x", 5}}), Shape{5});
}

TEST(ParseShape, SuggestsNamesOfUpTo24Letters) {
  const auto message = [](std::string_view known, std::string_view text) {
    const auto error = catch_error<FormatError>([&] { parse_shape(text, {{known, 2}}); });
    return std::string(error.what());
  };
  const std::string name(24, 'a'), other = std::string(23, 'a') + "b";

  EXPECT_TRUE(message(name, other).ends_with("did you mean '" + name + "'?"));
  EXPECT_TRUE(message(name + "a", other + "b").ends_with("there are '" + name + "a'"));
}

struct Refusal {
  const char* text;
  std::size_t column;
  const char* message;
};

class ParseShapeErrors : public testing::TestWithParam<Refusal> {};

TEST_P(ParseShapeErrors, GiveTheColumnAndTheReason) {
  try {
    parse_shape(GetParam().text, kSizes);
    FAIL() << GetParam().text << " was read";
  } catch (const FormatError& error) {
    EXPECT_EQ(error.place.column, GetParam().column) << GetParam().text;
    EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos)
        << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Texts, ParseShapeErrors,
    testing::Values(
        Refusal{"", 1, "nothing is written"}, Refusal{"   ", 1, "nothing is written"},
        Refusal{"[B, H", 1, "'[' is not closed; ']' closes it"},
        Refusal{"B, (h d", 4, "'(' is not closed; ')' closes it"},
        Refusal{"[B, H)", 6, "')' does not close '['; ']' does"}, Refusal{"B, H]", 5, "']'"},
        Refusal{"[B,, H]", 4, "a size is missing"}, Refusal{"[, B]", 2, "a size is missing"},
        Refusal{"[B, H,]", 7, "closes nothing, or a size is missing before it"},
        Refusal{"[6,]", 4, "closes nothing"}, Refusal{"6)", 2, "closes nothing"},
        Refusal{"(6),)", 5, "closes nothing"}, Refusal{"B,", 3, "a size is missing before the end"},
        Refusal{"B *", 4, "a size is missing before the end"},
        Refusal{"[B, heds]", 5, "'heds' is not a size here; did you mean 'heads'?"},
        Refusal{"B, D_HEAD", 4, "did you mean 'd_head'?"},
        Refusal{"B, d_haed", 4, "did you mean 'd_head'?"},
        Refusal{"B, dmodel", 4, "did you mean 'dModel'?"},
        Refusal{"B, foo", 4,
                "'foo' is not a size here; there are 'B', 'T', 'H', 'd_head', 'd_model'"},
        Refusal{"B +", 4, "a size is missing before the end; write a number or a name"},
        Refusal{"B, +T", 4, "a size is missing before +"},
        Refusal{"[B, Q]", 5, "'Q' is not a size here; there are 'B', 'T', 'H'"},
        Refusal{"[B×H, T, d_head]", 5,
                "commas or by x and spaces, not by both; write * for a product"},
        Refusal{"(B H, T, 16)", 5, "not by both"}, Refusal{"[B, H T]", 7, "not by both"},
        Refusal{"B, T, H x 16", 9, "not by both"},
        Refusal{"2 4 ?", 5, "'?' does not belong in a shape"},
        Refusal{"2 × é", 5, "'é' does not belong in a shape"}, Refusal{"0, 4", 1, "at least 1"},
        Refusal{"4, -1", 4, "at least 1; only reshape allows -1; write the size"},
        Refusal{"[B, T-1]", 6, "'-' cannot be computed here; write the size as a number"},
        Refusal{"x.shape[0], T", 1, "a size is not read from a tensor here; write its name"},
        Refusal{"B, T.size(1)", 4, "a size is not read from a tensor here"},
        Refusal{"4, 2.5", 5, "sizes are whole numbers"}, Refusal{"4294967296", 1, "at most 2^31"},
        Refusal{"65536*65536", 1, "at most 2^31"},
        Refusal{"99999999999999999999999999", 1, "at most 2^31"},
        Refusal{"8589934592/8", 1, "at most 2^31"},
        Refusal{"2147483648*2147483648*2147483648/65537", 22, "at most 2^31"},
        Refusal{"((2147483648 2147483648 2147483648)/5)", 25, "at most 2^31"},
        Refusal{"T/H", 2, "6 / 4 is not a whole number"},
        Refusal{"6/0", 2, "6 / 0 is not a whole number"},
        Refusal{"1 2 3 4 5 6 7 8 9", 17, "a tensor has at most 8 axes"},
        Refusal{"[B, [H, T]]", 5, "only the whole list has square brackets"}));

TEST(ParseShape, AZeroByteDoesNotEndTheMessage) {
  try {
    parse_shape(std::string_view("2\0", 2), kSizes);
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_TRUE(std::string_view(error.what()).ends_with("commas, spaces or x")) << error.what();
  }
}

TEST(ParseShape, RefusesTextsThatAreTooLongOrTooDeeplyNested) {
  EXPECT_THROW(parse_shape(std::string(1001, '2'), kSizes), FormatError);
  EXPECT_THROW(parse_shape("2 " + std::string(400, '('), kSizes), FormatError);
  EXPECT_THROW(parse_shape("2 " + std::string(40, '(') + "2" + std::string(40, ')'), kSizes),
               FormatError);
}

TEST(ParseShape, GivesAShapeOrAFormatErrorForAnyBytes) {
  // Parts of shapes, so that some texts are valid; every fourth text has any bytes.
  constexpr std::string_view kParts = "[](), xX\u00d7\u00b7*/+-.0129BTHd_\xff\0\n";
  SeededGenerator generator(1);
  std::size_t read = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (std::uint64_t rest = generator.below(24); rest > 0; --rest) {
      text += i % 4 == 0 ? static_cast<char>(generator.below(256))
                         : kParts[generator.below(kParts.size())];
    }
    try {
      for (const Size size : parse_shape(text, kSizes)) EXPECT_GE(size, 1u);
      ++read;
    } catch (const FormatError& error) {
      EXPECT_GE(error.place.column, 1u);
      EXPECT_LE(error.place.column, text.size() + 1);
    }
  }
  EXPECT_GT(read, 20u);
}

}  // namespace
}  // namespace manyheads::axis_expression_test
