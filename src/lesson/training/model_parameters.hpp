#pragma once
/// The matrices of a model among its parameters, and the layers' weights that are made from them.

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "attention/attention_gradients.hpp"
#include "attention/weights.hpp"
#include "latent_attention/weights.hpp"
#include "lesson/training/parameters.hpp"

namespace manyheads {

struct ModelConfig {
  Size seq_len = 0, vocabulary = 0, relations = 0;
  Size num_layers = 1;
  AttentionConfig attention = {};   ///< resolved; the same for every layer
  std::array<bool, 3> shared = {};  ///< whether all heads have the same W_Q, W_K, W_V
  /// Width of the latents in every layer: W_K = W_DKV W_UK and W_V = W_DKV W_UV. 0: no latents.
  Size d_latent = 0;
  bool causal = true;
  bool residual = false;  ///< the output of a layer is added to its input
  /// In every layer, position embeddings are added only to the inputs of queries and keys, not to
  /// the embeddings of tokens. @see ForwardOptions::positions
  bool positions_in_attention = false;
};

/// Matrices of one layer: W_Q, W_K, W_V and W_O in the order of WeightName; W_O may be absent; W_K
/// and W_V are absent if there are latents.
using LayerMatrices = std::array<std::optional<ParameterMatrix>, 4>;
inline constexpr std::array kLayerMatrices = {WeightName::kWq, WeightName::kWk, WeightName::kWv,
                                              WeightName::kWo};

/// Replace W_K and W_V: [d_model, d_latent], and [d_latent, H * D] twice.
struct LatentMatrices {
  ParameterMatrix down, up_keys, up_values;

  std::array<ParameterMatrix, 3> all() const { return {down, up_keys, up_values}; }
  /// W_UK and W_UV, each with the weight that it makes.
  std::array<std::pair<WeightName, ParameterMatrix>, 2> up() const {
    return {{{WeightName::kWk, up_keys}, {WeightName::kWv, up_values}}};
  }
};

struct ModelParameters {
  /// All parameters are 0. @throws ConfigError, OutOfMemoryError
  explicit ModelParameters(const ModelConfig& model);

  /// Makes a layer's weights for MultiHeadAttention; repeats shared matrices.
  /// @param weights  written; its memory is reused
  void expand_layer(std::size_t layer, AttentionWeights& weights) const;
  /// @param weights  of this layer: W_Q and W_O are taken from them
  LatentAttentionWeights latent_weights(std::size_t layer, AttentionWeights weights) const;

  void set_layer(std::size_t layer, const AttentionWeights& weights);
  void set_latents(std::size_t layer, const LatentAttentionWeights& weights);

  /// Copies the gradients of the layer's matrices, and adds those of positions.
  void collect_layer_gradients(std::size_t layer, const AttentionGradients& gradients);

  ModelConfig config;
  Parameters all;
  ParameterMatrix tokens, positions, readout;
  std::vector<LayerMatrices> layers;    ///< one per layer
  std::vector<LatentMatrices> latents;  ///< one per layer, or none

 private:
  void expand_latents(std::size_t layer, AttentionWeights& weights) const;
  void collect_latent_gradients(std::size_t layer, const AttentionWeights& d_weights);
};

}  // namespace manyheads
