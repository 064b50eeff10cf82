#pragma once
/// Layers with random weights and biases.

#include <cstdint>

#include "attention/multi_head_attention.hpp"
#include "tensor/random.hpp"

namespace manyheads {

/// Random values for every weight of a layer, scaled so that scores are near 1.
inline AttentionWeights random_weights(const AttentionConfig& config, std::uint64_t seed) {
  AttentionConfig seeded = resolved(config);
  seeded.seed = seed;
  AttentionWeights weights;
  for (WeightName name : kWeightNames) {
    if (!has_weight(seeded, name)) continue;
    weights[name] = seeded_weight(seeded, name);
    if (name < WeightName::kBq) continue;
    const SeededGenerator generator(seed, static_cast<std::uint64_t>(name) + 100);
    fill_normal(elements(*weights[name]), generator, 1.0);
  }
  return weights;
}

inline MultiHeadAttention random_layer(const AttentionConfig& config, std::uint64_t seed = 1) {
  return MultiHeadAttention(config, random_weights(config, seed));
}

}  // namespace manyheads
