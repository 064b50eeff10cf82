#pragma once
/// The sizes that decide what a model costs.

#include <optional>
#include <span>
#include <string_view>

#include "kernels/activation.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// Multi-head latent attention: keys and values are made of one narrow vector a token.
/// @see DeepSeek-AI 2024, "DeepSeek-V2", section 2.1.
struct LatentShape {
  Size d_latent = 0;
  Size d_rope = 0;          ///< even; 0: no rotary part
  Size d_latent_query = 0;  ///< 0: queries are not compressed
  Size d_value = 0;         ///< 0: d_head
};

struct ModelShape {
  Size d_model = 0;
  Size num_heads = 0;
  Size num_kv_heads = 0;  ///< 0: num_heads
  Size d_head = 0;        ///< 0: d_model / num_heads, which must then be a whole number
  bool bias = false;      ///< of all projections, and of relu and gelu feed-forward
  Size num_layers = 1;
  Size d_ff = 0;  ///< 0: no feed-forward
  Activation activation = Activation::kRelu;
  Size vocab_size = 0;           ///< 0: no embeddings
  bool tied_embeddings = false;  ///< the output layer uses the embedding of tokens again
  Size learned_positions = 0;    ///< rows of a position embedding; 0: no learned positions
  std::optional<LatentShape> latent = {};
};

/// A model as its publication describes it; sizes that follow from others are left at 0.
struct ModelPreset {
  std::string_view key;
  std::string_view name;
  ModelShape shape;
};
std::span<const ModelPreset> model_presets();

/// The shape with its defaults worked out.
/// @throws ConfigError naming the size that is missing, does not divide, or contradicts another;
///         OutOfMemoryError for one from 2^53 on.
ModelShape resolved(ModelShape model);

/// @throws ConfigError where `size` is 0, OutOfMemoryError from 2^53 on, where JavaScript's numbers
///         skip some.
void require_size(std::string_view name, Size size);

}  // namespace manyheads
