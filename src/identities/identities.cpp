#include "identities/identities.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "kv_cache/kv_cache.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/error.hpp"
#include "tensor/rearrange.hpp"
#include "tensor/reduce.hpp"

namespace manyheads {
namespace {

/// `count` indices of one axis, from `first` on.
Tensor part_of(const Tensor& x, std::size_t axis, std::size_t first, std::size_t count) {
  std::vector<AxisRange> ranges(axis + 1);
  ranges[axis].start = static_cast<std::int64_t>(first);
  ranges[axis].stop = static_cast<std::int64_t>(first + count);
  return slice(x, ranges);
}

Tensor joined(const std::vector<Tensor>& parts, std::size_t axis) {
  std::vector<const Tensor*> pointers;
  for (const Tensor& part : parts) pointers.push_back(&part);
  return concatenate(pointers, static_cast<std::int64_t>(axis));
}

bool is_key_or_value(WeightName name) {
  return name == WeightName::kWk || name == WeightName::kWv || name == WeightName::kBk ||
         name == WeightName::kBv;
}

/// What query head `head` uses of a weight: its columns of a projection or bias, its rows of W_O.
Tensor of_head(const AttentionConfig& config, const AttentionWeights& weights, WeightName name,
               std::size_t head) {
  const Tensor& weight = *weights[name];
  const auto d_head = static_cast<std::size_t>(config.d_head);
  const auto group = static_cast<std::size_t>(config.num_heads / config.num_kv_heads);
  return part_of(weight, name == WeightName::kWo ? 0 : weight.dimension() - 1,
                 (is_key_or_value(name) ? head / group : head) * d_head, d_head);
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

void require_chunks_of(Size T, std::span<const Size> chunks) {
  Size left = T;
  bool fit = true;
  for (const Size count : chunks) {
    fit = fit && count > 0 && count <= left;
    if (fit) left -= count;
  }
  if (fit && left == 0) return;
  throw ConfigError("chunks", {"cached_is_full: chunks must be at least 1 each, and together the ",
                               T, " tokens of x"});
}

void require_permutation_of(std::size_t T, std::span<const std::int64_t> order) {
  std::vector<bool> named(T);
  for (const std::int64_t t : order) {
    if (t >= 0 && t < static_cast<std::int64_t>(T)) named[static_cast<std::size_t>(t)] = true;
  }
  if (order.size() == T && std::find(named.begin(), named.end(), false) == named.end()) return;
  throw ConfigError("order", {"permutation_moves: order must name each of the ", T,
                              " tokens of x once, counted from 0"});
}

/// Token order[t] at place t. x is [B, T, width] or [T, width].
Tensor in_order(const Tensor& x, std::span<const std::int64_t> order) {
  const std::size_t width = x.shape().back(), T = order.size();
  Tensor moved = x;
  for (std::size_t row = 0; row < x.size() / width; ++row) {
    const std::size_t from = row / T * T + static_cast<std::size_t>(order[row % T]);
    std::copy_n(x.data() + from * width, width, moved.data() + row * width);
  }
  return moved;
}

/// Token t of each batch row becomes another, whatever it was.
void replace_token(Tensor& x, std::size_t T, std::size_t t) {
  const std::size_t width = x.shape().back();
  for (std::size_t row = t; row < x.size() / width; row += T) {
    for (float& value : elements(x).subspan(row * width, width)) value = value > 0 ? -1.0f : 1.0f;
  }
}

/// The axis of the tokens.
std::size_t token_axis(const Tensor& x) { return x.dimension() - 2; }

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
  const Tensor slices =
      reshape(*weights[WeightName::kWo], std::vector{static_cast<std::int64_t>(config.num_heads),
                                                     static_cast<std::int64_t>(config.d_head),
                                                     static_cast<std::int64_t>(config.d_model)});
  narrow[WeightName::kWo] = manyheads::reduce(slices, Reduction::kSum, 0, false);
  narrow[WeightName::kBo] = weights[WeightName::kBo];
  MultiHeadAttention head(with_one_head(config), std::move(narrow));
  return largest_difference(tied.forward(x), head.forward(x));
}

double grouped_is_copied_multi_head(MultiHeadAttention& layer, const Tensor& x) {
  AttentionConfig config = layer.config();
  const AttentionWeights weights = layer.weights();
  AttentionWeights copied = weights;
  for (const WeightName name : kWeightNames) {
    if (!weights[name] || !is_key_or_value(name)) continue;
    std::vector<Tensor> heads;
    for (std::size_t h = 0; h < config.num_heads; ++h) {
      heads.push_back(of_head(config, weights, name, h));
    }
    copied[name] = joined(heads, weights[name]->dimension() - 1);
  }
  config.num_kv_heads = config.num_heads;
  config.tie_heads = false;
  MultiHeadAttention multi_head(config, std::move(copied));
  return largest_difference(layer.forward(x), multi_head.forward(x));
}

double online_is_plain_softmax(MultiHeadAttention& layer, const Tensor& x, Tile tile) {
  const Tensor online = layer.trace_online(x, tile).output;
  return largest_difference(online, layer.forward(x, {.kernel = Kernel::kReference}));
}

double cached_is_full(MultiHeadAttention& layer, const Tensor& x, std::span<const Size> chunks) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, "cached_is_full");
  require_chunks_of(run.T, chunks);
  const std::shared_ptr<CachedLayer> borrowed(std::shared_ptr<CachedLayer>(), &layer);
  KvCache cache(borrowed, {.batch = run.B, .capacity = run.T});
  std::vector<Tensor> outputs;
  for (const Size count : chunks) {
    const Tensor chunk = part_of(x, token_axis(x), cache.length(), static_cast<std::size_t>(count));
    cache.step(chunk, outputs.emplace_back());
  }
  return largest_difference(joined(outputs, token_axis(x)), layer.forward(x, {.causal = true}));
}

double permutation_moves(MultiHeadAttention& layer, const Tensor& x,
                         std::span<const std::int64_t> order) {
  const ForwardShape run = checked_shape(layer.config(), x, {}, "permutation_moves");
  require_permutation_of(run.T, order);
  return largest_difference(layer.forward(in_order(x, order)), in_order(layer.forward(x), order));
}

double future_does_not_matter(MultiHeadAttention& layer, const Tensor& x) {
  const Tensor output = layer.forward(x, {.causal = true});
  const std::size_t axis = token_axis(x), T = x.shape()[axis];
  Tensor changed = x;
  std::vector<Tensor> outputs(T);
  for (std::size_t t = T; t-- > 0;) {  // all tokens after t are others
    outputs[t] = part_of(layer.forward(changed, {.causal = true}), axis, t, 1);
    replace_token(changed, T, t);
  }
  return largest_difference(output, joined(outputs, axis));
}

}  // namespace manyheads
