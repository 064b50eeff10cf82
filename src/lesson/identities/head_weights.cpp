#include "lesson/identities/head_weights.hpp"

#include <algorithm>
#include <array>

#include "tensor/rearrange.hpp"

namespace manyheads {

std::size_t group_size(const AttentionConfig& config) {
  return static_cast<std::size_t>(config.num_heads / config.num_kv_heads);
}

Tensor slice_for_head(const AttentionConfig& config, const AttentionWeights& weights,
                      WeightName name, std::size_t head) {
  const Tensor& weight = *weights[name];
  if (is_key_or_value(name)) head /= group_size(config);
  std::array<AxisRange, 2> ranges;
  const std::size_t axis = name == WeightName::kWo ? 0 : weight.dimension() - 1;
  ranges[axis].start = static_cast<std::int64_t>(head * config.d_head);
  ranges[axis].stop = static_cast<std::int64_t>((head + 1) * config.d_head);
  return slice(weight, std::span(ranges).first(axis + 1));
}

AttentionWeights weights_for_head(const AttentionConfig& config, const AttentionWeights& weights,
                                  std::size_t head) {
  AttentionWeights result;
  for (const WeightName name : kWeightNames) {
    if (weights[name] && name != WeightName::kBo)
      result[name] = slice_for_head(config, weights, name, head);
  }
  return result;
}

Tensor rearrange_blocks(const Tensor& weight, std::span<const std::size_t> sources,
                        std::size_t d_head) {
  const std::size_t width = weight.shape().back();
  Shape shape = shape_of(weight);
  shape.back() = sources.size() * d_head;
  Tensor copied = make_tensor(shape, "a copied weight");
  float* to = copied.data();
  for (const float* row = weight.data(); row != weight.data() + weight.size(); row += width) {
    for (const std::size_t source : sources) to = std::copy_n(row + source * d_head, d_head, to);
  }
  return copied;
}

}  // namespace manyheads
