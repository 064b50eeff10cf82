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

Tensor input_of(const NamedSizes& sizes, Size rows) {
  return random_normal({size_named(sizes, "B"), rows, size_named(sizes, "d_model")}, 0);
}

Tensor tokens_of(const NamedSizes& sizes) { return input_of(sizes, size_named(sizes, "T")); }

AttentionConfig config_of(const NamedSizes& sizes) {
  AttentionConfig config;
  config.d_model = size_named(sizes, "d_model");
  config.num_heads = size_named(sizes, "H");
  return config;
}

AttentionConfig grouped_config_of(const NamedSizes& sizes) {
  AttentionConfig config = config_of(sizes);
  config.num_kv_heads = size_named(sizes, "G");
  return config;
}

AttentionTrace traced(const NamedSizes& sizes, const AttentionConfig& config,
                      const ForwardOptions& options = {}) {
  return MultiHeadAttention(config).trace(tokens_of(sizes), options);
}

AttentionTrace self_attention(const NamedSizes& sizes) { return traced(sizes, config_of(sizes)); }

AttentionTrace cross_attention(const NamedSizes& sizes, const Tensor* mask = nullptr) {
  const Tensor context = input_of(sizes, size_named(sizes, "S"));
  ForwardOptions options;
  options.context = &context;
  options.mask = mask;
  return traced(sizes, config_of(sizes), options);
}

Tensor queries(const NamedSizes& sizes) {
  return matmul(tokens_of(sizes), *MultiHeadAttention(config_of(sizes)).weights()[WeightName::kWq]);
}

FeedForward feed_forward_of(const NamedSizes& sizes) {
  FeedForwardConfig config;
  config.d_model = size_named(sizes, "d_model");
  config.d_ff = size_named(sizes, "d_ff");
  return FeedForward(config);
}

Tensor reshaped(const Tensor& x, std::initializer_list<Size> shape) {
  return reshape(x, std::vector<std::int64_t>(shape.begin(), shape.end()));
}

/// As np.repeat of an axis that has been put behind the one repeated: x + zeros broadcasts over it.
Tensor repeated(const Tensor& x, const Shape& shape) {
  return add(x, random_normal(shape, 0, 0.0));
}

/// [B, heads, T, width] as [B * heads, T, width].
Tensor folded(const Tensor& x) {
  const Shape shape = shape_of(x);
  return reshaped(x, {shape[0] * shape[1], shape[2], shape[3]});
}

/// A cache that has read T tokens at once and `steps` one by one; the last output is kept.
struct Decoded {
  Shape keys, output;
};

Decoded decoded(const NamedSizes& sizes, std::shared_ptr<CachedLayer> layer, Size steps) {
  const Size B = size_named(sizes, "B"), T = size_named(sizes, "T");
  const CachedRows rows = layer->cached_rows();
  KvCache cache(layer, {.batch = B, .capacity = T + steps});
  Tensor output;
  cache.step(tokens_of(sizes), output);
  for (Size step = 0; step < steps; ++step) cache.step(input_of(sizes, 1), output);
  return {{B, rows.heads, cache.length(), rows.key_width}, shape_of(output)};
}

Decoded decoded_attention(const NamedSizes& sizes, Size steps) {
  return decoded(sizes, std::make_shared<MultiHeadAttention>(config_of(sizes)), steps);
}

}  // namespace

Shape projection(const NamedSizes& sizes) { return shape_of(queries(sizes)); }

Shape output(const NamedSizes& sizes) { return shape_of(self_attention(sizes).output); }

Shape feed_forward_hidden(const NamedSizes& sizes) {
  return shape_of(
      matmul(tokens_of(sizes), *feed_forward_of(sizes).weights()[FeedForwardWeight::kW1]));
}

Shape feed_forward(const NamedSizes& sizes) {
  Tensor result;
  feed_forward_of(sizes).forward(tokens_of(sizes), result);
  return shape_of(result);
}

Shape reshaped_heads(const NamedSizes& sizes) {
  return shape_of(reshaped(queries(sizes), {size_named(sizes, "B"), size_named(sizes, "T"),
                                            size_named(sizes, "H"), size_named(sizes, "d_head")}));
}

Shape split_heads(const NamedSizes& sizes) { return shape_of(self_attention(sizes).q); }

Shape transposed_back(const NamedSizes& sizes) {
  return shape_of(transpose(self_attention(sizes).heads, std::vector<std::int64_t>{0, 2, 1, 3}));
}

Shape merged_heads(const NamedSizes& sizes) { return shape_of(self_attention(sizes).combined); }

Shape scores(const NamedSizes& sizes) { return shape_of(self_attention(sizes).scores); }

Shape transposed_keys(const NamedSizes& sizes) {
  return shape_of(transpose(self_attention(sizes).k, std::vector<std::int64_t>{0, 1, 3, 2}));
}

Shape weights(const NamedSizes& sizes) { return shape_of(cross_attention(sizes).weights); }

Shape heads(const NamedSizes& sizes) { return shape_of(self_attention(sizes).heads); }

Shape cross_scores(const NamedSizes& sizes) { return shape_of(cross_attention(sizes).scores); }

Shape masked_scores(const NamedSizes& sizes) {
  const Tensor mask = random_normal({size_named(sizes, "T"), size_named(sizes, "S")}, 0);
  return shape_of(cross_attention(sizes, &mask).masked_scores);
}

Shape grouped_keys(const NamedSizes& sizes) {
  return shape_of(traced(sizes, grouped_config_of(sizes)).k);
}

Shape repeated_keys(const NamedSizes& sizes) {
  const Tensor k = traced(sizes, grouped_config_of(sizes)).k;
  const Shape shape = shape_of(k);
  const Size B = shape[0], G = shape[1], T = shape[2], D = shape[3], H = size_named(sizes, "H");
  const Tensor copies = repeated(reshaped(k, {B, G, 1, T, D}), {B, G, H / G, T, D});
  return shape_of(reshaped(copies, {B, H, T, D}));
}

Shape cached_keys(const NamedSizes& sizes) {
  return decoded_attention(sizes, size_named(sizes, "n")).keys;
}

Shape cached_step(const NamedSizes& sizes) { return decoded_attention(sizes, 1).output; }

Shape summed_heads(const NamedSizes& sizes) {
  AttentionConfig config = config_of(sizes);
  config.combine = Combine::kSum;
  return shape_of(traced(sizes, config).combined);
}

Shape heads_in_batch(const NamedSizes& sizes) { return shape_of(folded(self_attention(sizes).q)); }

Shape scores_in_batch(const NamedSizes& sizes) {
  const AttentionTrace trace = cross_attention(sizes);
  return shape_of(
      matmul(folded(trace.q), transpose(folded(trace.k), std::vector<std::int64_t>{0, 2, 1})));
}

Shape lens_in_batch(const NamedSizes& sizes) {
  const Size B = size_named(sizes, "B"), H = size_named(sizes, "H");
  const Tensor lens = random_normal({B, 1}, 0);
  return shape_of(reshaped(repeated(lens, {B, H}), {B * H}));
}

Shape mask_in_batch(const NamedSizes& sizes) {
  const Size rows = lens_in_batch(sizes)[0], S = size_named(sizes, "S");
  const Tensor seen = subtract(random_normal({1, S}, 0), random_normal({rows, 1}, 1));
  return shape_of(reshaped(seen, {rows, 1, S}));
}

Shape latent_cache(const NamedSizes& sizes) {
  LatentAttentionConfig config;
  config.d_model = size_named(sizes, "d_model");
  config.num_heads = size_named(sizes, "H");
  config.d_head = size_named(sizes, "d_head");
  config.d_latent = size_named(sizes, "d_latent");
  config.d_rope = size_named(sizes, "d_rope");
  Shape rows = decoded(sizes, std::make_shared<LatentAttention>(config), 0).keys;
  rows.erase(rows.begin() + 1);  // the one row that all heads read
  return rows;
}

}  // namespace manyheads::stage_runs
