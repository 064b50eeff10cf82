#pragma once
/// Equations that hold in attention for every layer and every input. Each function computes both
/// sides of its identity and returns the largest |difference| between their outputs. Only rounding
/// makes a difference, about 1e-6 for outputs near 1. It is NaN where either side holds NaN. All
/// functions throw what forward throws, and ConfigError naming a setting for which the identity
/// does not exist.

#include <cstdint>
#include <span>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "fields/choices.hpp"
#include "fields/results.hpp"
#include "latent_attention/latent_attention.hpp"
#include "lesson/schedules/attend_online_softmax.hpp"

namespace manyheads {

/// Concatenated heads times W_O = the sum of each head times its own rows of W_O. The right side
/// runs each head as a layer of its own, with its columns and rows.
/// @throws ConfigError naming combine or output_projection where heads have no rows of W_O, and
///         positions for ALiBi, whose slopes depend on the index of a head
/// @see Elhage et al. 2021, "Attention heads are independent and additive"
double concat_is_sum_of_slices(MultiHeadAttention& layer, const Tensor& x);

/// H tied heads = one head of the same width whose W_O is the sum of the H slices: more tied heads
/// gain nothing. If the heads of the layer are not tied, every head gets head 0's projections
/// first.
/// @throws ConfigError as concat_is_sum_of_slices does
double tied_is_one_narrow_head(MultiHeadAttention& layer, const Tensor& x);

/// Grouped-query attention = multi-head attention in which the heads of a group have copies of the
/// same W_K and W_V. If there are as many key/value heads as heads, both sides are the same layer,
/// unless heads are tied: the right side then has a copy for each head.
/// @see Ainslie et al. 2023, section 2.2
double grouped_is_copied_multi_head(MultiHeadAttention& layer, const Tensor& x);

/// A softmax that sees its row tile after tile = a softmax that sees all of it.
/// @throws ConfigError for a tile without queries or keys
/// @see Milakov & Gimelshein 2018, theorem 1
double online_is_plain_softmax(MultiHeadAttention& layer, const Tensor& x, Tile tile);

/// Tokens that run through a cache chunk by chunk = all tokens at once under a causal mask.
/// @param chunks     tokens of each step
/// @param page_size  tokens per page of the cache; 0: contiguous
/// @throws ConfigError naming chunks unless each is at least 1 and they add up to the tokens of x
double cached_is_full(MultiHeadAttention& layer, const Tensor& x,
                      std::span<const std::int64_t> chunks, Size page_size = 0);

/// Latent attention whose heads attend to the latents directly, with W_UK applied to the queries
/// and W_UV to the outputs = latent attention that computes every head's keys and values.
/// @see DeepSeek-AI 2024 (DeepSeek-V2), section 2.1.2
double absorbed_is_expanded(LatentAttention& layer, const Tensor& x);

/// Tokens in another order give the outputs in that order: without a mask, attention does not
/// depend on positions.
/// @param order  token order[t] moves to position t
/// @throws ConfigError naming order unless it names each token once, and positions for ALiBi
double permutation_moves(MultiHeadAttention& layer, const Tensor& x,
                         std::span<const std::int64_t> order);

/// Under a causal mask output t does not depend on the tokens after t: besides x, T runs in which
/// all tokens after t are replaced. Exactly 0 where all numbers are finite: the same terms are
/// summed in the same order, and a later token's term is 0 times its value.
double future_does_not_matter(MultiHeadAttention& layer, const Tensor& x);

/// The identities whose two sides can be shown. cached_is_full counts as three: token by token, in
/// pages, and in chunks.
enum class IdentityName : std::uint8_t {
  kConcatIsSumOfSlices,
  kTiedIsOneNarrowHead,
  kGroupedIsCopiedMultiHead,
  kOnlineIsPlainSoftmax,
  kCachedIsFull,
  kPagedIsFull,
  kChunkedIsFull,
  kPermutationMoves,
  kFutureDoesNotMatter,
};
template <>
inline constexpr auto kChoices<IdentityName> =
    choices("concat_is_sum_of_slices", "tied_is_one_narrow_head", "grouped_is_copied_multi_head",
            "online_is_plain_softmax", "cached_is_full", "paged_is_full", "chunked_is_full",
            "permutation_moves", "future_does_not_matter");

/// Options that only some identities use.
struct IdentityOptions {
  Tile tile = {};                         ///< kOnlineIsPlainSoftmax
  std::vector<std::int64_t> chunks = {};  ///< kChunkedIsFull
  Size page_size = 0;                     ///< kPagedIsFull
  std::vector<std::int64_t> order = {};   ///< kPermutationMoves
};

template <>
inline constexpr auto kFields<IdentityOptions> =
    fields(field::size<&IdentityOptions::page_size>("page_size"));

/// Whether the identity holds, or one of its sides has a typical mistake.
enum class IdentityMode { kHolds, kBroken };

/// The outputs of both sides, [B, T, d_model], or as a layer without an output projection returns
/// them. If the identity is broken, `right` is the side with the mistake, unless both sides need
/// it.
struct Sides {
  Tensor left, right;
};
template <>
inline constexpr auto kResults<Sides> = results(result<&Sides::left>("left"),
                                                result<&Sides::right>("right"));

/// Computes both sides of an identity. With kBroken:
/// - kConcatIsSumOfSlices: heads 0 and 1 swap their rows of W_O;
/// - kTiedIsOneNarrowHead: the mean of the slices of W_O, not their sum;
/// - kGroupedIsCopiedMultiHead: copies in the order 0 1 0 1, tiled, not 0 0 1 1, repeated;
/// - kOnlineIsPlainSoftmax (left is plain): nothing is rescaled when the maximum rises;
/// - kCachedIsFull, kChunkedIsFull (left is full): the cache is reset before each step, so each
///   token or chunk is alone;
/// - kPagedIsFull (left is full): the first page holds the keys and values of another sequence:
///   x's tokens in reverse order;
/// - kPermutationMoves: both sides are causal, so the order matters;
/// - kFutureDoesNotMatter: neither side is causal.
/// @throws as the identity; ConfigError where there is nothing to break: one head (num_heads) or
///         tied ones (tie_heads), no groups or one (num_kv_heads), one tile (tile.keys), one chunk
///         (chunks), one page (page_size), one token (x), an order that moves nothing (order)
Sides identity_sides(IdentityName identity, MultiHeadAttention& layer, const Tensor& x,
                     const IdentityOptions& options = {}, IdentityMode mode = IdentityMode::kHolds);

/// Both sides of absorbed_is_expanded: left is absorbed. With kBroken each head has its neighbour's
/// W_UV.
/// @throws as absorbed_is_expanded; ConfigError for one head, which has no neighbour
Sides absorbed_sides(LatentAttention& layer, const Tensor& x,
                     IdentityMode mode = IdentityMode::kHolds);

}  // namespace manyheads
