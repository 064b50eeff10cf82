#pragma once
/// The sizes that decide what a model costs.

#include <optional>
#include <span>
#include <string_view>

#include "fields/fields.hpp"
#include "kernels/activation.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// Multi-head latent attention: keys and values are computed from one narrow vector per token.
/// @see DeepSeek-AI 2024, "DeepSeek-V2", section 2.1.
struct LatentShape {
  Size d_latent = 0;
  Size d_rope = 0;          ///< even; 0: no rotary part
  Size d_latent_query = 0;  ///< 0: queries are not compressed
  Size d_value = 0;         ///< 0: d_head
};
template <>
inline constexpr auto kFields<LatentShape> = fields(
    field::count<&LatentShape::d_latent>("d_latent"), field::count<&LatentShape::d_rope>("d_rope"),
    field::count<&LatentShape::d_latent_query>("d_latent_query"),
    field::count<&LatentShape::d_value>("d_value"));

struct ModelShape {
  Size d_model = 0;
  Size num_heads = 0;
  Size num_kv_heads = 0;  ///< 0: num_heads
  Size d_head = 0;        ///< 0: d_model / num_heads, which must then be a whole number
  bool bias = false;      ///< for all projections, and for relu and gelu feed-forward
  Size num_layers = 1;
  Size d_ff = 0;  ///< 0: no feed-forward
  Activation activation = Activation::kRelu;
  Size vocab_size = 0;           ///< 0: no embeddings
  bool tied_embeddings = false;  ///< the output layer uses the embedding of tokens again
  Size learned_positions = 0;    ///< rows of a position embedding; 0: no learned positions
  std::optional<LatentShape> latent = {};
};
/// All fields but `latent`, which has a table of its own.
template <>
inline constexpr auto kFields<ModelShape> = fields(
    field::count<&ModelShape::d_model>("d_model"),
    field::count<&ModelShape::num_heads>("num_heads"),
    field::count<&ModelShape::num_kv_heads>("num_kv_heads"),
    field::count<&ModelShape::d_head>("d_head"), field::flag<&ModelShape::bias>("bias"),
    field::count<&ModelShape::num_layers>("num_layers"), field::count<&ModelShape::d_ff>("d_ff"),
    field::choice<&ModelShape::activation>("activation"),
    field::count<&ModelShape::vocab_size>("vocab_size"),
    field::flag<&ModelShape::tied_embeddings>("tied_embeddings"),
    field::count<&ModelShape::learned_positions>("learned_positions"));

/// A model as its publication describes it. Sizes that follow from others are 0.
struct ModelPreset {
  std::string_view key;
  std::string_view name;
  ModelShape shape;
};
std::span<const ModelPreset> model_presets();

/// The shape with its defaults filled in.
/// @throws ConfigError naming the size that is missing, does not divide, or contradicts another;
///         OutOfMemoryError for a size of 2^53 or more.
ModelShape resolved(ModelShape model);

/// @throws ConfigError where `size` is 0, OutOfMemoryError where it is 2^53 or more: JavaScript's
/// numbers are not exact there.
void require_size(std::string_view name, Size size);

}  // namespace manyheads
