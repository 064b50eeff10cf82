#include "lesson/embedding/token_embedding.hpp"

#include <cmath>
#include <vector>

#include "core/expect_error.hpp"
#include "core/tensors.hpp"

namespace manyheads::token_embedding_test {
namespace {

using Words = std::vector<std::string_view>;

Tensor embed(const Words& words, Size d_model, std::uint64_t seed = 0,
             Positions positions = Positions::kNone) {
  return embed_tokens(words, d_model, seed, positions);
}

std::vector<float> row(const Tensor& rows, std::size_t t) {
  return copy_range(rows, t * rows.shape(1), (t + 1) * rows.shape(1));
}

TEST(EmbedTokens, GivesOneRowPerToken) {
  EXPECT_EQ(shape_of(embed({"the", "cat", "sat"}, 5)), (Shape{3, 5}));
}

TEST(EmbedTokens, GivesTheSameWordTheSameRowInAnyText) {
  const Tensor sentence = embed({"the", "cat", "saw", "the", "dog"}, 7);

  EXPECT_EQ(row(sentence, 0), row(sentence, 3));
  EXPECT_EQ(row(sentence, 1), row(embed({"cat"}, 7), 0));
}

TEST(EmbedTokens, GivesDifferentWordsDifferentRows) {
  const Tensor rows = embed({"cat", "Cat", "cats", "", " ", "\u00e4", "a"}, 4);

  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(row(rows, i), row(rows, j));
  }
}

TEST(EmbedTokens, DependsOnTheSeed) {
  EXPECT_EQ(row(embed({"cat"}, 4, 3), 0), row(embed({"cat"}, 4, 3), 0));
  EXPECT_NE(row(embed({"cat"}, 4, 3), 0), row(embed({"cat"}, 4, 4), 0));
}

TEST(EmbedTokens, GivesTheSameNumbersOnEveryPlatform) {
  // The hash is 64-bit FNV-1a: 0xAF63DC4C8601EC8C is published for the word "a".
  const Tensor a = embed({"a"}, 6, 11);
  Tensor wanted = make_tensor({1, 6}, "wanted");
  fill_normal(elements(wanted), SeededGenerator(11, 0xAF63DC4C8601EC8Cu), 1.0);

  expect_equal(a, wanted);
}

TEST(EmbedTokens, AddsSinusoidalPositions) {
  const Words words(6, "same");
  for (const Size d_model : {Size{1}, Size{5}, Size{8}}) {
    const Tensor plain = embed(words, d_model),
                 with_positions = embed(words, d_model, 0, Positions::kSinusoidal);
    for (std::size_t t = 0; t < 6; ++t) {
      for (std::size_t j = 0; j < d_model; ++j) {
        const double power = static_cast<double>(j / 2 * 2) / static_cast<double>(d_model);
        const double angle = static_cast<double>(t) * std::pow(10000.0, -power);
        const double position = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
        // Error bound: two numbers near 1 are added in float32.
        EXPECT_NEAR(with_positions(t, j) - plain(t, j), position, 1e-6) << t << ", " << j;
      }
    }
  }
}

TEST(EmbedTokens, RefusesAnEmptyList) {
  expect_shape_error([] { embed({}, 4); }, {"tokens", 0, "at least 1", "0"},
                     "tokens has size 0 (axis 0); every axis must hold at least one element");
}

TEST(EmbedTokens, RefusesARowOfWidthZero) {
  expect_shape_error([] { embed({"a"}, 0); }, {"tokens", 1, "at least 1", "0"},
                     "tokens has size 0 (axis 1); every axis must hold at least one element");
}

TEST(EmbedTokens, RefusesRowsThatWouldBeTooLarge) {
  expect_out_of_memory(
      [] {
        embed({"a", "b"}, Size{1} << 40);
      },
      "tokens [2, 1099511627776] would take 2 GiB or more; a tensor must be smaller than that");
}

}  // namespace
}  // namespace manyheads::token_embedding_test
