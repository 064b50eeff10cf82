#include "cost/model_shape.hpp"

#include "core/cost/models.hpp"
#include "core/expect_error.hpp"

namespace manyheads::model_shape_test {
namespace {

constexpr ModelShape kLatent{
    .d_model = 12, .num_heads = 4, .d_head = 6, .latent = LatentShape{.d_latent = 5}};

TEST(ModelPresets, AreTheSevenOfTheLesson) {
  std::string keys;
  for (const ModelPreset& preset : model_presets()) keys += std::string(preset.key) + ' ';

  EXPECT_EQ(keys,
            "gpt2-small gpt3-175b llama2-70b llama3.1-8b llama3.1-405b deepseek-v3 vaswani-base ");
}

TEST(ModelPresets, OmitDerivedWidths) {
  ModelShape model = preset("gpt3-175b");
  EXPECT_EQ(resolved(model).d_head, 128u);

  model.num_heads = 192;

  EXPECT_EQ(resolved(model).d_head, 64u);
  EXPECT_EQ(resolved(model).num_kv_heads, 192u);
}

TEST(ResolvedModelShape, DoesNotChangeWhenResolvedAgain) {
  for (const ModelPreset& each : model_presets()) {
    const ModelShape once = resolved(each.shape), twice = resolved(once);
    EXPECT_EQ(once.d_head, twice.d_head);
    EXPECT_EQ(once.num_kv_heads, twice.num_kv_heads);
  }
}

TEST(ResolvedModelShape, LatentValuesAreAsWideAsHeadsByDefault) {
  EXPECT_EQ(resolved(kLatent).latent->d_value, 6u);
}

TEST(ResolvedModelShape, RefusesHeadsAsAttentionDoes) {
  expect_config_error([] { resolved(ModelShape{.num_heads = 2}); }, "d_model",
                      "attention: d_model must be at least 1");
  expect_config_error([] { resolved(ModelShape{.d_model = 7, .num_heads = 2}); }, "num_heads",
                      "attention: d_model 7 cannot be split over num_heads 2; choose a divisor, "
                      "or set d_head");
  expect_config_error([] { resolved(ModelShape{.d_model = 6, .num_heads = 6, .num_kv_heads = 4}); },
                      "num_kv_heads", "attention: num_kv_heads 4 does not divide num_heads 6");
}

TEST(ResolvedModelShape, RefusesAModelWithoutLayers) {
  expect_config_error([] { resolved(ModelShape{.d_model = 6, .num_heads = 6, .num_layers = 0}); },
                      "num_layers", "cost: num_layers must be at least 1");
}

TEST(ResolvedModelShape, RefusesSizesThatJavaScriptCannotCount) {
  constexpr Size kTooLarge = Size{1} << 53;
  const auto refused = [](ModelShape model) {
    return std::string(catch_error<OutOfMemoryError>([&] { resolved(model); }).what());
  };

  EXPECT_EQ(refused({.d_model = kTooLarge, .num_heads = 3}), "cost: d_model is 2^53 or more");
  EXPECT_EQ(refused({.d_model = 1, .num_heads = kTooLarge, .d_head = 1}),
            "cost: num_heads is 2^53 or more");
  EXPECT_EQ(refused({.d_model = 1, .num_heads = 1, .d_head = kTooLarge}),
            "cost: d_head is 2^53 or more");
  EXPECT_EQ(refused({.d_model = 1, .num_heads = 1, .num_layers = kTooLarge}),
            "cost: num_layers is 2^53 or more");
  EXPECT_EQ(refused({.d_model = 1, .num_heads = 1, .d_ff = kTooLarge}),
            "cost: d_ff is 2^53 or more");
  EXPECT_EQ(refused({.d_model = 1, .num_heads = 1, .vocab_size = kTooLarge}),
            "cost: vocab_size is 2^53 or more");
  EXPECT_EQ(refused({.d_model = 1, .num_heads = 1, .learned_positions = kTooLarge}),
            "cost: learned_positions is 2^53 or more");
}

TEST(ResolvedModelShape, RefusesLatentsThatJavaScriptCannotCount) {
  for (const auto& [width, name] :
       {std::pair{&LatentShape::d_latent, "d_latent"},
        std::pair{&LatentShape::d_latent_query, "d_latent_query"},
        std::pair{&LatentShape::d_rope, "d_rope"}, std::pair{&LatentShape::d_value, "d_value"}}) {
    ModelShape model = kLatent;
    (*model.latent).*width = Size{1} << 53;

    expect_out_of_memory([&] { resolved(model); },
                         message({"cost: latent.", name, " is 2^53 or more"}));
  }
}

TEST(ResolvedModelShape, RefusesALatentWithoutWidth) {
  ModelShape model = kLatent;
  model.latent->d_latent = 0;

  expect_config_error([&] { resolved(model); }, "latent.d_latent",
                      "cost: latent.d_latent must be at least 1");
}

TEST(ResolvedModelShape, RefusesARotaryPartOfOddWidth) {
  ModelShape model = kLatent;
  model.latent->d_rope = 3;

  expect_config_error([&] { resolved(model); }, "latent.d_rope",
                      "cost: latent.d_rope is 3, wanted an even number: a rotation turns pairs");
}

TEST(ResolvedModelShape, RefusesGroupedHeadsOfLatentAttention) {
  ModelShape model = kLatent;
  model.num_kv_heads = 2;

  expect_config_error([&] { resolved(model); }, "num_kv_heads",
                      "cost: num_kv_heads is 2, but latent attention has keys and values for all "
                      "its num_heads 4");
}

TEST(ResolvedModelShape, RefusesBiasesOfLatentAttention) {
  ModelShape model = kLatent;
  model.bias = true;

  expect_config_error([&] { resolved(model); }, "bias",
                      "cost: bias is true, but latent attention has none");
}

}  // namespace
}  // namespace manyheads::model_shape_test
