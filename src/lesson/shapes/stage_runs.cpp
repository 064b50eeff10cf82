#include "lesson/shapes/stage_runs.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "feed_forward/feed_forward.hpp"
#include "kernels/matmul.hpp"
#include "kv_cache/kv_cache.hpp"
#include "latent_attention/latent_attention.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/random.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads::stage_runs {
namespace {

Tensor make_input(const NamedSizes& sizes, Size rows) {
  return random_normal({get_size(sizes, "B"), rows, get_size(sizes, "d_model")}, 0);
}

Tensor make_tokens(const NamedSizes& sizes) { return make_input(sizes, get_size(sizes, "T")); }

AttentionConfig make_config(const NamedSizes& sizes) {
  AttentionConfig config;
  config.d_model = get_size(sizes, "d_model");
  config.num_heads = get_size(sizes, "H");
  return config;
}

AttentionConfig make_grouped_config(const NamedSizes& sizes) {
  AttentionConfig config = make_config(sizes);
  config.num_kv_heads = get_size(sizes, "G");
  return config;
}

AttentionTrace trace(const NamedSizes& sizes, const AttentionConfig& config,
                     const ForwardOptions& options = {}) {
  return MultiHeadAttention(config).trace(make_tokens(sizes), options);
}

AttentionTrace trace_self_attention(const NamedSizes& sizes) {
  return trace(sizes, make_config(sizes));
}

AttentionTrace trace_cross_attention(const NamedSizes& sizes, const Tensor* mask = nullptr) {
  const Tensor context = make_input(sizes, get_size(sizes, "S"));
  ForwardOptions options;
  options.context = &context;
  options.mask = mask;
  return trace(sizes, make_config(sizes), options);
}

Tensor project_queries(const NamedSizes& sizes) {
  return matmul(make_tokens(sizes),
                *MultiHeadAttention(make_config(sizes)).weights()[WeightName::kWq]);
}

FeedForward make_feed_forward(const NamedSizes& sizes) {
  FeedForwardConfig config;
  config.d_model = get_size(sizes, "d_model");
  config.d_ff = get_size(sizes, "d_ff");
  return FeedForward(config);
}

Tensor reshape_to(const Tensor& x, std::initializer_list<Size> shape) {
  return reshape(x, std::vector<std::int64_t>(shape.begin(), shape.end()));
}

/// Repeats x along its axes of size 1, as x + zeros broadcasts.
Tensor repeat(const Tensor& x, const Shape& shape) { return add(x, random_normal(shape, 0, 0.0)); }

/// [B, heads, T, width] as [B * heads, T, width].
Tensor merge_heads_into_batch(const Tensor& x) {
  const Shape shape = shape_of(x);
  return reshape_to(x, {shape[0] * shape[1], shape[2], shape[3]});
}

/// Shapes after a cache has read T tokens at once and `steps` single tokens.
struct Decoded {
  Shape keys, output;
};

Decoded decode(const NamedSizes& sizes, const std::shared_ptr<CachedLayer>& layer, Size steps) {
  const Size B = get_size(sizes, "B"), T = get_size(sizes, "T");
  const CachedRows rows = layer->cached_rows();
  KvCache cache(layer, {.batch = B, .capacity = T + steps});
  Tensor output;
  cache.step(make_tokens(sizes), output);
  for (Size step = 0; step < steps; ++step) cache.step(make_input(sizes, 1), output);
  return {{B, rows.heads, cache.length(), rows.key_width}, shape_of(output)};
}

Decoded decode_attention(const NamedSizes& sizes, Size steps) {
  return decode(sizes, std::make_shared<MultiHeadAttention>(make_config(sizes)), steps);
}

}  // namespace

Shape projection(const NamedSizes& sizes) { return shape_of(project_queries(sizes)); }

Shape output(const NamedSizes& sizes) { return shape_of(trace_self_attention(sizes).output); }

Shape feed_forward_hidden(const NamedSizes& sizes) {
  return shape_of(
      matmul(make_tokens(sizes), *make_feed_forward(sizes).weights()[FeedForwardWeight::kW1]));
}

Shape feed_forward(const NamedSizes& sizes) {
  Tensor result;
  make_feed_forward(sizes).forward(make_tokens(sizes), result);
  return shape_of(result);
}

Shape reshaped_heads(const NamedSizes& sizes) {
  return shape_of(
      reshape_to(project_queries(sizes), {get_size(sizes, "B"), get_size(sizes, "T"),
                                          get_size(sizes, "H"), get_size(sizes, "d_head")}));
}

Shape split_heads(const NamedSizes& sizes) { return shape_of(trace_self_attention(sizes).q); }

Shape transposed_back(const NamedSizes& sizes) {
  return shape_of(manyheads::transpose(trace_self_attention(sizes).heads,
                                       std::vector<std::int64_t>{0, 2, 1, 3}));
}

Shape merged_heads(const NamedSizes& sizes) {
  return shape_of(trace_self_attention(sizes).combined);
}

Shape scores(const NamedSizes& sizes) { return shape_of(trace_self_attention(sizes).scores); }

Shape transposed_keys(const NamedSizes& sizes) {
  return shape_of(
      manyheads::transpose(trace_self_attention(sizes).k, std::vector<std::int64_t>{0, 1, 3, 2}));
}

Shape weights(const NamedSizes& sizes) { return shape_of(trace_cross_attention(sizes).weights); }

Shape heads(const NamedSizes& sizes) { return shape_of(trace_self_attention(sizes).heads); }

Shape cross_scores(const NamedSizes& sizes) {
  return shape_of(trace_cross_attention(sizes).scores);
}

Shape masked_scores(const NamedSizes& sizes) {
  const Tensor mask = random_normal({get_size(sizes, "T"), get_size(sizes, "S")}, 0);
  return shape_of(trace_cross_attention(sizes, &mask).masked_scores);
}

Shape grouped_keys(const NamedSizes& sizes) {
  return shape_of(trace(sizes, make_grouped_config(sizes)).k);
}

Shape repeated_keys(const NamedSizes& sizes) {
  const Tensor k = trace(sizes, make_grouped_config(sizes)).k;
  const Shape shape = shape_of(k);
  const Size B = shape[0], G = shape[1], T = shape[2], D = shape[3], H = get_size(sizes, "H");
  const Tensor copies = repeat(reshape_to(k, {B, G, 1, T, D}), {B, G, H / G, T, D});
  return shape_of(reshape_to(copies, {B, H, T, D}));
}

Shape cached_keys(const NamedSizes& sizes) {
  return decode_attention(sizes, get_size(sizes, "n")).keys;
}

Shape cached_step(const NamedSizes& sizes) { return decode_attention(sizes, 1).output; }

Shape summed_heads(const NamedSizes& sizes) {
  AttentionConfig config = make_config(sizes);
  config.combine = Combine::kSum;
  return shape_of(trace(sizes, config).combined);
}

Shape heads_in_batch(const NamedSizes& sizes) {
  return shape_of(merge_heads_into_batch(trace_self_attention(sizes).q));
}

Shape scores_in_batch(const NamedSizes& sizes) {
  const AttentionTrace trace = trace_cross_attention(sizes);
  return shape_of(matmul(
      merge_heads_into_batch(trace.q),
      manyheads::transpose(merge_heads_into_batch(trace.k), std::vector<std::int64_t>{0, 2, 1})));
}

Shape lens_in_batch(const NamedSizes& sizes) {
  const Size B = get_size(sizes, "B"), H = get_size(sizes, "H");
  const Tensor lens = random_normal({B, 1}, 0);
  return shape_of(reshape_to(repeat(lens, {B, H}), {B * H}));
}

Shape mask_in_batch(const NamedSizes& sizes) {
  const Size rows = lens_in_batch(sizes)[0], S = get_size(sizes, "S");
  const Tensor seen = subtract(random_normal({1, S}, 0), random_normal({rows, 1}, 1));
  return shape_of(reshape_to(seen, {rows, 1, S}));
}

Shape latent_cache(const NamedSizes& sizes) {
  LatentAttentionConfig config;
  config.d_model = get_size(sizes, "d_model");
  config.num_heads = get_size(sizes, "H");
  config.d_head = get_size(sizes, "d_head");
  config.d_latent = get_size(sizes, "d_latent");
  config.d_rope = get_size(sizes, "d_rope");
  Shape rows = decode(sizes, std::make_shared<LatentAttention>(config), 0).keys;
  rows.erase(rows.begin() + 1);  // one row for all heads
  return rows;
}

}  // namespace manyheads::stage_runs
