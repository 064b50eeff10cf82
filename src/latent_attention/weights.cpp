#include "latent_attention/weights.hpp"

#include <string_view>

#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// Why a layer does not have this weight.
std::string_view missing_reason(LatentWeightName name) {
  switch (name) {
    case LatentWeightName::kWq:
      return "this layer's queries are compressed (`d_latent_query`)";
    case LatentWeightName::kWdq:
    case LatentWeightName::kWuq:
      return "this layer's queries are not compressed (no `d_latent_query`)";
    default:
      return "this layer has no rotary part (no `d_rope`)";
  }
}

}  // namespace

bool has_weight(const LatentAttentionConfig& config, LatentWeightName name) {
  switch (name) {
    case LatentWeightName::kWq:
      return config.d_latent_query == 0;
    case LatentWeightName::kWdq:
    case LatentWeightName::kWuq:
      return config.d_latent_query > 0;
    case LatentWeightName::kWqr:
    case LatentWeightName::kWkr:
      return config.d_rope > 0;
    default:
      return true;
  }
}

Shape weight_shape(const LatentAttentionConfig& config, LatentWeightName name) {
  const Size heads = saturating_product(config.num_heads, config.d_head);
  const Size query_width = config.d_latent_query > 0 ? config.d_latent_query : config.d_model;
  switch (name) {
    case LatentWeightName::kWdkv:
      return {config.d_model, config.d_latent};
    case LatentWeightName::kWuk:
    case LatentWeightName::kWuv:
      return {config.d_latent, heads};
    case LatentWeightName::kWdq:
      return {config.d_model, config.d_latent_query};
    case LatentWeightName::kWq:
    case LatentWeightName::kWuq:
      return {query_width, heads};
    case LatentWeightName::kWqr:
      return {query_width, saturating_product(config.num_heads, config.d_rope)};
    case LatentWeightName::kWkr:
      return {config.d_model, config.d_rope};
    case LatentWeightName::kWo:
      break;
  }
  return {heads, config.d_model};
}

void check_weights(const LatentAttentionConfig& config, const LatentAttentionWeights& weights) {
  for (const LatentWeightName name : kLatentWeightNames) {
    const std::string_view text = to_text(name);
    if (!has_weight(config, name)) {
      if (!weights[name]) continue;
      throw ConfigError(
          text, {"`latent_attention`: weight ", text, " was given, but ", missing_reason(name)});
    }
    const Shape wanted = weight_shape(config, name);
    checked_size(wanted, text);
    if (weights[name]) require_shape("latent_attention", text, shape_of(*weights[name]), wanted);
  }
}

}  // namespace manyheads
