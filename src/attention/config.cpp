#include "attention/config.hpp"

#include <bit>
#include <cmath>

#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {

AttentionConfig resolved(AttentionConfig config) {
  if (config.d_model == 0) throw ConfigError("d_model", "attention: `d_model` must be at least 1");
  if (config.num_heads == 0) {
    throw ConfigError("num_heads", "attention: `num_heads` must be at least 1");
  }
  if (config.d_head == 0) {
    if (config.d_model % config.num_heads != 0) {
      throw ConfigError("num_heads", {"attention: `d_model` ", config.d_model,
                                      " cannot be split over `num_heads` ", config.num_heads,
                                      "; choose a divisor, or set `d_head`"});
    }
    config.d_head = config.d_model / config.num_heads;
  }
  if (config.num_kv_heads == 0) config.num_kv_heads = config.num_heads;
  if (config.num_heads % config.num_kv_heads != 0) {
    throw ConfigError("num_kv_heads", {"attention: `num_kv_heads` ", config.num_kv_heads,
                                       " does not divide `num_heads` ", config.num_heads});
  }
  return config;
}

Size heads_width(const AttentionConfig& config) {
  return saturating_product(config.num_heads, config.d_head);
}

Size combined_width(const AttentionConfig& config) {
  return config.combine == Combine::kConcat ? heads_width(config) : config.d_head;
}

Size output_width(const AttentionConfig& config) {
  return config.output_projection ? config.d_model : combined_width(config);
}

float score_divisor(const AttentionConfig& config) {
  switch (config.scale) {
    case Scale::kSqrtDHead:
      return std::sqrt(static_cast<float>(config.d_head));
    case Scale::kSqrtDModel:
      return std::sqrt(static_cast<float>(config.d_model));
    case Scale::kNone:
      break;
  }
  return 1.0f;
}

float alibi_slope(std::size_t h, std::size_t H) {
  const std::size_t power_of_two = std::bit_floor(H);
  // From the power of two on, every second slope of twice as many heads.
  const double index =
      h < power_of_two ? static_cast<double>(h + 1) : static_cast<double>(h - power_of_two) + 0.5;
  return static_cast<float>(std::pow(2.0, -8.0 * index / static_cast<double>(power_of_two)));
}

}  // namespace manyheads
