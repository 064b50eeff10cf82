#include "lesson/identities/identities.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "core/attention/grouped_layer.hpp"
#include "core/expect_error.hpp"
#include "core/latent_attention/latent_layers.hpp"

namespace manyheads::identities_test {
namespace {

using Chunks = std::vector<std::int64_t>;

// Error bound: outputs near 1 are sums of up to a hundred terms, in another order on each side.
constexpr double kRounding = 2e-6;

AttentionConfig change_grouped(void (*change)(AttentionConfig&)) {
  AttentionConfig config = kGrouped;
  change(config);
  return config;
}
const AttentionConfig kTied =
    change_grouped([](AttentionConfig& config) { config.tie_heads = true; });
const AttentionConfig kSummed =
    change_grouped([](AttentionConfig& config) { config.combine = Combine::kSum; });
const AttentionConfig kUnprojected =
    change_grouped([](AttentionConfig& config) { config.output_projection = false; });

/// With and without a batch axis, longer than a block of the kernel, and single tokens.
std::vector<Tensor> make_inputs(Size d_model) {
  return {random_normal({3, 7, d_model}, 1), random_normal({41, d_model}, 2),
          random_normal({2, 1, d_model}, 3)};
}

std::vector<std::int64_t> reversed(std::size_t T) {
  std::vector<std::int64_t> order(T);
  std::iota(order.rbegin(), order.rend(), 0);
  return order;
}

std::size_t token_count(const Tensor& x) { return x.shape()[x.dimension() - 2]; }

class Identity : public testing::TestWithParam<AttentionConfig> {
 protected:
  MultiHeadAttention layer = random_layer(GetParam());
  std::vector<Tensor> xs = make_inputs(GetParam().d_model);
};

using WoSliceIdentity = Identity;
INSTANTIATE_TEST_SUITE_P(
    Layers, WoSliceIdentity,
    testing::Values(kGrouped, kTied, resolved({.d_model = 6, .num_heads = 3}),
                    resolved({.d_model = 8, .num_heads = 8, .num_kv_heads = 1, .d_head = 5}),
                    resolved({.d_model = 7, .num_heads = 1})));

TEST_P(WoSliceIdentity, ConcatenatedHeadsTimesWoEqualTheSumOfHeadsTimesTheirSlices) {
  for (const Tensor& x : xs) EXPECT_LE(concat_is_sum_of_slices(layer, x), kRounding);
}

TEST_P(WoSliceIdentity, TiedHeadsEqualOneHeadWithTheSumOfTheSlices) {
  for (const Tensor& x : xs) EXPECT_LE(tied_is_one_narrow_head(layer, x), kRounding);
}

using IdentityOfAnyLayer = Identity;
INSTANTIATE_TEST_SUITE_P(Layers, IdentityOfAnyLayer,
                         testing::Values(kGrouped, kTied, kSummed, kUnprojected,
                                         resolved({.d_model = 6, .num_heads = 3}),
                                         resolved({.d_model = 8,
                                                   .num_heads = 4,
                                                   .num_kv_heads = 1,
                                                   .d_head = 5,
                                                   .scale = Scale::kNone})));

TEST_P(IdentityOfAnyLayer, GroupedHeadsEqualMultiHeadWithCopiedKeysAndValues) {
  for (const Tensor& x : xs) EXPECT_LE(grouped_is_copied_multi_head(layer, x), kRounding);
}

TEST_P(IdentityOfAnyLayer, OnlineSoftmaxEqualsPlainSoftmax) {
  for (const Tensor& x : xs) {
    for (const Tile tile : {Tile{1, 1}, Tile{2, 3}, Tile{64, 64}}) {
      EXPECT_LE(online_is_plain_softmax(layer, x, tile), kRounding);
    }
  }
}

TEST_P(IdentityOfAnyLayer, DecodingWithACacheEqualsTheFullCausalRun) {
  for (const Tensor& x : xs) {
    const Chunks single_tokens(token_count(x), 1);
    EXPECT_LE(cached_is_full(layer, x, single_tokens), kRounding);
  }
}

TEST_P(IdentityOfAnyLayer, ChunkedPrefillEqualsTheFullCausalRun) {
  const Tensor x = random_normal({2, 21, GetParam().d_model}, 4);

  for (const auto& chunks : {Chunks{7, 1, 13}, {20, 1}, {21}}) {
    EXPECT_LE(cached_is_full(layer, x, chunks), kRounding);
  }
}

TEST_P(IdentityOfAnyLayer, APagedCacheEqualsTheFullCausalRun) {
  const Tensor x = random_normal({2, 21, GetParam().d_model}, 4);

  for (const Size page_size : {1u, 4u, 21u, 64u}) {
    EXPECT_LE(cached_is_full(layer, x, Chunks{7, 1, 13}, page_size), kRounding);
  }
}

TEST_P(IdentityOfAnyLayer, PermutedTokensGivePermutedOutputs) {
  for (const Tensor& x : xs) {
    EXPECT_LE(permutation_moves(layer, x, reversed(token_count(x))), kRounding);
  }
}

TEST_P(IdentityOfAnyLayer, FutureTokensDoNotChangeACausalOutputByOneBit) {
  for (const Tensor& x : xs) EXPECT_EQ(future_does_not_matter(layer, x), 0.0);
}

using LatentIdentity = testing::TestWithParam<LatentAttentionConfig>;
INSTANTIATE_TEST_SUITE_P(Layers, LatentIdentity, testing::ValuesIn(kLatentLayers));

TEST_P(LatentIdentity, AbsorbedEqualsExpanded) {
  LatentAttention layer(GetParam());

  for (const Tensor& x : make_inputs(GetParam().d_model)) {
    EXPECT_LE(absorbed_is_expanded(layer, x), kRounding);
  }
}

// --------------------------------------------------------------------------------- both sides

// An identity check must be able to fail.

TEST(Identities, AreNaNIfEitherSideIs) {
  MultiHeadAttention layer = random_layer(kGrouped);
  Tensor x = random_normal({3, 5}, 1);
  x(1, 2) = kNaN;

  EXPECT_TRUE(std::isnan(concat_is_sum_of_slices(layer, x)));
  EXPECT_TRUE(std::isnan(tied_is_one_narrow_head(layer, x)));
  EXPECT_TRUE(std::isnan(grouped_is_copied_multi_head(layer, x)));
  EXPECT_TRUE(std::isnan(online_is_plain_softmax(layer, x, {2, 2})));
  EXPECT_TRUE(std::isnan(cached_is_full(layer, x, Chunks{1, 2})));
  LatentAttention latent({.d_model = 5, .num_heads = 2, .d_head = 3, .d_latent = 4});
  EXPECT_TRUE(std::isnan(absorbed_is_expanded(latent, x)));
  EXPECT_TRUE(std::isnan(permutation_moves(layer, x, reversed(3))));
  EXPECT_TRUE(std::isnan(future_does_not_matter(layer, x)));
}

TEST(FutureDoesNotMatter, IsNaNIfTheValuesOfFutureTokensOverflow) {
  AttentionWeights weights;
  weights[WeightName::kWv] = full({2, 2}, 3e38f);
  MultiHeadAttention layer({.d_model = 2, .num_heads = 1}, weights);

  // x does not overflow, but the tokens that replace it do, and 0 * infinity is NaN.
  EXPECT_TRUE(std::isnan(future_does_not_matter(layer, full({3, 2}, 1e-38f))));
  EXPECT_EQ(future_does_not_matter(layer, full({1, 2}, 1e-38f)), 0.0);
}

TEST(Identities, DoNotChangeTheLayerOrItsWeights) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({6, 5}, 1), before = layer.forward(x);

  tied_is_one_narrow_head(layer, x);
  cached_is_full(layer, x, Chunks{4, 2});

  expect_equal(layer.forward(x), before);
  EXPECT_NO_THROW(layer.set_weights(layer.weights()));  // so no cache holds tokens
}

TEST(Identities, WoSliceIdentitiesRefuseALayerWithoutSlices) {
  const Tensor x = random_normal({3, 5}, 1);
  MultiHeadAttention summed = random_layer(kSummed), unprojected = random_layer(kUnprojected);

  expect_config_error([&] { concat_is_sum_of_slices(summed, x); }, "combine",
                      "concat_is_sum_of_slices: combine must be 'concat', or W_O has no slice for "
                      "each head");
  expect_config_error([&] { tied_is_one_narrow_head(unprojected, x); }, "output_projection",
                      "tied_is_one_narrow_head: output_projection must be true, or there is no "
                      "W_O");
  EXPECT_THROW(concat_is_sum_of_slices(unprojected, x), ConfigError);
  EXPECT_THROW(tied_is_one_narrow_head(summed, x), ConfigError);
}

TEST(CachedIsFull, RefusesChunksThatDoNotAddUpToTheTokens) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 4, 5}, 1);

  const std::string left = "cached_is_full: chunks leave ", wanted = ", wanted 1 to the ",
                    tokens = " tokens of x that are left",
                    all = " of the 4 tokens of x, wanted all in them",
                    chunk = "cached_is_full: chunks";
  const std::pair<Chunks, std::string> refused[] = {
      {{}, left + "4" + all},
      {{1, 2}, left + "1" + all},
      {{4, 1}, chunk + "[1] is 1, but the chunks before it have all 4 tokens of x"},
      {{0, 4}, chunk + "[0] is 0" + wanted + "4" + tokens},
      {{-1, 5}, chunk + "[0] is -1" + wanted + "4" + tokens},
      {{1, 4}, chunk + "[1] is 4" + wanted + "3" + tokens}};
  for (const auto& [chunks, message] : refused) {
    expect_config_error([&] { cached_is_full(layer, x, chunks); }, "chunks", message.c_str());
  }
}

TEST(ChunkedIsFull, IsWhatItsErrorsAreAbout) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 4, 5}, 1);
  const auto sides = [&](const Chunks& chunks, IdentityMode mode) {
    identity_sides(IdentityName::kChunkedIsFull, layer, x, {.chunks = chunks}, mode);
  };

  expect_config_error(
      [&] {
        sides({1, 2}, IdentityMode::kHolds);
      },
      "chunks", "chunked_is_full: chunks leave 1 of the 4 tokens of x, wanted all in them");
  expect_config_error(
      [&] {
        sides({1, 3, 0}, IdentityMode::kHolds);
      },
      "chunks", "chunked_is_full: chunks[2] is 0, but the chunks before it have all 4 tokens of x");
  expect_config_error([&] { sides({}, IdentityMode::kBroken); }, "chunks",
                      "chunked_is_full: chunks leave 4 of the 4 tokens of x, wanted all in them");
  expect_config_error([&] { sides({4}, IdentityMode::kBroken); }, "chunks",
                      "chunked_is_full: there is nothing to break: one chunk has no past");
}

TEST(PermutationMoves, RefusesAnOrderThatIsNotAPermutation) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 3, 5}, 1);

  const std::pair<std::vector<std::int64_t>, std::string> refused[] = {
      {{}, "has 0 numbers"},      {{0, 1}, "has 2 numbers"}, {{0, 1, 2, 3}, "has 4 numbers"},
      {{0, 1, 1}, "has 1 twice"}, {{0, 1, 3}, "has 3"},      {{0, 1, -1}, "has -1"}};
  for (const auto& [order, found] : refused) {
    const std::string message =
        "permutation_moves: order " + found + ", wanted each of the 3 tokens of x once, from 0 on";
    expect_config_error([&] { permutation_moves(layer, x, order); }, "order", message.c_str());
  }
}

TEST(Identities, RefuseAnInputThatDoesNotFit) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor row = random_normal({5}, 1), wide = random_normal({3, 6}, 1);

  for (const Tensor& x : {row, wide}) {
    EXPECT_THROW(concat_is_sum_of_slices(layer, x), ShapeError);
    EXPECT_THROW(tied_is_one_narrow_head(layer, x), ShapeError);
    EXPECT_THROW(grouped_is_copied_multi_head(layer, x), ShapeError);
    EXPECT_THROW(online_is_plain_softmax(layer, x, {1, 1}), ShapeError);
    EXPECT_THROW(cached_is_full(layer, x, Chunks{3}), ShapeError);
    EXPECT_THROW(permutation_moves(layer, x, reversed(3)), ShapeError);
    EXPECT_THROW(future_does_not_matter(layer, x), ShapeError);
  }
}

}  // namespace
}  // namespace manyheads::identities_test
