#include "attention/config.hpp"

#include <cmath>

#include "core/expect_error.hpp"

namespace manyheads::config_test {
namespace {

TEST(ResolvedConfig, SplitsTheModelOverTheHeads) {
  const AttentionConfig config = resolved({.d_model = 100, .num_heads = 5});

  EXPECT_EQ(config.d_head, 20u);
  EXPECT_EQ(config.num_kv_heads, 5u);
}

TEST(ResolvedConfig, KeepsTheSizesThatAreSet) {
  const AttentionConfig config =
      resolved({.d_model = 10, .num_heads = 6, .num_kv_heads = 2, .d_head = 7});

  EXPECT_EQ(config.d_head, 7u);
  EXPECT_EQ(config.num_kv_heads, 2u);
}

TEST(ResolvedConfig, RefusesSizesOfZero) {
  expect_config_error([] { resolved({.num_heads = 1}); }, "d_model",
                      "attention: d_model must be at least 1");
  expect_config_error([] { resolved({.d_model = 1}); }, "num_heads",
                      "attention: num_heads must be at least 1");
}

TEST(ResolvedConfig, RefusesHeadsThatDoNotDivideTheModel) {
  expect_config_error([] { resolved({.d_model = 64, .num_heads = 5}); }, "num_heads",
                      "attention: d_model 64 cannot be split over num_heads 5; choose a divisor, "
                      "or set d_head");
  EXPECT_THROW(resolved({.d_model = 2, .num_heads = 3}), ConfigError);
}

TEST(ResolvedConfig, RefusesKeyValueHeadsThatDoNotDivideTheHeads) {
  for (const Size num_kv_heads : {4, 5, 12}) {
    expect_config_error(
        [&] { resolved({.d_model = 6, .num_heads = 6, .num_kv_heads = num_kv_heads}); },
        "num_kv_heads",
        "attention: num_kv_heads " + std::to_string(num_kv_heads) + " does not divide num_heads 6");
  }
}

TEST(CombinedWidth, IsOneHeadWideUnlessHeadsAreConcatenated) {
  AttentionConfig config = resolved({.d_model = 10, .num_heads = 6, .d_head = 7});

  EXPECT_EQ(combined_width(config), 42u);
  config.combine = Combine::kSum;
  EXPECT_EQ(combined_width(config), 7u);
  config.combine = Combine::kMean;
  EXPECT_EQ(combined_width(config), 7u);
}

TEST(HeadsWidth, NeverWrapsAround) {
  EXPECT_EQ(heads_width({.num_heads = Size{1} << 33, .d_head = Size{1} << 33}), ~Size{0});
}

TEST(ScoreDivisor, IsTheRootOfTheChosenWidth) {
  AttentionConfig config = resolved({.d_model = 48, .num_heads = 4});

  EXPECT_FLOAT_EQ(score_divisor(config), std::sqrt(12.0f));
  config.scale = Scale::kSqrtDModel;
  EXPECT_FLOAT_EQ(score_divisor(config), std::sqrt(48.0f));
  config.scale = Scale::kNone;
  EXPECT_EQ(score_divisor(config), 1.0f);
}

}  // namespace
}  // namespace manyheads::config_test
