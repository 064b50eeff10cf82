#pragma once
/// The weights of a layer of latent attention and their shapes.

#include <cstdint>

#include "fields/choices.hpp"
#include "fields/named_weights.hpp"
#include "latent_attention/config.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// D: down to a latent. U: up to the heads. R: the rotary part.
enum class LatentWeightName : std::uint8_t { kWdkv, kWuk, kWuv, kWq, kWdq, kWuq, kWqr, kWkr, kWo };
template <>
inline constexpr auto kChoices<LatentWeightName> = choices("wdkv", "wuk", "wuv", "wq", "wdq", "wuq",
                                                           "wqr", "wkr", "wo");

inline constexpr auto kLatentWeightNames = all_values<LatentWeightName>();

/// A projection is x W: W_DKV [d_model, d_latent], W_UK and W_UV [d_latent, H*D], W_O [H*D,
/// d_model]. Compressed queries: W_DQ [d_model, d_latent_query], W_UQ [d_latent_query, H*D];
/// otherwise W_Q [d_model, H*D]. With a rotary part: W_QR [d_latent_query or d_model, H*d_rope],
/// W_KR [d_model, d_rope].
using LatentAttentionWeights = NamedWeights<LatentWeightName>;

/// Whether a layer of this configuration has this weight.
bool has_weight(const LatentAttentionConfig& config, LatentWeightName name);

Shape weight_shape(const LatentAttentionConfig& config, LatentWeightName name);

/// @throws ConfigError where the layer has no such weight, ShapeError where a weight does not fit,
/// OutOfMemoryError where an absent one would be too large.
void check_weights(const LatentAttentionConfig& config, const LatentAttentionWeights& weights);

}  // namespace manyheads
