#pragma once
/// A model that only has attention: embeddings, layers of attention, and a readout matrix that
/// predicts answers from their output. No feed-forward, no normalisation, no biases.

#include <optional>
#include <span>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "kernels/projection_gradients.hpp"
#include "lesson/training/examples.hpp"
#include "lesson/training/model_init.hpp"
#include "lesson/training/model_parameters.hpp"

namespace manyheads {

class AttentionModel {
 public:
  /// Without a start all values are 0, for a caller that sets them.
  /// @throws ConfigError, OutOfMemoryError
  AttentionModel(const ModelConfig& config, const std::optional<ModelInit>& start);

  const ModelConfig& config() const { return parameters_.config; }
  Parameters& parameters() { return parameters_.all; }
  const Parameters& parameters() const { return parameters_.all; }
  /// Must be called after the parameters' values have changed: copies them into the layers.
  void update_layers();

  const ParameterMatrix& token_embedding() const { return parameters_.tokens; }
  const ParameterMatrix& position_embedding() const { return parameters_.positions; }
  const ParameterMatrix& readout() const { return parameters_.readout; }

  std::vector<MultiHeadAttention>& layers() { return layers_; }
  const std::vector<MultiHeadAttention>& layers() const { return layers_; }
  /// A layer's weights since the last update_layers(); shared matrices are repeated.
  AttentionWeights layer_weights(std::size_t layer) const { return layers_[layer].weights(); }
  /// The same for a layer with latents.
  LatentAttentionWeights latent_weights(std::size_t layer) const {
    return parameters_.latent_weights(layer, layer_weights(layer));
  }
  /// Replaces W_DKV, W_UK and W_UV. Call update_layers() afterwards.
  void set_latents(std::size_t layer, const LatentAttentionWeights& weights) {
    parameters_.set_latents(layer, weights);
  }
  /// Replaces a layer's parameters; with latents only W_Q and W_O. Takes head 0's columns of shared
  /// matrices. Call update_layers() afterwards.
  void set_layer_weights(std::size_t layer, const AttentionWeights& weights) {
    parameters_.set_layer(layer, weights);
  }

  /// The input of the first layer. @return [B, T, d_model]
  const Tensor& embed(const Examples& examples);

  /// @param layers  this model's layers, or changed copies of them
  /// @param head_mask  [L * H], or empty
  /// @return [B, T, R * V]; valid until the next call
  Tensor& forward(const Examples& examples, std::vector<MultiHeadAttention>& layers,
                  std::span<const float> head_mask = {});

  /// The logits for an output of the last layer, [.., d_model].
  /// @return [.., R * V]; valid until the next call
  Tensor& read_out(const Tensor& output);

  /// Runs forward on this model's layers and records what backward needs.
  Tensor& forward_with_tape(const Examples& examples);
  /// Computes the gradients of the parameters from those of the logits of forward_with_tape.
  /// Between the two calls there must be no other forward call and no change of parameters.
  void backward(const Examples& examples, const Tensor& d_logits);

  /// The input of a layer in the last forward call, [B, T, d_model].
  const Tensor& layer_input(std::size_t layer) const { return inputs_[layer]; }
  /// The options for calls of the layers.
  ForwardOptions forward_options(const Examples& examples);
  std::size_t bytes() const;

 private:
  void readout_gradients(const Tensor& d_logits);
  void embedding_gradients(const Examples& examples, const Tensor& d_input);

  ModelParameters parameters_;
  std::vector<MultiHeadAttention> layers_;
  AttentionWeights expanded_;  ///< of the layer that is being updated

  PackedMatrix packed_readout_;
  Tensor position_rows_;        ///< the first T, if positions_in_attention
  std::vector<Tensor> inputs_;  ///< of each layer, then the output of the last
  Tensor mask_;
  Tensor logits_;
  std::vector<AttentionTape> tapes_;  ///< one per layer
  std::vector<AttentionGradients> gradients_;
  Tensor d_output_;
  ProjectionScratch projection_;
};

}  // namespace manyheads
