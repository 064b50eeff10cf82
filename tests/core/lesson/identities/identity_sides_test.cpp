#include <algorithm>
#include <cmath>
#include <utility>

#include "core/attention/grouped_layer.hpp"
#include "core/expect_error.hpp"
#include "core/latent_attention/latent_layers.hpp"
#include "lesson/identities/identities.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::identity_sides_test {
namespace {

// Error bound: outputs near 1 are sums of up to a hundred terms, in another order on each side.
constexpr double kRounding = 2e-6;

double difference(const Sides& sides) { return largest_difference(sides.left, sides.right); }

constexpr IdentityName kAllIdentities[] = {IdentityName::kConcatIsSumOfSlices,
                                           IdentityName::kTiedIsOneNarrowHead,
                                           IdentityName::kGroupedIsCopiedMultiHead,
                                           IdentityName::kOnlineIsPlainSoftmax,
                                           IdentityName::kCachedIsFull,
                                           IdentityName::kPagedIsFull,
                                           IdentityName::kChunkedIsFull,
                                           IdentityName::kPermutationMoves,
                                           IdentityName::kFutureDoesNotMatter};

/// Options for 7 tokens.
const IdentityOptions kOptions{
    .tile = {2, 3}, .chunks = {4, 1, 2}, .page_size = 3, .order = {1, 2, 3, 4, 5, 6, 0}};

TEST(IdentitySides, AgreeUnlessBroken) {
  MultiHeadAttention layer = random_layer(kGrouped);
  for (const Tensor& x : {random_normal({7, 5}, 1), random_normal({2, 7, 5}, 2)}) {
    for (const IdentityName identity : kAllIdentities) {
      SCOPED_TRACE(static_cast<int>(identity));
      const Sides sides = identity_sides(identity, layer, x, kOptions);

      EXPECT_EQ(shape_of(sides.left), shape_of(x));
      EXPECT_LE(difference(sides), kRounding);
    }
  }
}

TEST(IdentitySides, DifferVisiblyIfBroken) {
  MultiHeadAttention layer = random_layer(kGrouped);
  for (const Tensor& x : {random_normal({7, 5}, 1), random_normal({2, 7, 5}, 2)}) {
    for (const IdentityName identity : kAllIdentities) {
      SCOPED_TRACE(static_cast<int>(identity));
      const Sides sides = identity_sides(identity, layer, x, kOptions, IdentityMode::kBroken);

      EXPECT_EQ(shape_of(sides.right), shape_of(x));
      EXPECT_GT(difference(sides), 0.01);
    }
  }
}

TEST(IdentitySides, LatentAttentionAgreesUnlessBroken) {
  for (const LatentAttentionConfig& config : kLatentLayers) {
    LatentAttention layer(config);
    const Tensor x = random_normal({2, 7, config.d_model}, 1);

    EXPECT_LE(difference(absorbed_sides(layer, x)), kRounding);
    if (config.num_heads == 1) continue;
    EXPECT_GT(difference(absorbed_sides(layer, x, IdentityMode::kBroken)), 0.01);
  }
}

TEST(IdentitySides, BrokenLatentAttentionReadsTheValuesOfTheNextHead) {
  LatentAttention layer({.d_model = 5, .num_heads = 3, .d_head = 2, .d_latent = 4, .seed = 1});
  const Tensor x = random_normal({7, 5}, 1);
  LatentAttentionWeights weights = layer.weights();
  const Tensor values = *weights[LatentWeightName::kWuv];
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t column = 0; column < 6; ++column) {
      (*weights[LatentWeightName::kWuv])(i, column) = values(i, (column + 2) % 6);
    }
  }
  LatentAttention rotated_heads(layer.config(), std::move(weights));

  expect_close(absorbed_sides(layer, x, IdentityMode::kBroken).right, rotated_heads.forward(x),
               kRounding);
}

TEST(IdentitySides, BreakingChangesOnlyTheRightSide) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({7, 5}, 1);
  for (const IdentityName identity :
       {IdentityName::kConcatIsSumOfSlices, IdentityName::kTiedIsOneNarrowHead,
        IdentityName::kGroupedIsCopiedMultiHead, IdentityName::kOnlineIsPlainSoftmax,
        IdentityName::kCachedIsFull, IdentityName::kPagedIsFull, IdentityName::kChunkedIsFull}) {
    SCOPED_TRACE(static_cast<int>(identity));
    expect_equal(identity_sides(identity, layer, x, kOptions, IdentityMode::kBroken).left,
                 identity_sides(identity, layer, x, kOptions).left);
  }
}

TEST(IdentitySides, ABrokenCacheForgetsTheTokensBeforeEachStep) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({7, 5}, 1);
  const auto rows = [](const Tensor& all, std::size_t first, std::size_t end) {
    return tensor_of({end - first, 5}, copy_range(all, first * 5, end * 5));
  };

  const Tensor alone =
      identity_sides(IdentityName::kCachedIsFull, layer, x, kOptions, IdentityMode::kBroken).right;
  const Tensor chunks =
      identity_sides(IdentityName::kChunkedIsFull, layer, x, kOptions, IdentityMode::kBroken).right;

  expect_close(rows(alone, 6, 7), layer.forward(rows(x, 6, 7)), kRounding);
  expect_close(rows(chunks, 5, 7), layer.forward(rows(x, 5, 7), {.causal = true}), kRounding);
}

TEST(IdentitySides, ABrokenPageTableIsWrongOnlyAfterTheFirstPage) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({7, 5}, 1);

  const Sides sides =
      identity_sides(IdentityName::kPagedIsFull, layer, x, kOptions, IdentityMode::kBroken);

  for (std::size_t t = 0; t < 7; ++t) {
    double largest = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      largest = std::max<double>(largest, std::abs(sides.left(t, i) - sides.right(t, i)));
    }
    EXPECT_EQ(largest > 0.01, t >= 3) << t;
  }
}

TEST(IdentitySides, ABrokenPageTableReadsTheLastTokensAsTheFirst) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({7, 5}, 1);
  Tensor mixed = x;
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t i = 0; i < 5; ++i) mixed(t, i) = x(6 - t, i);
  }

  const Tensor wrong =
      identity_sides(IdentityName::kPagedIsFull, layer, x, kOptions, IdentityMode::kBroken).right;

  const Tensor expected = layer.forward(mixed, {.causal = true});
  for (std::size_t t = 3; t < 7; ++t) {
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(wrong(t, i), expected(t, i), kRounding) << t;
  }
}

TEST(IdentitySides, AreTheConcatenatedHeadsWithoutAnOutputProjection) {
  AttentionConfig config = kGrouped;
  config.output_projection = false;
  MultiHeadAttention layer = random_layer(config);
  const Tensor x = random_normal({7, 5}, 1);

  const Sides sides =
      identity_sides(IdentityName::kGroupedIsCopiedMultiHead, layer, x, {}, IdentityMode::kBroken);

  ASSERT_EQ(shape_of(sides.right), (Shape{7, 12}));
  for (std::size_t i = 0; i < 7; ++i) {  // heads 0 and 3 are right: 0 1 0 1 instead of 0 0 1 1
    for (const std::size_t j : {0, 1, 2, 9, 10, 11}) {
      EXPECT_NEAR(sides.left(i, j), sides.right(i, j), kRounding);
    }
  }
}

TEST(IdentitySides, RefuseToBreakWhatCannotBeBroken) {
  const Tensor x = random_normal({4, 6}, 1), token = random_normal({1, 6}, 1);
  MultiHeadAttention one = random_layer(resolved({.d_model = 6, .num_heads = 1}));
  MultiHeadAttention two = random_layer(resolved({.d_model = 6, .num_heads = 2}));
  MultiHeadAttention tied =
      random_layer(resolved({.d_model = 8, .num_heads = 4, .num_kv_heads = 2, .tie_heads = true}));
  MultiHeadAttention multi_query =
      random_layer(resolved({.d_model = 6, .num_heads = 2, .num_kv_heads = 1}));
  MultiHeadAttention summed = random_layer(
      resolved({.d_model = 8, .num_heads = 4, .num_kv_heads = 2, .combine = Combine::kSum}));
  const Tensor wide = random_normal({4, 8}, 1), wide_token = random_normal({1, 8}, 1);
  LatentAttention latent({.d_model = 6, .num_heads = 1, .d_head = 3, .d_latent = 4});
  const auto field = [&](IdentityName identity, MultiHeadAttention& layer, const Tensor& input,
                         const IdentityOptions& options) {
    return catch_error<ConfigError>(
               [&] { identity_sides(identity, layer, input, options, IdentityMode::kBroken); })
        .field;
  };

  EXPECT_EQ(field(IdentityName::kConcatIsSumOfSlices, one, x, {}), "num_heads");
  EXPECT_EQ(field(IdentityName::kTiedIsOneNarrowHead, one, x, {}), "num_heads");
  EXPECT_EQ(field(IdentityName::kGroupedIsCopiedMultiHead, one, x, {}), "num_kv_heads");
  EXPECT_EQ(field(IdentityName::kGroupedIsCopiedMultiHead, two, x, {}), "num_kv_heads");
  EXPECT_EQ(field(IdentityName::kConcatIsSumOfSlices, tied, wide, {}), "tie_heads");
  EXPECT_EQ(field(IdentityName::kGroupedIsCopiedMultiHead, tied, wide, {}), "tie_heads");
  EXPECT_EQ(field(IdentityName::kConcatIsSumOfSlices, multi_query, token, {}), "x");
  EXPECT_EQ(field(IdentityName::kGroupedIsCopiedMultiHead, summed, wide_token, {}), "x");
  EXPECT_EQ(field(IdentityName::kPermutationMoves, two, x, {.order = {0, 1, 2, 3}}), "order");
  EXPECT_EQ(field(IdentityName::kFutureDoesNotMatter, two, token, {}), "x");
  EXPECT_EQ(field(IdentityName::kOnlineIsPlainSoftmax, two, x, {.tile = {1, 4}}), "tile.keys");
  EXPECT_EQ(field(IdentityName::kCachedIsFull, two, token, {}), "x");
  EXPECT_EQ(field(IdentityName::kPagedIsFull, two, x, {.page_size = 4}), "page_size");
  EXPECT_EQ(field(IdentityName::kPagedIsFull, two, x, {}), "page_size");
  EXPECT_EQ(field(IdentityName::kChunkedIsFull, two, x, {.chunks = {4}}), "chunks");
  expect_config_error([&] { absorbed_sides(latent, x, IdentityMode::kBroken); }, "num_heads",
                      "absorbed_is_expanded: there is nothing to break: one head has no neighbour");
  expect_config_error(
      [&] { identity_sides(IdentityName::kCachedIsFull, two, token, {}, IdentityMode::kBroken); },
      "x", "cached_is_full: there is nothing to break: one token of x has no past");
}

}  // namespace
}  // namespace manyheads::identity_sides_test
