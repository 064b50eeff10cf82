#include "lesson/identities/identities.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "lesson/identities/cached_sides.hpp"
#include "lesson/identities/head_weights.hpp"
#include "lesson/identities/token_order.hpp"
#include "lesson/schedules/trace_schedules.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

/// [.., G * D] -> [.., H * D]: copies each group's columns to its heads, 0 0 1 1. If broken, in the
/// order of tiling, 0 1 0 1.
Tensor copy_to_heads(const Tensor& weight, const AttentionConfig& config, IdentityMode mode) {
  const std::size_t group = group_size(config), G = config.num_kv_heads;
  std::vector<std::size_t> sources(config.num_heads);
  for (std::size_t h = 0; h < sources.size(); ++h) {
    sources[h] = mode == IdentityMode::kHolds ? h / group : h % G;
  }
  return rearrange_blocks(weight, sources, config.d_head);
}

AttentionConfig with_one_head(AttentionConfig config) {
  config.num_heads = config.num_kv_heads = 1;
  return config;
}

void require_wo_slices(std::string_view identity, const AttentionConfig& config) {
  if (config.combine != Combine::kConcat) {
    throw ConfigError("combine", {Name{identity},
                                  ": combine must be 'concat', or W_O has no slice for each head"});
  }
  if (!config.output_projection) {
    throw ConfigError("output_projection",
                      {Name{identity}, ": `output_projection` must be true, or there is no W_O"});
  }
}

/// With ALiBi the result depends on the index of a head and on the position of a token.
void require_no_positions(std::string_view identity, const AttentionConfig& config) {
  if (config.positions == ScorePositions::kNone) return;
  throw ConfigError("positions", {Name{identity}, ": positions must be 'none'"});
}

void require_permutation(std::size_t T, std::span<const std::int64_t> order) {
  const auto refuse = [T](Pieces found) {
    throw ConfigError("order", {"`permutation_moves`: order ", message(found),
                                ", wanted each of the ", T, " tokens of x once, from 0 on"});
  };
  if (order.size() != T) refuse({"has ", order.size(), " numbers"});
  for (const std::int64_t t : order) {
    if (t < 0 || t >= static_cast<std::int64_t>(T)) refuse({"has ", t});
    if (std::count(order.begin(), order.end(), t) > 1) refuse({"has ", t, " twice"});
  }
}

/// Replaces each number by a different one.
Tensor replace_numbers(Tensor x) {
  for (float& value : elements(x)) value = value > 0.0f ? -1.0f : 1.0f;
  return x;
}

/// An identity can only be broken if there are several heads, tokens or chunks.
/// @param why  what one of them cannot have
void require_several(IdentityMode mode, std::string_view identity, std::string_view field,
                     std::size_t count, std::string_view why) {
  if (mode == IdentityMode::kHolds || count != 1) return;
  throw ConfigError(field, {Name{identity}, ": there is nothing to break: ", why});
}

/// Tied heads have the same outputs, so a mistake between heads changes nothing.
void require_own_heads(IdentityMode mode, std::string_view identity,
                       const AttentionConfig& config) {
  if (mode == IdentityMode::kHolds || !config.tie_heads) return;
  throw ConfigError("tie_heads", {Name{identity}, ": with `tie_heads` there is nothing to break"});
}

/// T of x, [T, d_model] or [B, T, d_model]; 0 for an x that forward refuses.
std::size_t token_count(const Tensor& x) { return x.dimension() < 2 ? 0 : x.shape(token_axis(x)); }

double difference(const Sides& sides) { return largest_difference(sides.left, sides.right); }

Sides concat_sides(MultiHeadAttention& layer, const Tensor& x, IdentityMode mode) {
  const AttentionConfig& config = layer.config();
  require_wo_slices("concat_is_sum_of_slices", config);
  require_no_positions("concat_is_sum_of_slices", config);
  require_several(mode, "concat_is_sum_of_slices", "num_heads", config.num_heads,
                  "with one head no two can have each other's rows of W_O");
  require_own_heads(mode, "concat_is_sum_of_slices", config);
  if (config.num_kv_heads == 1) {
    require_several(mode, "concat_is_sum_of_slices", "x", token_count(x),
                    "all heads give the value of the only token");
  }
  Sides sides{.left = layer.forward(x), .right = Tensor(Tensor::shape_type(), 0.0f)};

  const AttentionWeights weights = layer.weights();
  for (std::size_t h = 0; h < config.num_heads; ++h) {
    AttentionWeights head_weights = weights_for_head(config, weights, h);
    if (mode == IdentityMode::kBroken && h < 2) {
      head_weights[WeightName::kWo] = slice_for_head(config, weights, WeightName::kWo, 1 - h);
    }
    MultiHeadAttention head(with_one_head(config), std::move(head_weights));
    sides.right = add(sides.right, head.forward(x));
  }
  if (weights[WeightName::kBo]) sides.right = add(sides.right, *weights[WeightName::kBo]);
  return sides;
}

Sides tied_sides(MultiHeadAttention& layer, const Tensor& x, IdentityMode mode) {
  AttentionConfig config = layer.config();
  require_wo_slices("tied_is_one_narrow_head", config);
  require_no_positions("tied_is_one_narrow_head", config);
  require_several(mode, "tied_is_one_narrow_head", "num_heads", config.num_heads,
                  "with one head the mean of the slices of W_O is their sum");
  config.tie_heads = true;
  MultiHeadAttention tied = layer.with(config);

  const AttentionWeights weights = tied.weights();
  AttentionWeights narrow = weights_for_head(config, weights, 0);
  Tensor& sum = *narrow[WeightName::kWo];
  for (std::size_t h = 1; h < config.num_heads; ++h) {
    sum = add(sum, slice_for_head(config, weights, WeightName::kWo, h));
  }
  if (mode == IdentityMode::kBroken) {
    for (float& value : elements(sum)) value /= static_cast<float>(config.num_heads);
  }
  narrow[WeightName::kBo] = weights[WeightName::kBo];
  MultiHeadAttention head(with_one_head(config), std::move(narrow));
  return {.left = tied.forward(x), .right = head.forward(x)};
}

Sides grouped_sides(MultiHeadAttention& layer, const Tensor& x, IdentityMode mode) {
  AttentionConfig config = layer.config();
  require_several(mode, "grouped_is_copied_multi_head", "num_kv_heads", config.num_kv_heads,
                  "with one key/value head all heads read the same one");
  require_own_heads(mode, "grouped_is_copied_multi_head", config);
  if (mode == IdentityMode::kBroken && group_size(config) == 1) {
    throw ConfigError("num_kv_heads",
                      {"`grouped_is_copied_multi_head`: with `num_kv_heads` ", config.num_kv_heads,
                       " there is nothing to break: every head has its own"});
  }
  if (config.combine != Combine::kConcat) {
    require_several(mode, "grouped_is_copied_multi_head", "x", token_count(x),
                    "the sum of the heads is the same in every order");
  }
  AttentionWeights weights = layer.weights();
  for (const WeightName name : kWeightNames) {
    if (!weights[name] || !is_key_or_value(name)) continue;
    weights[name] = copy_to_heads(*weights[name], config, mode);
  }
  config.num_kv_heads = config.num_heads;
  config.tie_heads = false;
  MultiHeadAttention multi_head(config, std::move(weights));
  return {.left = layer.forward(x), .right = multi_head.forward(x)};
}

Sides online_sides(MultiHeadAttention& layer, const Tensor& x, Tile tile, IdentityMode mode) {
  const std::size_t S = checked_shape(layer.config(), x, {}, "online_is_plain_softmax").S;
  if (mode == IdentityMode::kBroken && tile.keys >= S) {
    throw ConfigError("tile.keys", {"`online_is_plain_softmax`: with tile.keys ", tile.keys,
                                    " there is nothing to break: one tile has all ", S, " keys"});
  }
  const Rescale rescale =
      mode == IdentityMode::kHolds ? Rescale::kWhenTheMaximumRises : Rescale::kNever;
  return {.left = layer.forward(x, {.kernel = Kernel::kReference}),
          .right = trace_online(layer, x, tile, {}, rescale).output};
}

Sides permutation_sides(MultiHeadAttention& layer, const Tensor& x,
                        std::span<const std::int64_t> order, IdentityMode mode) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, "permutation_moves");
  require_permutation(run.T, order);
  require_no_positions("permutation_moves", layer.config());
  if (mode == IdentityMode::kBroken && std::is_sorted(order.begin(), order.end())) {
    throw ConfigError("order", "`permutation_moves`: with this order there is nothing to break");
  }
  const ForwardOptions options{.causal = mode == IdentityMode::kBroken};
  return {.left = layer.forward(reorder_tokens(x, order), options),
          .right = reorder_tokens(layer.forward(x, options), order)};
}

Sides future_sides(MultiHeadAttention& layer, const Tensor& x, IdentityMode mode) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, "future_does_not_matter");
  if (mode == IdentityMode::kBroken && run.T == 1) {
    throw ConfigError("x", "`future_does_not_matter`: with one token there is nothing to break");
  }
  const ForwardOptions options{.causal = mode == IdentityMode::kHolds};
  Sides sides{.left = layer.forward(x, options), .right = {}};
  const Tensor replaced = replace_numbers(x);
  Tensor changed = x;
  sides.right = fill_with_nan(shape_of(sides.left));
  for (std::size_t t = x.shape()[token_axis(x)]; t-- > 0;) {  // all tokens after t are replaced
    copy_tokens(layer.forward(changed, options), t, 1, sides.right, t);
    copy_tokens(replaced, t, 1, changed, t);
  }
  return sides;
}

}  // namespace

double concat_is_sum_of_slices(MultiHeadAttention& layer, const Tensor& x) {
  return difference(concat_sides(layer, x, IdentityMode::kHolds));
}

double tied_is_one_narrow_head(MultiHeadAttention& layer, const Tensor& x) {
  return difference(tied_sides(layer, x, IdentityMode::kHolds));
}

double grouped_is_copied_multi_head(MultiHeadAttention& layer, const Tensor& x) {
  return difference(grouped_sides(layer, x, IdentityMode::kHolds));
}

double online_is_plain_softmax(MultiHeadAttention& layer, const Tensor& x, Tile tile) {
  return difference(online_sides(layer, x, tile, IdentityMode::kHolds));
}

double cached_is_full(MultiHeadAttention& layer, const Tensor& x,
                      std::span<const std::int64_t> chunks, Size page_size) {
  return difference(
      cached_sides(layer, x, "cached_is_full", chunks, page_size, CacheUse::kKeepTokens));
}

double absorbed_is_expanded(LatentAttention& layer, const Tensor& x) {
  return difference(absorbed_sides(layer, x));
}

double permutation_moves(MultiHeadAttention& layer, const Tensor& x,
                         std::span<const std::int64_t> order) {
  return difference(permutation_sides(layer, x, order, IdentityMode::kHolds));
}

double future_does_not_matter(MultiHeadAttention& layer, const Tensor& x) {
  return difference(future_sides(layer, x, IdentityMode::kHolds));
}

Sides identity_sides(IdentityName identity, MultiHeadAttention& layer, const Tensor& x,
                     const IdentityOptions& options, IdentityMode mode) {
  const CacheUse use =
      mode == IdentityMode::kHolds ? CacheUse::kKeepTokens : CacheUse::kResetEachStep;
  switch (identity) {
    case IdentityName::kConcatIsSumOfSlices:
      return concat_sides(layer, x, mode);
    case IdentityName::kTiedIsOneNarrowHead:
      return tied_sides(layer, x, mode);
    case IdentityName::kGroupedIsCopiedMultiHead:
      return grouped_sides(layer, x, mode);
    case IdentityName::kOnlineIsPlainSoftmax:
      return online_sides(layer, x, options.tile, mode);
    case IdentityName::kCachedIsFull: {
      const ForwardShape run = checked_shape(layer.config(), x, {}, "cached_is_full");
      require_several(mode, "cached_is_full", "x", run.T, "one token of x has no past");
      return cached_sides(layer, x, "cached_is_full", single_tokens(run.T), 0, use);
    }
    case IdentityName::kPagedIsFull:
      return paged_sides(layer, x, options.page_size, mode);
    case IdentityName::kChunkedIsFull:
      require_several(mode, "chunked_is_full", "chunks", options.chunks.size(),
                      "one chunk has no past");
      return cached_sides(layer, x, "chunked_is_full", options.chunks, 0, use);
    case IdentityName::kPermutationMoves:
      return permutation_sides(layer, x, options.order, mode);
    case IdentityName::kFutureDoesNotMatter:
      break;
  }
  return future_sides(layer, x, mode);
}

Sides absorbed_sides(LatentAttention& layer, const Tensor& x, IdentityMode mode) {
  const LatentAttentionConfig& config = layer.config();
  require_several(mode, "absorbed_is_expanded", "num_heads", config.num_heads,
                  "one head has no neighbour");
  Sides sides{.left = layer.forward(x, {.absorbed = true}), .right = {}};
  if (mode == IdentityMode::kHolds) {
    sides.right = layer.forward(x);
    return sides;
  }
  LatentAttentionWeights weights = layer.weights();
  Tensor& wuv = *weights[LatentWeightName::kWuv];
  const std::size_t H = config.num_heads;
  std::vector<std::size_t> neighbours(H);
  for (std::size_t h = 0; h < H; ++h) neighbours[h] = (h + 1) % H;
  wuv = rearrange_blocks(wuv, neighbours, config.d_head);
  sides.right = LatentAttention(config, std::move(weights)).forward(x);
  return sides;
}

}  // namespace manyheads
