#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "attention/config.hpp"
#include "core/expect_error.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"
#include "latent_attention/to_latent.hpp"
#include "lesson/identities/identities.hpp"
#include "lesson/schedules/trace_schedules.hpp"

namespace manyheads::alibi_test {
namespace {

TEST(AlibiSlope, IsAPowerOfTwo) {
  for (std::size_t h = 0; h < 8; ++h) EXPECT_EQ(alibi_slope(h, 8), std::exp2(-1.0f - h));
  EXPECT_EQ(alibi_slope(0, 1), std::exp2(-8.0f));
  EXPECT_EQ(alibi_slope(1, 2), std::exp2(-8.0f));
  EXPECT_EQ(alibi_slope(15, 16), std::exp2(-8.0f));
  EXPECT_FLOAT_EQ(alibi_slope(0, 16), std::sqrt(0.5f));
}

/// As get_slopes in the paper's own repository, attention_with_linear_biases.
std::vector<double> paper_slopes(std::size_t H) {
  if ((H & (H - 1)) == 0) {
    const double first = std::exp2(-std::exp2(-(std::log2(static_cast<double>(H)) - 3)));
    std::vector<double> slopes;
    for (std::size_t h = 0; h < H; ++h) slopes.push_back(first * std::pow(first, h));
    return slopes;
  }
  std::size_t below = 1;
  while (2 * below <= H) below *= 2;
  std::vector<double> slopes = paper_slopes(below);
  const std::vector<double> twice = paper_slopes(2 * below);
  for (std::size_t i = 0; slopes.size() < H; i += 2) slopes.push_back(twice[i]);
  return slopes;
}

TEST(AlibiSlope, EqualsThePapersCodeForAnyNumberOfHeads) {
  for (std::size_t H = 1; H <= 40; ++H) {
    const std::vector<double> wanted = paper_slopes(H);
    for (std::size_t h = 0; h < H; ++h) {
      EXPECT_NEAR(alibi_slope(h, H), wanted[h], 1e-7 * wanted[h]) << h << " of " << H;
    }
  }
}

struct Sizes {
  Size B, T, H, G, d_head;
};

class Alibi : public testing::TestWithParam<Sizes> {
 protected:
  static AttentionConfig config() {
    const auto [B, T, H, G, d_head] = GetParam();
    return resolved(
        {.d_model = 10, .num_heads = H, .num_kv_heads = G, .d_head = d_head, .bias = true});
  }
  static MultiHeadAttention layer() {
    AttentionConfig alibi_config = config();
    alibi_config.positions = ScorePositions::kAlibi;
    return random_layer(alibi_config, 3);
  }
  static Tensor x() { return random_normal({GetParam().B, GetParam().T, 10}, 4); }

  /// [B, H, T, T]: the score bias that makes a layer without ALiBi the same.
  static Tensor bias() {
    const auto [B, T, H, G, d_head] = GetParam();
    const std::vector<double> slopes = paper_slopes(static_cast<std::size_t>(H));
    Tensor bias = make_tensor({B, H, T, T}, "bias");
    for (std::size_t b = 0; b < B; ++b) {
      for (std::size_t h = 0; h < H; ++h) {
        for (std::size_t t = 0; t < T; ++t) {
          for (std::size_t s = 0; s < T; ++s) {
            const double distance = std::abs(static_cast<double>(t) - static_cast<double>(s));
            bias(b, h, t, s) = static_cast<float>(-slopes[h] * distance);
          }
        }
      }
    }
    return bias;
  }
};

constexpr double kRounding = 2e-6;

TEST_P(Alibi, EqualsAScoreBias) {
  MultiHeadAttention alibi = layer(), plain = random_layer(config(), 3);
  const Tensor tokens = x(), distances = bias();
  Tensor mask = random_normal({GetParam().T, GetParam().T}, 5);
  for (float& value : elements(mask)) value = value > -1 ? 1.0f : 0.0f;
  for (const bool causal : {false, true}) {
    for (const Kernel kernel : {Kernel::kFused, Kernel::kReference}) {
      ForwardOptions options{.causal = causal, .kernel = kernel};
      for (const Tensor* hidden : std::array<const Tensor*, 2>{nullptr, &mask}) {
        options.mask = hidden;
        ForwardOptions biased = options;
        biased.score_bias = &distances;
        expect_close(alibi.forward(tokens, options), plain.forward(tokens, biased), kRounding);
      }
    }
  }
}

TEST_P(Alibi, AddsToAPassedScoreBias) {
  MultiHeadAttention alibi = layer(), plain = random_layer(config(), 3);
  const Tensor tokens = x(), passed_bias = random_normal({GetParam().T, GetParam().T}, 6);
  Tensor summed_bias = bias();
  for (std::size_t i = 0; i < summed_bias.size(); ++i)
    summed_bias.data()[i] += passed_bias.data()[i % passed_bias.size()];

  expect_close(alibi.forward(tokens, {.score_bias = &passed_bias}),
               plain.forward(tokens, {.score_bias = &summed_bias}), kRounding);
}

TEST_P(Alibi, IsInTheScoresOfATrace) {
  MultiHeadAttention alibi = layer(), plain = random_layer(config(), 3);
  const Tensor tokens = x(), distances = bias();

  const AttentionTrace trace = alibi.trace(tokens);

  expect_close(trace.scores, plain.trace(tokens, {.score_bias = &distances}).scores, kRounding);
  expect_close(trace.output, alibi.forward(tokens), kRounding);
}

TEST_P(Alibi, IsTheSameInTilesPagesAndChunks) {
  MultiHeadAttention alibi = layer();
  const Tensor tokens = x();
  expect_close(trace_online(alibi, tokens, {2, 3}).output, alibi.forward(tokens), kRounding);
  for (const ScheduleKind kind : {ScheduleKind::kPlain, ScheduleKind::kTiled, ScheduleKind::kCached,
                                  ScheduleKind::kPaged, ScheduleKind::kChunked}) {
    const Schedule schedule{.kind = kind, .tile = {2, 3}, .page_size = 2, .chunk = 3};
    expect_close(trace_schedule(alibi, tokens, schedule, {.causal = true}).output,
                 alibi.forward(tokens, {.causal = true}), kRounding);
  }
}

TEST_P(Alibi, IsTheSameWithACache) {
  MultiHeadAttention alibi = layer();
  const auto T = static_cast<std::int64_t>(GetParam().T);
  const std::vector<std::int64_t> single_tokens(static_cast<std::size_t>(T), 1), chunks{2, T - 2};
  for (const Size page_size : {0, 2}) {
    EXPECT_LT(cached_is_full(alibi, x(), single_tokens, page_size), kRounding) << page_size;
    EXPECT_LT(cached_is_full(alibi, x(), chunks, page_size), kRounding) << page_size;
  }
}

TEST_P(Alibi, HasTheGradientsOfAScoreBias) {
  MultiHeadAttention alibi = layer(), plain = random_layer(config(), 3);
  const Tensor tokens = x(), distances = bias(), d_output = random_normal(shape_of(tokens), 7);
  for (const bool causal : {false, true}) {
    AttentionGradients actual, wanted;
    alibi.backward(tokens, d_output, {.causal = causal}, actual);
    plain.backward(tokens, d_output, {.causal = causal, .score_bias = &distances}, wanted);

    expect_close(actual.dx, wanted.dx, 1e-5);
    for (const WeightName name : kWeightNames) {
      expect_close(*actual.d_weights[name], *wanted.d_weights[name], 2e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AwkwardSizes, Alibi,
                         testing::Values(Sizes{1, 5, 1, 1, 10}, Sizes{2, 7, 3, 3, 3},
                                         Sizes{1, 40, 4, 2, 5}, Sizes{2, 6, 12, 4, 1}));

TEST(AlibiLayer, NeedsKeysOfTheSameSequence) {
  MultiHeadAttention layer({.d_model = 4, .num_heads = 2, .positions = ScorePositions::kAlibi});
  const Tensor x = counting({3, 4});

  expect_config_error([&] { layer.forward(x, {.context = &x}); }, "positions",
                      "forward: positions 'alibi' needs self-attention: remove the context, or the "
                      "keys and values");
  EXPECT_THROW(layer.forward(x, {.keys = &x, .values = &x}), ConfigError);
}

TEST(AlibiLayer, RefusesIdentitiesThatOnlyHoldWithoutPositions) {
  MultiHeadAttention layer({.d_model = 4, .num_heads = 2, .positions = ScorePositions::kAlibi});
  const Tensor x = counting({3, 4});

  expect_config_error([&] { concat_is_sum_of_slices(layer, x); }, "positions",
                      "concat_is_sum_of_slices: positions must be 'none'");
  EXPECT_THROW(tied_is_one_narrow_head(layer, x), ConfigError);
  EXPECT_THROW(permutation_moves(layer, x, std::vector<std::int64_t>{2, 0, 1}), ConfigError);
  expect_config_error([&] { to_latent(layer, 2, x); }, "positions",
                      "to_latent: positions is alibi, but latent attention needs none");
  EXPECT_LT(grouped_is_copied_multi_head(layer, x), kRounding);
  EXPECT_EQ(future_does_not_matter(layer, x), 0);
}

}  // namespace
}  // namespace manyheads::alibi_test
