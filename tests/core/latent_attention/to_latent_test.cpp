#include "latent_attention/to_latent.hpp"

#include <cmath>

#include "core/expect_error.hpp"
#include "core/golden_attention.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"
#include "kernels/matmul.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::to_latent_test {
namespace {

using golden::Json;

/// W_DKV W_UK or W_DKV W_UV: the projection of x to the keys or values of all heads.
Tensor projection_through_latents(const LatentAttention& layer, LatentWeightName up) {
  const LatentAttentionWeights weights = layer.weights();
  return matmul(*weights[LatentWeightName::kWdkv], *weights[up]);
}

class ToLatentGolden : public testing::TestWithParam<Json> {};

TEST_P(ToLatentGolden, EqualsTheBestApproximationByNumPysSvd) {
  const Json &json = GetParam(), &expected = json.at("expected");
  const MultiHeadAttention layer(golden::parse_config(json.at("config")),
                                 golden::AttentionCall::parse_weights(json.at("inputs")));
  const Tensor x = golden::tensor(json.at("inputs").at("x"));

  LatentAttention latent = to_latent(layer, json.at("d_latent"), x);

  // Error bound: directions are computed in double; rounding them and their products gives a few
  // 1e-7.
  expect_close(projection_through_latents(latent, LatentWeightName::kWuk),
               golden::tensor(expected.at("wk")), 1e-5);
  expect_close(projection_through_latents(latent, LatentWeightName::kWuv),
               golden::tensor(expected.at("wv")), 1e-5);
  for (const bool absorbed : {false, true}) {
    expect_close(latent.forward(x, {.causal = true, .absorbed = absorbed}),
                 golden::tensor(expected.at("output")), 1e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(NumPy, ToLatentGolden, testing::ValuesIn(golden::cases("to_latent.json")),
                         golden::CaseName());

TEST(ToLatent, LosesNothingAtFullWidth) {
  for (const AttentionConfig& config :
       {resolved({.d_model = 12, .num_heads = 2, .d_head = 2}),
        resolved({.d_model = 5, .num_heads = 6, .num_kv_heads = 3, .d_head = 3}),
        resolved({.d_model = 7, .num_heads = 1, .tie_heads = true})}) {
    MultiHeadAttention layer = random_layer(config);
    const Tensor x = random_normal({2, 9, config.d_model}, 1);
    const Size all = 2 * config.num_kv_heads * config.d_head;

    EXPECT_LE(largest_difference(to_latent(layer, all, x).forward(x), layer.forward(x)), 1e-5);
  }
}

TEST(ToLatent, ErrorShrinksAsDLatentGrows) {
  MultiHeadAttention layer = random_layer(resolved({.d_model = 8, .num_heads = 2}));
  const Tensor x = random_normal({40, 8}, 1);
  const AttentionWeights weights = layer.weights();
  const auto error = [&](Size d_latent) {
    const LatentAttention latent = to_latent(layer, d_latent, x);
    double sum = 0;
    for (const auto& [up, name] : {std::pair(LatentWeightName::kWuk, WeightName::kWk),
                                   {LatentWeightName::kWuv, WeightName::kWv}}) {
      const Tensor lost =
          subtract(matmul(x, projection_through_latents(latent, up)), matmul(x, *weights[name]));
      for (const float value : lost) sum += static_cast<double>(value) * value;
    }
    return sum;
  };

  for (Size d_latent = 2; d_latent <= 8; ++d_latent) {
    EXPECT_LT(error(d_latent), error(d_latent - 1)) << d_latent;
  }
  EXPECT_LT(error(8), 1e-8);  // keys and values depend on only 8 numbers of x
}

TEST(ToLatent, IsRepeatable) {
  const MultiHeadAttention layer = random_layer(resolved({.d_model = 8, .num_heads = 2}));
  const Tensor x = random_normal({3, 8}, 1);

  expect_equal(*to_latent(layer, 5, x).weights()[LatentWeightName::kWdkv],
               *to_latent(layer, 5, x).weights()[LatentWeightName::kWdkv]);
}

TEST(ToLatent, RefusesOptionsThatLatentAttentionLacks) {
  const Tensor x = random_normal({3, 6}, 1);
  const auto refused_field = [&](AttentionConfig config, Size d_latent = 2) {
    config.d_model = 6;
    config.num_heads = 2;
    return catch_error<ConfigError>([&] { to_latent(random_layer(resolved(config)), d_latent, x); })
        .field;
  };

  EXPECT_EQ(refused_field({.bias = true}), "bias");
  EXPECT_EQ(refused_field({.scale = Scale::kNone}), "scale");
  EXPECT_EQ(refused_field({.combine = Combine::kSum}), "combine");
  EXPECT_EQ(refused_field({.output_projection = false}), "output_projection");
  EXPECT_EQ(refused_field({.positions = ScorePositions::kAlibi}), "positions");
  EXPECT_EQ(refused_field({.d_head = 65}), "d_head");
  EXPECT_EQ(refused_field({}, 0), "d_latent");
  EXPECT_EQ(refused_field({}, 13), "d_latent");
}

TEST(ToLatent, RefusesInputsThatDoNotFitOrAreNotFinite) {
  const MultiHeadAttention layer = random_layer(resolved({.d_model = 6, .num_heads = 2}));
  Tensor x = random_normal({3, 6}, 1);
  x(1, 2) = kNaN;

  EXPECT_THROW(to_latent(layer, 2, random_normal({3, 5}, 1)), ShapeError);
  EXPECT_STREQ(catch_error<Error>([&] { to_latent(layer, 2, x); }).what(),
               "to_latent: keys or values of x are not finite");
}

}  // namespace
}  // namespace manyheads::to_latent_test
