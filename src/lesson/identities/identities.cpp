#include "lesson/identities/identities.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>

#include "kv_cache/kv_cache.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/error.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

bool is_key_or_value(WeightName name) {
  return name == WeightName::kWk || name == WeightName::kWv || name == WeightName::kBk ||
         name == WeightName::kBv;
}

/// So many query heads read each key/value head.
std::size_t group_size(const AttentionConfig& config) {
  return static_cast<std::size_t>(config.num_heads / config.num_kv_heads);
}

/// What query head `head` uses of a weight: its columns of a projection or bias, its rows of W_O.
Tensor of_head(const AttentionConfig& config, const AttentionWeights& weights, WeightName name,
               std::size_t head) {
  const Tensor& weight = *weights[name];
  if (is_key_or_value(name)) head /= group_size(config);
  std::array<AxisRange, 2> ranges;
  const std::size_t axis = name == WeightName::kWo ? 0 : weight.dimension() - 1;
  ranges[axis].start = static_cast<std::int64_t>(head * config.d_head);
  ranges[axis].stop = static_cast<std::int64_t>((head + 1) * config.d_head);
  return slice(weight, std::span(ranges).first(axis + 1));
}

/// All that one head uses. b_o belongs to none.
AttentionWeights weights_of_head(const AttentionConfig& config, const AttentionWeights& weights,
                                 std::size_t head) {
  AttentionWeights own;
  for (const WeightName name : kWeightNames) {
    if (weights[name] && name != WeightName::kBo) own[name] = of_head(config, weights, name, head);
  }
  return own;
}

/// Columns in blocks of d_head, of which the result's block h is the weight's block source_of(h).
template <typename Source>
Tensor with_blocks(const Tensor& weight, std::size_t blocks, std::size_t d_head,
                   const Source& source_of) {
  const std::size_t width = weight.shape().back();
  Shape shape = shape_of(weight);
  shape.back() = blocks * d_head;
  Tensor copied = make_tensor(shape, "a copied weight");
  float* to = copied.data();
  for (const float* row = weight.data(); row != weight.data() + weight.size(); row += width) {
    for (std::size_t h = 0; h < blocks; ++h) {
      to = std::copy_n(row + source_of(h) * d_head, d_head, to);
    }
  }
  return copied;
}

/// [.., G * D] -> [.., H * D]: every head of a group gets its group's columns, 0 0 1 1; broken:
/// those of the other order of copying, 0 1 0 1.
Tensor copied_to_heads(const Tensor& weight, const AttentionConfig& config, Holds holds) {
  const std::size_t group = group_size(config), G = config.num_kv_heads;
  return with_blocks(weight, config.num_heads, config.d_head,
                     [&](std::size_t h) { return holds == Holds::kYes ? h / group : h % G; });
}

AttentionConfig with_one_head(AttentionConfig config) {
  config.num_heads = config.num_kv_heads = 1;
  return config;
}

void require_slices_of_wo(std::string_view identity, const AttentionConfig& config) {
  if (config.combine != Combine::kConcat) {
    throw ConfigError("combine",
                      {identity, ": combine must be 'concat', or W_O has no slice for each head"});
  }
  if (!config.output_projection) {
    throw ConfigError("output_projection",
                      {identity, ": output_projection must be true, or there is no W_O"});
  }
}

void require_chunks_of(std::size_t T, std::span<const std::int64_t> chunks) {
  auto left = static_cast<std::int64_t>(T);
  bool fit = true;
  for (const std::int64_t count : chunks) {
    fit = fit && count > 0 && count <= left;
    if (fit) left -= count;
  }
  if (fit && left == 0) return;
  throw ConfigError("chunks", {"cached_is_full: chunks must be at least 1 each, and together the ",
                               T, " tokens of x"});
}

void require_permutation_of(std::size_t T, std::span<const std::int64_t> order) {
  bool each_once = order.size() == T;
  for (std::size_t t = 0; each_once && t < T; ++t) {
    each_once = std::count(order.begin(), order.end(), static_cast<std::int64_t>(t)) == 1;
  }
  if (each_once) return;
  throw ConfigError("order", {"permutation_moves: order must name each of the ", T,
                              " tokens of x once, counted from 0"});
}

/// The axis of the tokens in [B, T, width] and [T, width].
std::size_t token_axis(const Tensor& x) { return x.dimension() - 2; }

/// `count` tokens of each batch row.
void copy_tokens(const Tensor& from, std::size_t first, std::size_t count, Tensor& to,
                 std::size_t place) {
  const std::size_t width = from.shape().back();
  const std::size_t row = from.shape()[token_axis(from)] * width;
  const std::size_t row_there = to.shape()[token_axis(to)] * width;
  for (std::size_t b = 0; b < from.size() / row; ++b) {
    std::copy_n(from.data() + b * row + first * width, count * width,
                to.data() + b * row_there + place * width);
  }
}

/// Token order[t] at place t.
Tensor in_order(const Tensor& x, std::span<const std::int64_t> order) {
  Tensor moved = x;
  for (std::size_t t = 0; t < order.size(); ++t) {
    copy_tokens(x, static_cast<std::size_t>(order[t]), 1, moved, t);
  }
  return moved;
}

/// Each number another, whatever it was.
Tensor others_than(Tensor x) {
  for (float& value : elements(x)) value = value > 0.0f ? -1.0f : 1.0f;
  return x;
}

/// For the other side's output: what is left out shows.
Tensor all_nan(const Shape& shape) {
  Tensor x = make_tensor(shape, "the output");
  x.fill(std::numeric_limits<float>::quiet_NaN());
  return x;
}

Tensor reversed(const Tensor& x) {
  std::vector<std::int64_t> order(x.shape()[token_axis(x)]);
  std::iota(order.rbegin(), order.rend(), 0);
  return in_order(x, order);
}

/// What can only be broken where there are several.
void require_several(Holds holds, std::string_view identity, std::string_view field,
                     std::size_t found, std::string_view why) {
  if (holds == Holds::kYes || found > 1) return;
  throw ConfigError(field,
                    {identity, ": with ", field, " ", found, " there is nothing to break: ", why});
}

double difference(const Sides& sides) { return largest_difference(sides.left, sides.right); }

Sides concat_sides(MultiHeadAttention& layer, const Tensor& x, Holds holds) {
  const AttentionConfig& config = layer.config();
  require_slices_of_wo("concat_is_sum_of_slices", config);
  require_several(holds, "concat_is_sum_of_slices", "num_heads", config.num_heads,
                  "no two heads can have each other's rows of W_O");
  Sides sides{.left = layer.forward(x), .right = make_tensor({}, "the sum")};

  const AttentionWeights weights = layer.weights();
  sides.right.fill(0.0f);
  for (std::size_t h = 0; h < config.num_heads; ++h) {
    AttentionWeights own = weights_of_head(config, weights, h);
    if (holds == Holds::kBroken && h < 2) {
      own[WeightName::kWo] = of_head(config, weights, WeightName::kWo, 1 - h);
    }
    MultiHeadAttention head(with_one_head(config), std::move(own));
    sides.right = add(sides.right, head.forward(x));
  }
  if (weights[WeightName::kBo]) sides.right = add(sides.right, *weights[WeightName::kBo]);
  return sides;
}

Sides tied_sides(MultiHeadAttention& layer, const Tensor& x, Holds holds) {
  AttentionConfig config = layer.config();
  require_slices_of_wo("tied_is_one_narrow_head", config);
  require_several(holds, "tied_is_one_narrow_head", "num_heads", config.num_heads,
                  "the mean of one slice of W_O is its sum");
  config.tie_heads = true;
  MultiHeadAttention tied = layer.with(config);

  const AttentionWeights weights = tied.weights();
  AttentionWeights narrow = weights_of_head(config, weights, 0);
  Tensor& sum = *narrow[WeightName::kWo];
  for (std::size_t h = 1; h < config.num_heads; ++h) {
    sum = add(sum, of_head(config, weights, WeightName::kWo, h));
  }
  if (holds == Holds::kBroken) {
    for (float& value : elements(sum)) value /= static_cast<float>(config.num_heads);
  }
  narrow[WeightName::kBo] = weights[WeightName::kBo];
  MultiHeadAttention head(with_one_head(config), std::move(narrow));
  return {.left = tied.forward(x), .right = head.forward(x)};
}

Sides grouped_sides(MultiHeadAttention& layer, const Tensor& x, Holds holds) {
  AttentionConfig config = layer.config();
  require_several(holds, "grouped_is_copied_multi_head", "num_kv_heads", config.num_kv_heads,
                  "all heads read the same one");
  if (holds == Holds::kBroken && group_size(config) == 1) {
    throw ConfigError("num_kv_heads",
                      {"grouped_is_copied_multi_head: with num_kv_heads ", config.num_kv_heads,
                       " there is nothing to break: every head has its own"});
  }
  AttentionWeights weights = layer.weights();
  for (const WeightName name : kWeightNames) {
    if (!weights[name] || !is_key_or_value(name)) continue;
    weights[name] = copied_to_heads(*weights[name], config, holds);
  }
  config.num_kv_heads = config.num_heads;
  config.tie_heads = false;
  MultiHeadAttention multi_head(config, std::move(weights));
  return {.left = layer.forward(x), .right = multi_head.forward(x)};
}

Sides online_sides(MultiHeadAttention& layer, const Tensor& x, Tile tile, Holds holds) {
  const std::size_t S = checked_shape(layer.config(), x, {}, "online_is_plain_softmax").S;
  if (holds == Holds::kBroken && tile.keys >= S) {
    throw ConfigError("tile.keys", {"online_is_plain_softmax: with tile.keys ", tile.keys,
                                    " there is nothing to break: one tile has all ", S, " keys"});
  }
  const Rescale rescale = holds == Holds::kYes ? Rescale::kWhenTheMaximumRises : Rescale::kNever;
  return {.left = layer.forward(x, {.kernel = Kernel::kReference}),
          .right = layer.trace_online(x, tile, {}, rescale).output};
}

/// What the cache holds before a step.
enum class Past { kKept, kForgotten };

/// The outputs of all tokens, that pass through a cache chunk by chunk.
Tensor through_cache(MultiHeadAttention& layer, const Tensor& x, const ForwardShape& run,
                     std::span<const std::int64_t> chunks, Size page_size,
                     Past past = Past::kKept) {
  // Not owned: the cache goes before the layer does.
  const std::shared_ptr<CachedLayer> borrowed(std::shared_ptr<CachedLayer>(), &layer);
  KvCache cache(borrowed, {.batch = run.B, .capacity = run.T, .page_size = page_size});
  Tensor all, output;
  std::size_t first = 0;
  for (const std::int64_t count : chunks) {
    const auto tokens = static_cast<std::size_t>(count);
    Shape shape = shape_of(x);
    shape[token_axis(x)] = tokens;
    Tensor chunk = make_tensor(shape, "a chunk");
    copy_tokens(x, first, tokens, chunk, 0);
    if (past == Past::kForgotten) cache.reset();
    cache.step(chunk, output);
    if (first == 0) {
      shape = shape_of(output);
      shape[token_axis(x)] = run.T;
      all = all_nan(shape);
    }
    copy_tokens(output, 0, tokens, all, first);
    first += tokens;
  }
  return all;
}

std::vector<std::int64_t> one_by_one(std::size_t T) { return std::vector<std::int64_t>(T, 1); }

Sides cached_sides(MultiHeadAttention& layer, const Tensor& x, std::string_view identity,
                   std::span<const std::int64_t> chunks, Size page_size, Past past) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, identity);
  require_chunks_of(run.T, chunks);
  return {.left = layer.forward(x, {.causal = true}),
          .right = through_cache(layer, x, run, chunks, page_size, past)};
}

/// In one piece per page, token by token. Broken: the tokens after the first page find another
/// sequence's keys and values in it.
Sides paged_sides(MultiHeadAttention& layer, const Tensor& x, Size page_size, Holds holds) {
  constexpr std::string_view kName = "paged_is_full";
  const ForwardShape run = checked_shape(layer.config(), x, {}, kName);
  if (page_size == 0) {
    throw ConfigError("page_size", {kName, ": page_size must be at least 1"});
  }
  const auto chunks = one_by_one(run.T);
  Sides sides = cached_sides(layer, x, kName, chunks, page_size, Past::kKept);
  if (holds == Holds::kYes) return sides;
  if (page_size >= run.T) {
    throw ConfigError("page_size",
                      {kName, ": with page_size ", page_size,
                       " there is nothing to break: one page has all ", run.T, " tokens"});
  }
  Tensor mixed = x;
  copy_tokens(reversed(x), 0, page_size, mixed, 0);
  const Tensor wrong = through_cache(layer, mixed, run, chunks, page_size);
  copy_tokens(wrong, page_size, run.T - page_size, sides.right, page_size);
  return sides;
}

Sides permutation_sides(MultiHeadAttention& layer, const Tensor& x,
                        std::span<const std::int64_t> order, Holds holds) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, "permutation_moves");
  require_permutation_of(run.T, order);
  const ForwardOptions options{.causal = holds == Holds::kBroken};
  return {.left = layer.forward(in_order(x, order), options),
          .right = in_order(layer.forward(x, options), order)};
}

Sides future_sides(MultiHeadAttention& layer, const Tensor& x, Holds holds) {
  const ForwardOptions options{.causal = holds == Holds::kYes};
  Sides sides{.left = layer.forward(x, options), .right = {}};
  const Tensor others = others_than(x);
  Tensor changed = x;
  sides.right = all_nan(shape_of(sides.left));
  for (std::size_t t = x.shape()[token_axis(x)]; t-- > 0;) {  // all tokens after t are others
    copy_tokens(layer.forward(changed, options), t, 1, sides.right, t);
    copy_tokens(others, t, 1, changed, t);
  }
  return sides;
}

}  // namespace

double concat_is_sum_of_slices(MultiHeadAttention& layer, const Tensor& x) {
  return difference(concat_sides(layer, x, Holds::kYes));
}

double tied_is_one_narrow_head(MultiHeadAttention& layer, const Tensor& x) {
  return difference(tied_sides(layer, x, Holds::kYes));
}

double grouped_is_copied_multi_head(MultiHeadAttention& layer, const Tensor& x) {
  return difference(grouped_sides(layer, x, Holds::kYes));
}

double online_is_plain_softmax(MultiHeadAttention& layer, const Tensor& x, Tile tile) {
  return difference(online_sides(layer, x, tile, Holds::kYes));
}

double cached_is_full(MultiHeadAttention& layer, const Tensor& x,
                      std::span<const std::int64_t> chunks, Size page_size) {
  return difference(cached_sides(layer, x, "cached_is_full", chunks, page_size, Past::kKept));
}

double absorbed_is_expanded(LatentAttention& layer, const Tensor& x) {
  return difference(absorbed_sides(layer, x));
}

double permutation_moves(MultiHeadAttention& layer, const Tensor& x,
                         std::span<const std::int64_t> order) {
  return difference(permutation_sides(layer, x, order, Holds::kYes));
}

double future_does_not_matter(MultiHeadAttention& layer, const Tensor& x) {
  return difference(future_sides(layer, x, Holds::kYes));
}

Sides identity_sides(IdentityName identity, MultiHeadAttention& layer, const Tensor& x,
                     const IdentityOptions& options, Holds holds) {
  const Past past = holds == Holds::kYes ? Past::kKept : Past::kForgotten;
  switch (identity) {
    case IdentityName::kConcatIsSumOfSlices:
      return concat_sides(layer, x, holds);
    case IdentityName::kTiedIsOneNarrowHead:
      return tied_sides(layer, x, holds);
    case IdentityName::kGroupedIsCopiedMultiHead:
      return grouped_sides(layer, x, holds);
    case IdentityName::kOnlineIsPlainSoftmax:
      return online_sides(layer, x, options.tile, holds);
    case IdentityName::kCachedIsFull: {
      const ForwardShape run = checked_shape(layer.config(), x, {}, "cached_is_full");
      require_several(holds, "cached_is_full", "x", run.T, "one token has no past");
      return cached_sides(layer, x, "cached_is_full", one_by_one(run.T), 0, past);
    }
    case IdentityName::kPagedIsFull:
      return paged_sides(layer, x, options.page_size, holds);
    case IdentityName::kChunkedIsFull:
      require_several(holds, "cached_is_full", "chunks", options.chunks.size(),
                      "one chunk has no past");
      return cached_sides(layer, x, "cached_is_full", options.chunks, 0, past);
    case IdentityName::kPermutationMoves:
      return permutation_sides(layer, x, options.order, holds);
    case IdentityName::kFutureDoesNotMatter:
      break;
  }
  return future_sides(layer, x, holds);
}

Sides absorbed_sides(LatentAttention& layer, const Tensor& x, Holds holds) {
  const LatentAttentionConfig& config = layer.config();
  require_several(holds, "absorbed_is_expanded", "num_heads", config.num_heads,
                  "the only head has no neighbour");
  Sides sides{.left = layer.forward(x, {.absorbed = true}), .right = {}};
  if (holds == Holds::kYes) {
    sides.right = layer.forward(x);
    return sides;
  }
  LatentAttentionWeights weights = layer.weights();
  Tensor& wuv = *weights[LatentWeightName::kWuv];
  const std::size_t H = config.num_heads;
  wuv = with_blocks(wuv, H, config.d_head, [&](std::size_t h) { return (h + 1) % H; });
  sides.right = LatentAttention(config, std::move(weights)).forward(x);
  return sides;
}

}  // namespace manyheads
