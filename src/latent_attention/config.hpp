#pragma once
/// The settings of a layer of latent attention: its sizes, and the seed of its weights.

#include <cstdint>

#include "fields/fields.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

struct LatentAttentionConfig {
  Size d_model = 0;
  Size num_heads = 0;
  Size d_head = 0;          ///< D: width of keys without their rotary part, and of values
  Size d_latent = 0;        ///< width of c_KV, from which all keys and values are computed
  Size d_latent_query = 0;  ///< width of c_Q; 0: queries are not compressed
  Size d_rope = 0;          ///< width of the rotary part of each head, even; 0: none
  std::uint64_t seed = 0;   ///< for the weights that are not passed in
};
template <>
inline constexpr auto kFields<LatentAttentionConfig> =
    fields(field::size<&LatentAttentionConfig::d_model>("d_model"),
           field::size<&LatentAttentionConfig::num_heads>("num_heads"),
           field::size<&LatentAttentionConfig::d_head>("d_head"),
           field::size<&LatentAttentionConfig::d_latent>("d_latent"),
           field::size<&LatentAttentionConfig::d_latent_query>("d_latent_query"),
           field::size<&LatentAttentionConfig::d_rope>("d_rope"),
           field::whole<&LatentAttentionConfig::seed>("seed"));

/// The most heads of a layer of latent attention: each has matrices of its own, and even small ones
/// take time to make.
inline constexpr Size kMaxLatentHeads = 1 << 16;

/// @throws ConfigError naming the field that is impossible.
void check_config(const LatentAttentionConfig& config);

}  // namespace manyheads
