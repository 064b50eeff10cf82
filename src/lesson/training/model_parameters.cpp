#include "lesson/training/model_parameters.hpp"

#include <algorithm>

#include "kernels/matmul.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

MatrixView matrix_view(const float* values, const ParameterMatrix& matrix) {
  return {values, matrix.rows, matrix.columns, matrix.columns};
}

/// Each latent matrix with its name in latent attention.
std::array<std::pair<LatentWeightName, ParameterMatrix>, 3> named_matrices(
    const LatentMatrices& latents) {
  return {{{LatentWeightName::kWdkv, latents.down},
           {LatentWeightName::kWuk, latents.up_keys},
           {LatentWeightName::kWuv, latents.up_values}}};
}

void check_layer_width(const ModelConfig& config) {
  const Size width = output_width(config.attention), d_model = config.attention.d_model;
  if (width != d_model && (config.residual || config.num_layers > 1)) {
    throw ConfigError(
        "output_projection",
        {"trainer: without an output projection, heads that are not concatenated give ", width,
         " numbers, which cannot be added to the ", d_model, " that the next layer reads"});
  }
}

LayerMatrices add_layer(const ModelConfig& config, Parameters& parameters) {
  LayerMatrices matrices;
  for (std::size_t i = 0; i < kLayerMatrices.size(); ++i) {
    const WeightName name = kLayerMatrices[i];
    if (!has_weight(config.attention, name)) continue;
    if (config.d_latent > 0 && is_key_or_value(name)) continue;
    const Shape shape = weight_shape(config.attention, name);
    const bool shared = i < config.shared.size() && config.shared[i];
    matrices[i] = parameters.add(shape[0], shared ? config.attention.d_head : shape[1]);
  }
  return matrices;
}

LatentMatrices add_latents(const ModelConfig& config, Parameters& parameters) {
  const Size heads = heads_width(config.attention);
  return {.down = parameters.add(config.attention.d_model, config.d_latent),
          .up_keys = parameters.add(config.d_latent, heads),
          .up_values = parameters.add(config.d_latent, heads)};
}

}  // namespace

ModelParameters::ModelParameters(const ModelConfig& model) : config(model) {
  check_layer_width(config);
  const Size d_model = config.attention.d_model;
  tokens = all.add(config.vocabulary, d_model);
  positions = all.add(config.seq_len, d_model);
  for (Size layer = 0; layer < config.num_layers; ++layer) {
    layers.push_back(add_layer(config, all));
  }
  for (Size layer = 0; config.d_latent > 0 && layer < config.num_layers; ++layer) {
    latents.push_back(add_latents(config, all));
  }
  readout = all.add(output_width(config.attention),
                    saturating_product(config.relations, config.vocabulary));
}

void ModelParameters::expand_layer(std::size_t layer, AttentionWeights& weights) const {
  for (std::size_t i = 0; i < kLayerMatrices.size(); ++i) {
    const auto& matrix = layers[layer][i];
    if (!matrix) continue;
    const WeightName name = kLayerMatrices[i];
    Tensor& weight = resize(weights[name], weight_shape(config.attention, name), to_text(name));
    repeat_columns(all.values(*matrix), *matrix, weight);
  }
  if (!latents.empty()) expand_latents(layer, weights);
}

/// W_K = W_DKV W_UK and W_V = W_DKV W_UV
void ModelParameters::expand_latents(std::size_t layer, AttentionWeights& weights) const {
  const ParameterMatrix& down = latents[layer].down;
  for (const auto& [name, up] : latents[layer].up()) {
    Tensor& weight = resize(weights[name], weight_shape(config.attention, name), to_text(name));
    matmul_reference(matrix_view(all.values(down), down), matrix_view(all.values(up), up), {},
                     {weight.data(), up.columns});
  }
}

LatentAttentionWeights ModelParameters::latent_weights(std::size_t layer,
                                                       AttentionWeights weights) const {
  LatentAttentionWeights latent;
  latent[LatentWeightName::kWq] = std::move(weights[WeightName::kWq]);
  latent[LatentWeightName::kWo] = std::move(weights[WeightName::kWo]);
  for (const auto& [name, matrix] : named_matrices(latents[layer])) {
    Tensor& weight =
        latent[name].emplace(make_tensor({matrix.rows, matrix.columns}, to_text(name)));
    std::copy_n(all.values(matrix), matrix.size(), weight.data());
  }
  return latent;
}

void ModelParameters::set_latents(std::size_t layer, const LatentAttentionWeights& weights) {
  for (const auto& [name, matrix] : named_matrices(latents[layer])) {
    std::copy_n(weights[name]->data(), matrix.size(), all.values(matrix));
  }
}

void ModelParameters::set_layer(std::size_t layer, const AttentionWeights& weights) {
  for (std::size_t i = 0; i < kLayerMatrices.size(); ++i) {
    const auto& matrix = layers[layer][i];
    if (!matrix) continue;
    const Tensor& weight = *weights[kLayerMatrices[i]];
    for (std::size_t row = 0; row < matrix->rows; ++row) {
      std::copy_n(weight.data() + row * weight.shape(1), matrix->columns,
                  all.values(*matrix) + row * matrix->columns);
    }
  }
}

void ModelParameters::collect_layer_gradients(std::size_t layer,
                                              const AttentionGradients& gradients) {
  for (std::size_t i = 0; i < kLayerMatrices.size(); ++i) {
    const auto& matrix = layers[layer][i];
    if (!matrix) continue;
    sum_columns(*gradients.d_weights[kLayerMatrices[i]], *matrix, all.gradients(*matrix));
  }
  if (!latents.empty()) collect_latent_gradients(layer, gradients.d_weights);
  if (!gradients.d_positions) return;
  float* const d_positions = all.gradients(positions);
  for (std::size_t i = 0; i < gradients.d_positions->size(); ++i) {
    d_positions[i] += gradients.d_positions->data()[i];
  }
}

/// dW_UK = W_DKV^T dW_K, dW_UV = W_DKV^T dW_V, dW_DKV = dW_K W_UK^T + dW_V W_UV^T
void ModelParameters::collect_latent_gradients(std::size_t layer,
                                               const AttentionWeights& d_weights) {
  const ParameterMatrix& down = latents[layer].down;
  const MatrixView down_values = matrix_view(all.values(down), down);
  float* const d_down = all.gradients(down);
  std::fill_n(d_down, down.size(), 0.0f);
  std::vector<float> part(down.size());
  for (const auto& [name, up] : latents[layer].up()) {
    const MatrixView d_weight = as_matrix(*d_weights[name]);
    matmul_reference(down_values.transposed(), d_weight, {}, {all.gradients(up), up.columns});
    matmul_reference(d_weight, matrix_view(all.values(up), up).transposed(), {},
                     {part.data(), down.columns});
    for (std::size_t i = 0; i < part.size(); ++i) d_down[i] += part[i];
  }
}

}  // namespace manyheads
