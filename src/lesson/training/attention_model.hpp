#pragma once
/// A model of attention alone: embeddings, layers of attention, and a matrix that reads answers
/// from what they give. No feed-forward, no normalisation, no biases.

#include <array>
#include <optional>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "kernels/projection_gradients.hpp"
#include "latent_attention/weights.hpp"
#include "lesson/training/examples.hpp"
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

/// How the parameters start.
struct ModelStart {
  std::uint64_t seed = 0;
  bool symmetric = false;  ///< every head's blocks of W_Q, W_K, W_V and W_O are head 0's
  double noise = 0;        ///< standard deviation of what is added to those of each head then
};

/// Matrices of one layer: W_Q, W_K, W_V and W_O in the order of WeightName; W_O may be absent, and
/// so are W_K and W_V where there are latents.
using LayerMatrices = std::array<std::optional<ParameterMatrix>, 4>;

/// In their place: [d_model, d_latent] and [d_latent, H * D] twice.
struct LatentMatrices {
  ParameterMatrix down, up_keys, up_values;
};

class AttentionModel {
 public:
  /// Embeddings are drawn from N(0, 1), matrices from N(0, 1 / fan_in).
  /// @throws ConfigError, OutOfMemoryError
  AttentionModel(const ModelConfig& config, const ModelStart& start);

  const ModelConfig& config() const { return config_; }
  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }
  /// To be called when the parameters' values were changed.
  void take_values();

  const ParameterMatrix& token_embedding() const { return tokens_; }
  const ParameterMatrix& position_embedding() const { return positions_; }
  const ParameterMatrix& readout() const { return readout_; }

  std::vector<MultiHeadAttention>& layers() { return layers_; }
  /// A layer's weights as MultiHeadAttention has them; shared ones repeated.
  AttentionWeights layer_weights(std::size_t layer) const;
  /// The same of a layer with latents, which W_K and W_V are made of.
  LatentAttentionWeights latent_weights(std::size_t layer) const;
  /// Replaces W_DKV, W_UK and W_UV. To be followed by take_values().
  void set_latents(std::size_t layer, const LatentAttentionWeights& weights);
  /// Replaces a layer's parameters, of those with latents W_Q and W_O; of shared ones head 0's are
  /// taken. To be followed by take_values().
  void set_layer_weights(std::size_t layer, const AttentionWeights& weights);

  /// What the first layer reads. @return [B, T, d_model]
  const Tensor& embed(const Examples& examples);

  /// @param layers  this model's, or changed copies of them
  /// @param head_mask  [L * H], or empty
  /// @return [B, T, R * V]; valid until the next call
  Tensor& forward(const Examples& examples, std::vector<MultiHeadAttention>& layers,
                  std::span<const float> head_mask = {});

  /// What is read from what the last layer gives, `output`, [.., d_model].
  /// @return [.., R * V]; valid until the next call
  Tensor& read_out(const Tensor& output);

  /// As forward on this model's layers, keeping what backward needs.
  Tensor& forward_keeping(const Examples& examples);
  /// The parameters' gradients of a loss, given those of the logits of forward_keeping. Nothing but
  /// the logits may have changed in between.
  void backward(const Examples& examples, const Tensor& d_logits);

  /// What the layers were given in the last forward. [B, T, d_model]
  const Tensor& input_of(std::size_t layer) const { return inputs_[layer]; }
  /// What a call of a layer is told.
  ForwardOptions options_of(const Examples& examples);
  std::size_t bytes() const;

 private:
  void draw(const ModelStart& start);
  void make_symmetric();
  void repeat_head_0(const ParameterMatrix& matrix, bool is_output);
  void expand_latents(std::size_t layer, AttentionWeights& into) const;
  void latent_gradients(std::size_t layer);
  void expand(std::size_t layer, AttentionWeights& into) const;
  void layer_gradients(std::size_t layer);
  void embedding_gradients(const Examples& examples, const Tensor& d_input);

  ModelConfig config_;
  Parameters parameters_;
  ParameterMatrix tokens_, positions_, readout_;
  std::vector<LayerMatrices> matrices_;  ///< a layer each
  std::vector<LatentMatrices> latents_;  ///< a layer each, or none
  std::vector<MultiHeadAttention> layers_;
  AttentionWeights expanded_;  ///< of the layer that takes its values

  PackedMatrix packed_readout_;
  Tensor position_rows_;        ///< the first T, where they stand beside
  std::vector<Tensor> inputs_;  ///< of each layer, and what the last gives
  Tensor mask_;
  Tensor logits_;
  std::vector<AttentionTape> tapes_;  ///< of each layer
  std::vector<AttentionGradients> gradients_;
  Tensor d_output_;
  ProjectionScratch projection_;
};

}  // namespace manyheads
