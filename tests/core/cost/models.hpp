#pragma once
/// Models for the tests of cost.

#include <ostream>
#include <stdexcept>
#include <string_view>

#include "cost/count.hpp"
#include "cost/model_shape.hpp"

namespace manyheads {

/// Makes GoogleTest print counts.
inline void PrintTo(const Count& count, std::ostream* out) { *out << count.to_double(); }

inline ModelShape preset(std::string_view key) {
  for (const ModelPreset& each : model_presets()) {
    if (each.key == key) return each.shape;
  }
  throw std::logic_error("no such model");
}

/// Llama-2 70B with another number of key/value heads.
inline ModelShape llama2_70b(Size num_kv_heads) {
  ModelShape model = preset("llama2-70b");
  model.num_kv_heads = num_kv_heads;
  return model;
}

/// The attention of DeepSeek-V2 (DeepSeek-AI 2024, section 3.1.2), and of DeepSeek 67B, which has 8
/// key/value heads (its published configuration).
inline constexpr ModelShape kDeepSeekV2{
    .d_model = 5120,
    .num_heads = 128,
    .d_head = 128,
    .num_layers = 60,
    .latent = LatentShape{.d_latent = 512, .d_rope = 64, .d_latent_query = 1536}};
inline constexpr ModelShape kDeepSeek67b{
    .d_model = 8192, .num_heads = 64, .num_kv_heads = 8, .num_layers = 95};

}  // namespace manyheads
