#pragma once
/// A model of attention alone: embeddings, layers of attention, and a matrix that reads answers
/// from what they give. No feed-forward, no normalisation, no biases.

#include <span>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "kernels/projection_gradients.hpp"
#include "lesson/training/examples.hpp"
#include "lesson/training/model_parameters.hpp"
#include "lesson/training/model_start.hpp"

namespace manyheads {

class AttentionModel {
 public:
  /// @throws ConfigError, OutOfMemoryError
  AttentionModel(const ModelConfig& config, const ModelStart& start);

  const ModelConfig& config() const { return parameters_.config; }
  Parameters& parameters() { return parameters_.all; }
  const Parameters& parameters() const { return parameters_.all; }
  /// To be called when the parameters' values were changed.
  void take_values();

  const ParameterMatrix& token_embedding() const { return parameters_.tokens; }
  const ParameterMatrix& position_embedding() const { return parameters_.positions; }
  const ParameterMatrix& readout() const { return parameters_.readout; }

  std::vector<MultiHeadAttention>& layers() { return layers_; }
  const std::vector<MultiHeadAttention>& layers() const { return layers_; }
  /// A layer's weights as MultiHeadAttention has them; shared ones repeated.
  AttentionWeights layer_weights(std::size_t layer) const;
  /// The same of a layer with latents, which W_K and W_V are made of.
  LatentAttentionWeights latent_weights(std::size_t layer) const {
    return parameters_.latent_weights(layer);
  }
  /// Replaces W_DKV, W_UK and W_UV. To be followed by take_values().
  void set_latents(std::size_t layer, const LatentAttentionWeights& weights) {
    parameters_.set_latents(layer, weights);
  }
  /// Replaces a layer's parameters, of those with latents W_Q and W_O; of shared ones head 0's are
  /// taken. To be followed by take_values().
  void set_layer_weights(std::size_t layer, const AttentionWeights& weights) {
    parameters_.set_layer(layer, weights);
  }

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

  /// As forward on this model's layers, recording what backward needs.
  Tensor& forward_with_tape(const Examples& examples);
  /// The parameters' gradients of a loss from those of the logits of forward_with_tape. Between the
  /// two there may be no other forward call and no change of parameters.
  void backward(const Examples& examples, const Tensor& d_logits);

  /// What a layer read in the last forward call. [B, T, d_model]
  const Tensor& layer_input(std::size_t layer) const { return inputs_[layer]; }
  /// The options with which layers are called.
  ForwardOptions forward_options(const Examples& examples);
  std::size_t bytes() const;

 private:
  void readout_gradients(const Tensor& d_logits);
  void embedding_gradients(const Examples& examples, const Tensor& d_input);

  ModelParameters parameters_;
  std::vector<MultiHeadAttention> layers_;
  AttentionWeights expanded_;  ///< of the layer that takes its values

  PackedMatrix packed_readout_;
  Tensor position_rows_;        ///< the first T, if positions are beside
  std::vector<Tensor> inputs_;  ///< of each layer, and what the last returns
  Tensor mask_;
  Tensor logits_;
  std::vector<AttentionTape> tapes_;  ///< one per layer
  std::vector<AttentionGradients> gradients_;
  Tensor d_output_;
  ProjectionScratch projection_;
};

}  // namespace manyheads
