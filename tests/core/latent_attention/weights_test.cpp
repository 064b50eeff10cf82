#include "latent_attention/weights.hpp"

#include <cmath>
#include <string>

#include "core/expect_error.hpp"
#include "core/latent_attention/latent_layers.hpp"

namespace manyheads::latent_weights_test {
namespace {

using Weight = LatentWeightName;

LatentAttentionWeights one_weight(Weight name, const Shape& shape) {
  LatentAttentionWeights weights;
  weights[name] = full(shape, 0);
  return weights;
}

std::string list_weights(const LatentAttentionConfig& config) {
  std::string names;
  for (const Weight name : kLatentWeightNames) {
    if (has_weight(config, name)) names += std::string(to_text(name)) + " ";
  }
  return names;
}

TEST(LatentConfig, NamesTheSizeThatIsMissing) {
  struct {
    LatentAttentionConfig config;
    const char* field;
  } const cases[] = {
      {{.num_heads = 3, .d_head = 3, .d_latent = 5}, "d_model"},
      {{.d_model = 7, .d_head = 3, .d_latent = 5}, "num_heads"},
      {{.d_model = 7, .num_heads = 3, .d_latent = 5}, "d_head"},
      {{.d_model = 7, .num_heads = 3, .d_head = 3}, "d_latent"},
  };
  for (const auto& [config, field] : cases) {
    expect_config_error([&, sizes = config] { LatentAttention{sizes}; }, field,
                        "latent_attention: " + std::string(field) + " must be at least 1");
  }
}

TEST(LatentConfig, NeedsAnEvenRotaryWidth) {
  LatentAttentionConfig config = kRotaryLatent;
  config.d_rope = 3;

  expect_config_error(
      [&] { LatentAttention{config}; }, "d_rope",
      "latent_attention: d_rope is 3, wanted an even number: rotary embedding rotates "
      "pairs");
}

TEST(LatentWeights, DependOnQueryCompressionAndTheRotaryPart) {
  EXPECT_EQ(list_weights(kPlainLatent), "wdkv wuk wuv wq wo ");
  EXPECT_EQ(list_weights(kRotaryLatent), "wdkv wuk wuv wq wqr wkr wo ");
  EXPECT_EQ(list_weights(kCompressedLatent), "wdkv wuk wuv wdq wuq wo ");
  EXPECT_EQ(list_weights(kFullLatent), "wdkv wuk wuv wdq wuq wqr wkr wo ");
}

TEST(LatentWeights, HaveTheDocumentedShapes) {
  struct {
    Weight name;
    Shape shape;
  } const cases[] = {{Weight::kWdkv, {7, 5}}, {Weight::kWuk, {5, 9}}, {Weight::kWuv, {5, 9}},
                     {Weight::kWdq, {7, 4}},  {Weight::kWuq, {4, 9}}, {Weight::kWqr, {4, 6}},
                     {Weight::kWkr, {7, 2}},  {Weight::kWo, {9, 7}}};
  for (const auto& [name, shape] : cases) EXPECT_EQ(weight_shape(kFullLatent, name), shape);
  EXPECT_EQ(weight_shape(kRotaryLatent, Weight::kWq), (Shape{7, 9}));
  EXPECT_EQ(weight_shape(kRotaryLatent, Weight::kWqr), (Shape{7, 18}));
}

TEST(LatentWeights, AreDrawnWithVarianceOneOverFanIn) {
  const LatentAttentionConfig config{
      .d_model = 100, .num_heads = 4, .d_head = 10, .d_latent = 50, .seed = 1};
  struct {
    Weight name;
    double fan_in;
  } const cases[] = {{Weight::kWq, 100}, {Weight::kWuk, 50}, {Weight::kWo, 40}};
  for (const auto& [name, fan_in] : cases) {
    const Tensor weight = seeded_weight(config, name);
    double squares = 0;
    for (const float value : elements(weight)) squares += value * value;
    const auto count = static_cast<double>(weight.size());
    EXPECT_NEAR(squares / count * fan_in, 1.0, 5 * std::sqrt(2 / count)) << to_text(name);
  }
}

TEST(LatentWeights, AreDrawnFromSeparateStreams) {
  EXPECT_GT(largest_difference(seeded_weight(kPlainLatent, Weight::kWuk),
                               seeded_weight(kPlainLatent, Weight::kWuv)),
            0.1);
  expect_equal(seeded_weight(kFullLatent, Weight::kWuk), seeded_weight(kPlainLatent, Weight::kWuk));
}

TEST(LatentWeights, ComeBackAsPassedOrDrawn) {
  for (const LatentAttentionConfig& config : kLatentLayers) {
    LatentAttentionWeights passed_weights;
    passed_weights[Weight::kWuk] = random_normal({5, 9}, 3);
    if (config.d_rope > 0) passed_weights[Weight::kWkr] = random_normal({7, config.d_rope}, 4);

    const LatentAttentionWeights weights = LatentAttention(config, passed_weights).weights();

    for (const Weight name : kLatentWeightNames) {
      SCOPED_TRACE(to_text(name));
      ASSERT_EQ(weights[name].has_value(), has_weight(config, name));
      if (!weights[name]) continue;
      expect_equal(*weights[name],
                   passed_weights[name] ? *passed_weights[name] : seeded_weight(config, name));
    }
  }
}

TEST(LatentWeights, MatricesOfOneRowComeBackAsPassed) {
  LatentAttentionWeights passed_weights;
  passed_weights[Weight::kWdkv] = random_normal({1, 3}, 1);
  passed_weights[Weight::kWq] = random_normal({1, 4}, 2);

  const LatentAttentionWeights weights =
      LatentAttention({.d_model = 1, .num_heads = 2, .d_head = 2, .d_latent = 3}, passed_weights)
          .weights();

  expect_equal(*weights[Weight::kWdkv], *passed_weights[Weight::kWdkv]);
  expect_equal(*weights[Weight::kWq], *passed_weights[Weight::kWq]);
}

TEST(LatentWeights, RefuseWeightsThatTheLayerLacks) {
  const std::string plain = "this layer's queries are not compressed (no d_latent_query)";
  const std::string compressed = "this layer's queries are compressed (d_latent_query)";
  const std::string no_rope = "this layer has no rotary part (no d_rope)";
  struct {
    LatentAttentionConfig config;
    Weight name;
    std::string why;
  } const cases[] = {{kPlainLatent, Weight::kWdq, plain},
                     {kPlainLatent, Weight::kWuq, plain},
                     {kPlainLatent, Weight::kWqr, no_rope},
                     {kPlainLatent, Weight::kWkr, no_rope},
                     {kCompressedLatent, Weight::kWq, compressed}};
  for (const auto& [config, name, why] : cases) {
    const std::string text(to_text(name));
    expect_config_error([&, sizes = config,
                         weights = one_weight(name, {7, 9})] { LatentAttention(sizes, weights); },
                        text, "latent_attention: weight " + text + " was given, but " + why);
  }
}

TEST(LatentWeights, RefuseAnotherShape) {
  struct {
    Weight name;
    Shape shape;
    ShapeError::Place place;
    const char* message;
  } const cases[] = {
      {Weight::kWdkv,
       {7, 6},
       {"wdkv", 1, "5", "6"},
       "latent_attention: wdkv [7, 6] has 6 on axis 1, wanted 5 ([7, 5])"},
      {Weight::kWuq,
       {7, 9},
       {"wuq", 0, "4", "7"},
       "latent_attention: wuq [7, 9] has 7 on axis 0, wanted 4 ([4, 9])"},
      {Weight::kWkr,
       {14},
       {"wkr", std::nullopt, "[7, 2]", "[14]"},
       "latent_attention: wkr is [14], wanted [7, 2]"},
  };
  for (const auto& [name, shape, place, message] : cases) {
    expect_shape_error(
        [&, weights = one_weight(name, shape)] { LatentAttention(kFullLatent, weights); }, place,
        message);
  }
}

TEST(LatentWeights, RefuseSizesThatAreTooLargeOrWouldWrap) {
  constexpr Size kHalf = Size{1} << 63, kMillion = Size{1} << 20;
  struct {
    LatentAttentionConfig config;
    const char* shape;
  } const cases[] = {
      {{.d_model = 2, .num_heads = 1, .d_head = 1, .d_latent = kHalf},
       "wdkv [2, 9223372036854775808]"},
      {{.d_model = 1, .num_heads = kHalf, .d_head = 2, .d_latent = 1},
       "wuk [1, 18446744073709551615]"},
      {{.d_model = kMillion,
        .num_heads = 1,
        .d_head = 1,
        .d_latent = 1,
        .d_latent_query = kMillion},
       "wdq [1048576, 1048576]"},
      {{.d_model = 1, .num_heads = 2, .d_head = 1, .d_latent = 1, .d_rope = kHalf},
       "wqr [1, 18446744073709551615]"},
  };
  for (const auto& [config, shape] : cases) {
    expect_out_of_memory(
        [&, sizes = config] { LatentAttention{sizes}; },
        std::string(shape) + " would take 2 GiB or more; a tensor must be smaller than that");
  }
}

}  // namespace
}  // namespace manyheads::latent_weights_test
