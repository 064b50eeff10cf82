#include "identities/identities.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
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

/// [.., G * D] -> [.., H * D]: every head of a group gets its group's columns.
Tensor copied_to_group(const Tensor& weight, const AttentionConfig& config) {
  const auto d_head = static_cast<std::size_t>(config.d_head);
  const std::size_t group = group_size(config);
  Shape shape = shape_of(weight);
  shape.back() = heads_width(config);
  Tensor copied = make_tensor(shape, "a copied weight");
  for (std::size_t i = 0; i < copied.size(); ++i) {
    copied.data()[i] = weight.data()[i / d_head / group * d_head + i % d_head];
  }
  return copied;
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

}  // namespace

double concat_is_sum_of_slices(MultiHeadAttention& layer, const Tensor& x) {
  const AttentionConfig& config = layer.config();
  require_slices_of_wo("concat_is_sum_of_slices", config);
  const Tensor side_by_side = layer.forward(x);

  const AttentionWeights weights = layer.weights();
  Tensor sum = make_tensor({}, "the sum");
  sum.fill(0.0f);
  for (std::size_t h = 0; h < config.num_heads; ++h) {
    MultiHeadAttention head(with_one_head(config), weights_of_head(config, weights, h));
    sum = add(sum, head.forward(x));
  }
  if (weights[WeightName::kBo]) sum = add(sum, *weights[WeightName::kBo]);
  return largest_difference(side_by_side, sum);
}

double tied_is_one_narrow_head(MultiHeadAttention& layer, const Tensor& x) {
  AttentionConfig config = layer.config();
  require_slices_of_wo("tied_is_one_narrow_head", config);
  config.tie_heads = true;
  MultiHeadAttention tied = layer.with(config);

  const AttentionWeights weights = tied.weights();
  AttentionWeights narrow = weights_of_head(config, weights, 0);
  Tensor& sum = *narrow[WeightName::kWo];
  for (std::size_t h = 1; h < config.num_heads; ++h) {
    sum = add(sum, of_head(config, weights, WeightName::kWo, h));
  }
  narrow[WeightName::kBo] = weights[WeightName::kBo];
  MultiHeadAttention head(with_one_head(config), std::move(narrow));
  return largest_difference(tied.forward(x), head.forward(x));
}

double grouped_is_copied_multi_head(MultiHeadAttention& layer, const Tensor& x) {
  AttentionConfig config = layer.config();
  AttentionWeights weights = layer.weights();
  for (const WeightName name : kWeightNames) {
    if (!weights[name] || !is_key_or_value(name)) continue;
    weights[name] = copied_to_group(*weights[name], config);
  }
  config.num_kv_heads = config.num_heads;
  config.tie_heads = false;
  MultiHeadAttention multi_head(config, std::move(weights));
  return largest_difference(layer.forward(x), multi_head.forward(x));
}

double online_is_plain_softmax(MultiHeadAttention& layer, const Tensor& x, Tile tile) {
  const Tensor online = layer.trace_online(x, tile).output;
  return largest_difference(online, layer.forward(x, {.kernel = Kernel::kReference}));
}

double cached_is_full(MultiHeadAttention& layer, const Tensor& x,
                      std::span<const std::int64_t> chunks, Size page_size) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, "cached_is_full");
  require_chunks_of(run.T, chunks);
  // Not owned: the cache goes before the layer does.
  const std::shared_ptr<CachedLayer> borrowed(std::shared_ptr<CachedLayer>(), &layer);
  KvCache cache(borrowed, {.batch = run.B, .capacity = run.T, .page_size = page_size});
  const Tensor full = layer.forward(x, {.causal = true});
  Tensor cached = all_nan(shape_of(full)), output;
  for (const std::int64_t count : chunks) {
    const std::size_t first = cache.length(), tokens = static_cast<std::size_t>(count);
    Shape shape = shape_of(x);
    shape[token_axis(x)] = tokens;
    Tensor chunk = make_tensor(shape, "a chunk");
    copy_tokens(x, first, tokens, chunk, 0);
    cache.step(chunk, output);
    copy_tokens(output, 0, tokens, cached, first);
  }
  return largest_difference(cached, full);
}

double absorbed_is_expanded(LatentAttention& layer, const Tensor& x) {
  return largest_difference(layer.forward(x, {.absorbed = true}), layer.forward(x));
}

double permutation_moves(MultiHeadAttention& layer, const Tensor& x,
                         std::span<const std::int64_t> order) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, "permutation_moves");
  require_permutation_of(run.T, order);
  return largest_difference(layer.forward(in_order(x, order)), in_order(layer.forward(x), order));
}

double future_does_not_matter(MultiHeadAttention& layer, const Tensor& x) {
  const Tensor output = layer.forward(x, {.causal = true});
  const Tensor others = others_than(x);
  Tensor changed = x, seen = all_nan(shape_of(output));
  for (std::size_t t = x.shape()[token_axis(x)]; t-- > 0;) {  // all tokens after t are others
    copy_tokens(layer.forward(changed, {.causal = true}), t, 1, seen, t);
    copy_tokens(others, t, 1, changed, t);
  }
  return largest_difference(output, seen);
}

}  // namespace manyheads
