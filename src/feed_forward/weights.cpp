#include "feed_forward/weights.hpp"

#include <string_view>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr std::string_view kFeedForward = "feed_forward";

}  // namespace

void check_config(const FeedForwardConfig& config) {
  if (config.d_model == 0)
    throw ConfigError("d_model", "`feed_forward`: `d_model` must be at least 1");
  if (config.d_ff == 0) throw ConfigError("d_ff", "`feed_forward`: `d_ff` must be at least 1");
  if (config.bias && is_gated(config.activation)) {
    throw ConfigError("bias", {"`feed_forward`: bias is true, but a ",
                               config.activation == Activation::kSwiglu ? "swiglu" : "geglu",
                               " layer has no biases"});
  }
}

bool has_weight(const FeedForwardConfig& config, FeedForwardWeight name) {
  if (name == FeedForwardWeight::kW3) return is_gated(config.activation);
  return config.bias || !is_bias(name);
}

Shape weight_shape(const FeedForwardConfig& config, FeedForwardWeight name) {
  switch (name) {
    case FeedForwardWeight::kB1:
      return {config.d_ff};
    case FeedForwardWeight::kB2:
      return {config.d_model};
    case FeedForwardWeight::kW2:
      return {config.d_ff, config.d_model};
    default:
      return {config.d_model, config.d_ff};
  }
}

void check_weights(const FeedForwardConfig& config, const FeedForwardWeights& weights) {
  for (FeedForwardWeight name : kFeedForwardWeights) {
    if (!weights[name]) continue;
    const std::string_view text = to_text(name);
    if (!has_weight(config, name)) {
      throw ConfigError(text, {Name{kFeedForward}, ": weight ", text, " was given, but ",
                               is_bias(name) ? "this layer has no biases"
                                             : "only a swiglu or geglu layer has it"});
    }
    require_shape(kFeedForward, text, shape_of(*weights[name]), weight_shape(config, name));
  }
}

}  // namespace manyheads
