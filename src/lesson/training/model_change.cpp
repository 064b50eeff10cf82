#include "lesson/training/model_change.hpp"

#include "tensor/error.hpp"

namespace manyheads {
namespace {

void check_output_projection(const AttentionConfig& original, const AttentionConfig& changed) {
  if (changed.output_projection && !original.output_projection) {
    throw ConfigError(
        "output_projection",
        "evaluate: `output_projection` is true, but this model was trained without one");
  }
  if (!changed.output_projection && original.output_projection &&
      combined_width(changed) != changed.d_model) {
    throw ConfigError(
        "output_projection",
        {"evaluate: without the output projection each position has ", combined_width(changed),
         " numbers, but the next layer needs ", changed.d_model});
  }
}

}  // namespace

std::vector<float> full_head_mask(const ModelConfig& model, const std::vector<float>& head_mask) {
  const Size H = model.attention.num_heads, all = saturating_product(H, model.num_layers);
  if (head_mask.empty() || head_mask.size() == all) return head_mask;
  require_shape("evaluate", "head_mask", {head_mask.size()}, {H},
                "one factor for each head, of one layer or of all");
  std::vector<float> mask;
  for (Size layer = 0; layer < model.num_layers; ++layer) {
    mask.insert(mask.end(), head_mask.begin(), head_mask.end());
  }
  return mask;
}

std::vector<MultiHeadAttention> changed_layers(const AttentionModel& model,
                                               const TrainerChange& change) {
  const AttentionConfig& original = model.config().attention;
  AttentionConfig config = original;
  config.scale = change.scale.value_or(config.scale);
  config.tie_heads = change.tie_heads.value_or(config.tie_heads);
  config.output_projection = change.output_projection.value_or(config.output_projection);
  check_output_projection(original, config);
  std::vector<MultiHeadAttention> layers;
  for (const MultiHeadAttention& layer : model.layers()) layers.push_back(layer.with(config));
  return layers;
}

}  // namespace manyheads
