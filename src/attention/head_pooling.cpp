#include "attention/head_pooling.hpp"

#include <utility>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

/// [.., heads * d_head] -> [.., heads / group * d_head]. Takes the mean of the first `pooled` heads
/// of each group.
Tensor pool_columns(const Tensor& weight, std::size_t d_head, std::size_t group,
                    std::size_t pooled) {
  Shape shape = shape_of(weight);
  shape.back() /= group;
  Tensor result = make_tensor(shape, "a pooled weight");
  for (std::size_t i = 0; i < result.size(); ++i) {
    const float* first_head = weight.data() + i / d_head * group * d_head + i % d_head;
    double sum = first_head[0];  // 29 bits more than each term, so equal terms add up exactly
    for (std::size_t h = 1; h < pooled; ++h) sum += first_head[h * d_head];
    result.data()[i] = static_cast<float>(sum / static_cast<double>(pooled));
  }
  return result;
}

}  // namespace

MultiHeadAttention to_grouped(const MultiHeadAttention& layer, Size num_kv_heads,
                              HeadPooling pooling) {
  AttentionConfig config = layer.config();
  if (num_kv_heads == 0 || config.num_kv_heads % num_kv_heads != 0) {
    throw ConfigError("num_kv_heads", {"`to_grouped`: `num_kv_heads` ", num_kv_heads,
                                       " does not divide the layer's ", config.num_kv_heads});
  }
  const auto group = static_cast<std::size_t>(config.num_kv_heads / num_kv_heads);
  const auto d_head = static_cast<std::size_t>(config.d_head);
  config.num_kv_heads = num_kv_heads;
  AttentionWeights weights = layer.weights();
  const std::size_t pooled = pooling == HeadPooling::kMean ? group : 1;
  for (const WeightName name : kWeightNames) {
    std::optional<Tensor>& weight = weights[name];
    if (weight && is_key_or_value(name)) weight = pool_columns(*weight, d_head, group, pooled);
  }
  return MultiHeadAttention(config, std::move(weights));
}

}  // namespace manyheads
