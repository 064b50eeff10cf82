#include "attention/weights.hpp"

#include <array>
#include <cstdint>
#include <string_view>

#include "tensor/error.hpp"
#include "tensor/expression.hpp"
#include "tensor/message.hpp"
#include "tensor/rearrange.hpp"
#include "tensor/reduce.hpp"

namespace manyheads {
namespace {

/// W_O [H*D, d_model] -> the mean of its slices, [D, d_model].
Tensor average_slices(const Tensor& wo, Size d_head) {
  const auto D = static_cast<std::int64_t>(d_head);
  const auto d_model = static_cast<std::int64_t>(wo.shape(1));
  const Tensor slices = reshape(wo, std::array{std::int64_t{-1}, D, d_model});
  return manyheads::reduce(slices, Reduction::kMean, 0, false);
}

/// W_O [D, d_model] -> the same slice `times`, [times*D, d_model].
Tensor repeat_slice(const Tensor& wo, Size times) {
  const Size d_head = wo.shape(0), d_model = wo.shape(1);
  const Shape slices = {times, d_head, d_model};
  Tensor repeated = evaluate(slices, broadcast_view(wo, slices));
  resize(repeated, {times * d_head, d_model}, "wo");
  return repeated;
}

}  // namespace

bool has_weight(const AttentionConfig& config, WeightName name) {
  return (config.bias || !is_bias(name)) && (config.output_projection || !is_output(name));
}

Shape weight_shape(const AttentionConfig& config, WeightName name) {
  if (name == WeightName::kBo) return {config.d_model};
  if (name == WeightName::kWo) return {combined_width(config), config.d_model};
  const Size heads = is_query(name) ? config.num_heads : config.num_kv_heads;
  const Size width = saturating_product(heads, config.d_head);
  return is_bias(name) ? Shape{width} : Shape{config.d_model, width};
}

void check_weights(const AttentionConfig& config, const AttentionWeights& weights) {
  for (WeightName name : kWeightNames) {
    if (!weights[name]) continue;
    const std::string_view text = to_text(name);
    if (!has_weight(config, name)) {
      const bool projects = !is_output(name) || config.output_projection;
      throw ConfigError(text, {"attention: weight ", text, " was given, but this layer has ",
                               projects ? "no biases" : "no output projection"});
    }
    require_shape("attention", text, shape_of(*weights[name]), weight_shape(config, name));
  }
}

AttentionWeights carry_over_weights(const AttentionConfig& from, const AttentionWeights& weights,
                                    const AttentionConfig& to) {
  AttentionWeights carried;
  for (WeightName name : kWeightNames) {
    if (weights[name] && has_weight(to, name)) carried[name] = weights[name];
  }
  auto& wo = carried[WeightName::kWo];
  const bool was_concat = from.combine == Combine::kConcat;
  const bool is_concat = to.combine == Combine::kConcat;
  if (!wo || was_concat == is_concat) return carried;
  // If the heads change too, the slices are those of the new heads.
  const Size rows = wo->shape(0), wanted = combined_width(to);
  if (is_concat && wanted % rows == 0) wo = repeat_slice(*wo, wanted / rows);
  if (!is_concat && rows % wanted == 0) wo = average_slices(*wo, wanted);
  return carried;
}

}  // namespace manyheads
