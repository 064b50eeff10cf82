#pragma once
/// The matrices of a model among its parameters, and how layers' weights are made of them.

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
  AttentionConfig attention = {};   ///< of every layer, resolved
  std::array<bool, 3> shared = {};  ///< whether all heads have the same W_Q, W_K, W_V
  /// Width of the latents of which keys and values are made, in every layer: W_K = W_DKV W_UK and
  /// W_V = W_DKV W_UV. 0: there are none.
  Size d_latent = 0;
  bool causal = true;
  bool residual = false;  ///< a layer adds to what it reads
  /// Position embeddings are added to what queries and keys are projected from, in every layer, and
  /// not to what the model adds up. @see ForwardOptions::positions
  bool positions_beside = false;
};

/// Matrices of one layer: W_Q, W_K, W_V and W_O in the order of WeightName; W_O may be absent, and
/// so are W_K and W_V where there are latents.
using LayerMatrices = std::array<std::optional<ParameterMatrix>, 4>;
inline constexpr std::array kLayerMatrices = {WeightName::kWq, WeightName::kWk, WeightName::kWv,
                                              WeightName::kWo};

/// Instead of W_K and W_V: [d_model, d_latent] and [d_latent, H * D] twice.
struct LatentMatrices {
  ParameterMatrix down, up_keys, up_values;

  std::array<ParameterMatrix, 3> all() const { return {down, up_keys, up_values}; }
  /// W_UK and W_UV by the weights that they make.
  std::array<std::pair<WeightName, ParameterMatrix>, 2> up() const {
    return {{{WeightName::kWk, up_keys}, {WeightName::kWv, up_values}}};
  }
};

struct ModelParameters {
  /// Zeros. @throws ConfigError, OutOfMemoryError
  explicit ModelParameters(const ModelConfig& config);

  /// A layer's weights as MultiHeadAttention has them; shared ones repeated.
  /// @param weights  filled; what it held is used again
  void expand_layer(std::size_t layer, AttentionWeights& weights) const;
  LatentAttentionWeights latent_weights(std::size_t layer) const;

  void set_layer(std::size_t layer, const AttentionWeights& weights);
  void set_latents(std::size_t layer, const LatentAttentionWeights& weights);

  /// The gradients of the layer's matrices and of positions beside, the latter added.
  void take_layer_gradients(std::size_t layer, const AttentionGradients& gradients);

  ModelConfig config;
  Parameters all;
  ParameterMatrix tokens, positions, readout;
  std::vector<LayerMatrices> layers;    ///< one per layer
  std::vector<LatentMatrices> latents;  ///< one per layer, or none

 private:
  void expand_latents(std::size_t layer, AttentionWeights& weights) const;
  void take_latent_gradients(std::size_t layer, const AttentionWeights& d_weights);
};

}  // namespace manyheads
