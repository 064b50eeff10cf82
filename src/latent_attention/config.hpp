#pragma once
/// What a layer of latent attention is: its sizes, and the seed of its weights.

#include <cstdint>

#include "fields/fields.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

struct LatentAttentionConfig {
  Size d_model = 0;
  Size num_heads = 0;
  Size d_head = 0;          ///< D, of keys without their rotary part, and of values
  Size d_latent = 0;        ///< width of c_KV, from which the keys and values of all heads come
  Size d_latent_query = 0;  ///< width of c_Q; 0: queries are not compressed
  Size d_rope = 0;          ///< even width of the rotary part beside each head; 0: none
  std::uint64_t seed = 0;   ///< of the weights that are not given
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

/// Each head has matrices of its own, which take time to make however small they are.
inline constexpr Size kMaxHeads = 1 << 16;

/// @throws ConfigError naming the field that cannot be.
void check_config(const LatentAttentionConfig& config);

}  // namespace manyheads
