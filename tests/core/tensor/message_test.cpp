#include "tensor/message.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "tensor/error.hpp"

namespace manyheads::message_test {
namespace {

TEST(Message, JoinsTextsAndWholeNumbers) {
  EXPECT_EQ(message({"x has ", 3, " of ", std::string("B"), ", not ", std::size_t{4}}),
            "x has 3 of B, not 4");
}

TEST(Message, WritesTheWholeRangeOfWholeNumbers) {
  EXPECT_EQ(message({std::numeric_limits<std::int64_t>::min()}), "-9223372036854775808");
  EXPECT_EQ(message({std::numeric_limits<std::uint64_t>::max()}), "18446744073709551615");
}

TEST(Message, WritesOtherNumbersWithUpToEightDecimals) {
  EXPECT_EQ(message({0.25, " ", -1.5, " ", 2.0, " ", 0.0004, " ", 0.0625}),
            "0.25 -1.5 2 0.0004 0.0625");
  EXPECT_EQ(message({1.0001, " ", 1024.0001, " ", 1.00000001, " ", 1.0 / 3.0, " ", 0.1 + 0.2}),
            "1.0001 1024.0001 1.00000001 0.33333333 0.3");
  EXPECT_EQ(message({1e15, " ", -1e15}), "1000000000000000 -1000000000000000");
  EXPECT_EQ(message({std::numeric_limits<double>::infinity(), ", ",
                     -std::numeric_limits<double>::infinity()}),
            "Infinity, -Infinity");
  EXPECT_EQ(message({1e16, ", ", -1e300}), "above 1e15, below -1e15");
  EXPECT_EQ(message({std::numeric_limits<double>::quiet_NaN()}), "NaN");
}

TEST(Message, QuotesTextsFromOutsideBrieflyOnOneLine) {
  const auto quoted = [](std::string_view text) { return message({Quoted{text}}); };

  EXPECT_EQ(quoted("h.0\n.attn"), "'h.0 .attn'");
  EXPECT_EQ(quoted("`rm`"), "''rm''");
  EXPECT_EQ(quoted(std::string(100, 'a')), "'" + std::string(100, 'a') + "'");
  EXPECT_EQ(quoted(std::string(101, 'a')), "'" + std::string(100, 'a') + "…'");
  EXPECT_EQ(quoted(std::string(99, 'a') + "é"), "'" + std::string(99, 'a') + "…'");
  EXPECT_EQ(quoted(std::string(200, '\x80')), "'…'");  // no valid character
}

TEST(Message, KeepsAnyNameBetweenBackticks) {
  EXPECT_EQ(message({Name{"num_heads"}, " 3, wanted `d_model`"}),
            "`num_heads` 3, wanted `d_model`");
  EXPECT_EQ(message({Name{"h.0.`attn"}}), "`h.0.attn`");
  EXPECT_EQ(remove_name_marks("`num_heads` 3"), "num_heads 3");
}

TEST(Message, WritesSmallNumbersWithAnExponent) {
  EXPECT_EQ(message({1e-4, " ", 0.00009, " ", -1e-10, " ", 1.0 / 3e7, " ", 1e-300}),
            "0.0001 9e-5 -1e-10 3.33333333e-8 1e-300");
  EXPECT_EQ(message({0.0, " ", -0.0, " ", -0.0006}), "0 0 -0.0006");
  EXPECT_EQ(message({std::numeric_limits<double>::denorm_min()}), "4.94065646e-324");
}

TEST(Errors, KeepTheNameOfATensorInAFileAsItIs) {
  const ShapeError argument({"score_bias", 1, 2, 3}, "x has 3");
  const ShapeError in_file({Quoted{"token_`embedding"}, 1, 2, 3}, "x has 3");

  EXPECT_EQ(argument.place.argument, "score_bias");
  EXPECT_EQ(argument.argument(), "`score_bias`");
  EXPECT_EQ(in_file.place.argument, "token_`embedding");
  EXPECT_EQ(in_file.argument(), "token_embedding");
}

TEST(Errors, PrintNamesWithoutBackticks) {
  const ConfigError config("d_head", {Name{"to_latent"}, ": `d_head` is ", 3});
  EXPECT_STREQ(config.what(), "to_latent: d_head is 3");
  EXPECT_EQ(config.message(), "`to_latent`: `d_head` is 3");

  const ShapeError shape({"x", 1, "[T, `d_model`]", 3}, "x has 3");
  EXPECT_EQ(shape.place.expected, "[T, d_model]");
  EXPECT_EQ(shape.expected(), "[T, `d_model`]");
}

}  // namespace
}  // namespace manyheads::message_test
