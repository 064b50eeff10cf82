#include "shapes/shape_stages.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "attention/multi_head_attention.hpp"
#include "kernels/matmul.hpp"
#include "tensor/random.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

Tensor input_of(const NamedSizes& sizes, std::string_view rows) {
  return random_normal(
      {size_named(sizes, "B"), size_named(sizes, rows), size_named(sizes, "d_model")}, 0);
}

AttentionConfig config_of(const NamedSizes& sizes) {
  AttentionConfig config;
  config.d_model = size_named(sizes, "d_model");
  config.num_heads = size_named(sizes, "H");
  return config;
}

AttentionTrace traced(const NamedSizes& sizes, const AttentionConfig& config,
                      const ForwardOptions& options = {}) {
  return MultiHeadAttention(config).trace(input_of(sizes, "T"), options);
}

AttentionTrace self_attention(const NamedSizes& sizes) { return traced(sizes, config_of(sizes)); }

AttentionTrace cross_attention(const NamedSizes& sizes) {
  const Tensor context = input_of(sizes, "S");
  ForwardOptions options;
  options.context = &context;
  return traced(sizes, config_of(sizes), options);
}

AttentionTrace grouped_attention(const NamedSizes& sizes) {
  AttentionConfig config = config_of(sizes);
  config.num_kv_heads = size_named(sizes, "G");
  return traced(sizes, config);
}

AttentionTrace summed_attention(const NamedSizes& sizes) {
  AttentionConfig config = config_of(sizes);
  config.combine = Combine::kSum;
  return traced(sizes, config);
}

Tensor heads_in_batch(const NamedSizes& sizes) {
  const std::array<std::int64_t, 3> flat = {
      static_cast<std::int64_t>(size_named(sizes, "B") * size_named(sizes, "H")),
      static_cast<std::int64_t>(size_named(sizes, "T")),
      static_cast<std::int64_t>(size_named(sizes, "d_head"))};
  return reshape(self_attention(sizes).q, flat);
}

constexpr std::array<ShapeStage, 10> kStages = {{
    {"projection",
     1,
     "What is the shape of x @ W_Q, before the heads are split?",
     "x = rng.standard_normal((B, T, d_model))\nq = x @ W_Q",
     "B T d_model H d_head",
     {"B", "T", "H*d_head"},
     [](const NamedSizes& sizes) {
       return matmul(input_of(sizes, "T"),
                     *MultiHeadAttention(config_of(sizes)).weights()[WeightName::kWq]);
     }},
    {"output",
     1,
     "What is the shape of the layer's output?",
     "y = attention(x)",
     "B T d_model H",
     {"B", "T", "d_model"},
     [](const NamedSizes& sizes) { return self_attention(sizes).output; }},
    {"split-heads",
     2,
     "What is the shape of q after the heads are split?",
     "q = (x @ W_Q).reshape(B, T, H, d_head)\nq = q.transpose(0, 2, 1, 3)",
     "B T d_model H d_head",
     {"B", "H", "T", "d_head"},
     [](const NamedSizes& sizes) { return self_attention(sizes).q; }},
    {"merge-heads",
     2,
     "What is the shape of the heads put side by side, before W_O?",
     "merged = heads.transpose(0, 2, 1, 3).reshape(B, T, -1)",
     "B T H d_head",
     {"B", "T", "H*d_head"},
     [](const NamedSizes& sizes) { return self_attention(sizes).combined; }},
    {"scores",
     3,
     "What is the shape of the scores of all heads?",
     "scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_head)",
     "B T H d_head",
     {"B", "H", "T", "T"},
     [](const NamedSizes& sizes) { return self_attention(sizes).scores; }},
    {"heads",
     3,
     "What is the shape of what the heads read?",
     "heads = weights @ v",
     "B T H d_head",
     {"B", "H", "T", "d_head"},
     [](const NamedSizes& sizes) { return self_attention(sizes).heads; }},
    {"cross-scores",
     4,
     "T queries read S keys of another sequence. What is the shape of the scores?",
     "scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_head)",
     "B T S H d_head",
     {"B", "H", "T", "S"},
     [](const NamedSizes& sizes) { return cross_attention(sizes).scores; }},
    {"grouped-keys",
     4,
     "H query heads share G key heads. What is the shape of k after the split?",
     "k = (x @ W_K).reshape(B, T, G, d_head)\nk = k.transpose(0, 2, 1, 3)",
     "B T H G d_head",
     {"B", "G", "T", "d_head"},
     [](const NamedSizes& sizes) { return grouped_attention(sizes).k; }},
    {"summed-heads",
     5,
     "Someone sums the heads instead of joining them. What is the shape then?",
     "summed = heads.sum(axis=1)",
     "B T H d_head",
     {"B", "T", "d_head"},
     [](const NamedSizes& sizes) { return summed_attention(sizes).combined; }},
    {"heads-in-batch",
     5,
     "The heads are folded into the batch axis. What is the shape of q?",
     "q = q.reshape(B * H, T, d_head)",
     "B T H d_head",
     {"B*H", "T", "d_head"},
     &heads_in_batch},
}};

}  // namespace

std::span<const std::string_view> ShapeStage::axes() const {
  const auto end = std::find(axis_names.begin(), axis_names.end(), std::string_view());
  return {axis_names.begin(), end};
}

std::span<const ShapeStage> shape_stages() { return kStages; }

}  // namespace manyheads
