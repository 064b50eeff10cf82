#include "lesson/training/attention_model.hpp"

#include <algorithm>
#include <utility>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

std::array<ParameterMatrix, 3> matrices_of(const LatentMatrices& latents) {
  return {latents.down, latents.up_keys, latents.up_values};
}

MatrixView view(const float* values, const ParameterMatrix& matrix) {
  return {values, matrix.rows, matrix.columns, matrix.columns};
}

constexpr std::array kMatrices = {WeightName::kWq, WeightName::kWk, WeightName::kWv,
                                  WeightName::kWo};

bool is_key_or_value(WeightName name) { return name == WeightName::kWk || name == WeightName::kWv; }

/// Streams of the seed. A layer's matrices begin at kOfLayers, four a layer.
enum Stream : std::uint64_t {
  kOfTokens,
  kOfPositions,
  kOfReadout,
  kOfNoise,
  kOfLayers = 64,
  kOfLatents = 1 << 20,  ///< three a layer
};

void add_to(Tensor& sum, const Tensor& x) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum.data()[i] += x.data()[i];
}

}  // namespace

AttentionModel::AttentionModel(const ModelConfig& config, const ModelStart& start)
    : config_(config) {
  const AttentionConfig& attention = config_.attention;
  const Size width = attention.output_projection ? attention.d_model : combined_width(attention);
  if (width != attention.d_model && (config_.residual || config_.num_layers > 1)) {
    throw ConfigError("output_projection",
                      {"trainer: without an output projection, heads that are not concatenated "
                       "give ",
                       width, " numbers, which cannot be added to the ", attention.d_model,
                       " that the next layer reads"});
  }
  tokens_ = parameters_.add(config_.vocabulary, attention.d_model);
  positions_ = parameters_.add(config_.seq_len, attention.d_model);
  for (Size layer = 0; layer < config_.num_layers; ++layer) {
    LayerMatrices& matrices = matrices_.emplace_back();
    for (std::size_t i = 0; i < kMatrices.size(); ++i) {
      if (!has_weight(attention, kMatrices[i])) continue;
      if (config_.d_latent > 0 && is_key_or_value(kMatrices[i])) continue;
      const Shape shape = weight_shape(attention, kMatrices[i]);
      const bool shared = i < config_.shared.size() && config_.shared[i];
      matrices[i] = parameters_.add(shape[0], shared ? attention.d_head : shape[1]);
    }
  }
  for (Size layer = 0; config_.d_latent > 0 && layer < config_.num_layers; ++layer) {
    const Size heads = heads_width(attention);
    latents_.push_back({.down = parameters_.add(attention.d_model, config_.d_latent),
                        .up_keys = parameters_.add(config_.d_latent, heads),
                        .up_values = parameters_.add(config_.d_latent, heads)});
  }
  readout_ = parameters_.add(width, saturating_product(config_.relations, config_.vocabulary));
  inputs_.resize(matrices_.size() + 1);
  tapes_.resize(matrices_.size());
  gradients_.resize(matrices_.size());
  draw(start);
  for (std::size_t layer = 0; layer < matrices_.size(); ++layer) {
    layers_.emplace_back(attention, layer_weights(layer));
  }
  take_values();
}

void AttentionModel::draw(const ModelStart& start) {
  const auto fill = [&](const ParameterMatrix& matrix, std::uint64_t stream, double deviation) {
    fill_normal({parameters_.values(matrix), matrix.size()}, SeededGenerator(start.seed, stream),
                deviation);
  };
  const auto matrix_deviation = [](const ParameterMatrix& matrix) {
    return 1.0 / std::sqrt(static_cast<double>(matrix.rows));
  };
  fill(tokens_, kOfTokens, 1.0);
  fill(positions_, kOfPositions, 1.0);
  fill(readout_, kOfReadout, matrix_deviation(readout_));
  for (std::size_t layer = 0; layer < matrices_.size(); ++layer) {
    for (std::size_t i = 0; i < kMatrices.size(); ++i) {
      const auto& matrix = matrices_[layer][i];
      if (matrix) fill(*matrix, kOfLayers + 4 * layer + i, matrix_deviation(*matrix));
    }
  }
  for (std::size_t layer = 0; layer < latents_.size(); ++layer) {
    std::uint64_t stream = kOfLatents + 3 * layer;
    for (const ParameterMatrix& matrix : matrices_of(latents_[layer])) {
      fill(matrix, stream++, matrix_deviation(matrix));
    }
  }
  if (start.symmetric) make_symmetric();
  if (start.noise == 0) return;
  SeededGenerator generator(start.seed, kOfNoise);
  const auto disturb = [&](const ParameterMatrix& matrix) {
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      parameters_.values(matrix)[i] += static_cast<float>(start.noise * generator.normal());
    }
  };
  for (const LayerMatrices& matrices : matrices_) {
    for (const auto& matrix : matrices) {
      if (matrix) disturb(*matrix);
    }
  }
  for (const LatentMatrices& matrices : latents_) {
    for (const ParameterMatrix& matrix : matrices_of(matrices)) disturb(matrix);
  }
}

/// Column blocks of W_Q, W_K and W_V, or W_UK and W_UV, and row blocks of W_O, become head 0's.
void AttentionModel::make_symmetric() {
  for (const LayerMatrices& matrices : matrices_) {
    for (std::size_t i = 0; i < matrices.size(); ++i) {
      if (matrices[i]) repeat_head_0(*matrices[i], kMatrices[i] == WeightName::kWo);
    }
  }
  for (const LatentMatrices& matrices : latents_) {
    repeat_head_0(matrices.up_keys, false);
    repeat_head_0(matrices.up_values, false);
  }
}

void AttentionModel::repeat_head_0(const ParameterMatrix& matrix, bool is_output) {
  const auto d_head = static_cast<std::size_t>(config_.attention.d_head);
  const auto& [first, rows, columns] = matrix;
  float* const values = parameters_.values(matrix);
  const std::size_t block = is_output ? d_head * columns : d_head;
  const std::size_t line = is_output ? rows * columns : columns;
  for (std::size_t at = 0; at < rows * columns; ++at) {
    values[at] = values[at / line * line + at % line % block];
  }
}

AttentionWeights AttentionModel::layer_weights(std::size_t layer) const {
  AttentionWeights weights;
  expand(layer, weights);
  return weights;
}

void AttentionModel::expand(std::size_t layer, AttentionWeights& into) const {
  for (std::size_t i = 0; i < kMatrices.size(); ++i) {
    const auto& matrix = matrices_[layer][i];
    if (!matrix) continue;
    Tensor& weight = resize(into[kMatrices[i]], weight_shape(config_.attention, kMatrices[i]),
                            to_text(kMatrices[i]));
    repeat_columns(parameters_.values(*matrix), *matrix, weight);
  }
  if (!latents_.empty()) expand_latents(layer, into);
}

/// W_K = W_DKV W_UK and W_V = W_DKV W_UV
void AttentionModel::expand_latents(std::size_t layer, AttentionWeights& into) const {
  const auto& [down, up_keys, up_values] = latents_[layer];
  for (const auto& [name, up] :
       {std::pair(WeightName::kWk, up_keys), {WeightName::kWv, up_values}}) {
    Tensor& weight = resize(into[name], weight_shape(config_.attention, name), to_text(name));
    matmul_reference(view(parameters_.values(down), down), view(parameters_.values(up), up), {},
                     {weight.data(), up.columns});
  }
}

LatentAttentionWeights AttentionModel::latent_weights(std::size_t layer) const {
  const AttentionWeights of_layer = layer_weights(layer);
  LatentAttentionWeights weights;
  weights[LatentWeightName::kWq] = of_layer[WeightName::kWq];
  weights[LatentWeightName::kWo] = of_layer[WeightName::kWo];
  const auto [down, up_keys, up_values] = latents_[layer];
  for (const auto& [name, matrix] : {std::pair(LatentWeightName::kWdkv, down),
                                     {LatentWeightName::kWuk, up_keys},
                                     {LatentWeightName::kWuv, up_values}}) {
    Tensor& weight =
        weights[name].emplace(make_tensor({matrix.rows, matrix.columns}, to_text(name)));
    std::copy_n(parameters_.values(matrix), matrix.size(), weight.data());
  }
  return weights;
}

void AttentionModel::set_latents(std::size_t layer, const LatentAttentionWeights& weights) {
  const auto [down, up_keys, up_values] = latents_[layer];
  for (const auto& [name, matrix] : {std::pair(LatentWeightName::kWdkv, down),
                                     {LatentWeightName::kWuk, up_keys},
                                     {LatentWeightName::kWuv, up_values}}) {
    std::copy_n(weights[name]->data(), matrix.size(), parameters_.values(matrix));
  }
}

void AttentionModel::set_layer_weights(std::size_t layer, const AttentionWeights& weights) {
  for (std::size_t i = 0; i < kMatrices.size(); ++i) {
    const auto& matrix = matrices_[layer][i];
    if (!matrix) continue;
    const Tensor& weight = *weights[kMatrices[i]];
    for (std::size_t row = 0; row < matrix->rows; ++row) {
      std::copy_n(weight.data() + row * weight.shape(1), matrix->columns,
                  parameters_.values(*matrix) + row * matrix->columns);
    }
  }
}

void AttentionModel::take_values() {
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
    expand(layer, expanded_);
    layers_[layer].set_weights(expanded_);
  }
  packed_readout_.assign(
      {parameters_.values(readout_), readout_.rows, readout_.columns, readout_.columns});
}

const Tensor& AttentionModel::embed(const Examples& examples) {
  const std::size_t d_model = tokens_.columns, T = examples.T;
  Tensor& rows = inputs_.front();
  resize(rows, {examples.B, T, d_model}, "the embeddings");
  const float* const of_positions = parameters_.values(positions_);
  for (std::size_t i = 0; i < examples.tokens.size(); ++i) {
    float* const row = rows.data() + i * d_model;
    std::copy_n(parameters_.values(tokens_) + examples.tokens[i] * d_model, d_model, row);
    if (config_.positions_beside) continue;
    const float* const position = of_positions + i % T * d_model;
    for (std::size_t j = 0; j < d_model; ++j) row[j] += position[j];
  }
  if (config_.positions_beside) {
    resize(position_rows_, {T, d_model}, "positions");
    std::copy_n(of_positions, T * d_model, position_rows_.data());
  }
  return rows;
}

ForwardOptions AttentionModel::options_of(const Examples& examples) {
  ForwardOptions options;
  options.causal = config_.causal;
  if (config_.positions_beside) options.positions = &position_rows_;
  if (examples.padded()) options.valid_lens = examples.lengths;
  return options;
}

Tensor& AttentionModel::forward(const Examples& examples, std::vector<MultiHeadAttention>& layers,
                                std::span<const float> head_mask) {
  embed(examples);
  ForwardOptions options = options_of(examples);
  const auto H = static_cast<std::size_t>(config_.attention.num_heads);
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    if (!head_mask.empty()) {
      resize(mask_, {H}, "head_mask");
      std::copy_n(head_mask.data() + layer * H, H, mask_.data());
      options.head_mask = &mask_;
    }
    layers[layer].forward(inputs_[layer], options, inputs_[layer + 1]);
    if (config_.residual) add_to(inputs_[layer + 1], inputs_[layer]);
  }
  return read_out(inputs_.back());
}

Tensor& AttentionModel::forward_keeping(const Examples& examples) {
  embed(examples);
  const ForwardOptions options = options_of(examples);
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
    tapes_[layer] = layers_[layer].forward_keeping(inputs_[layer], options, inputs_[layer + 1],
                                                   std::move(tapes_[layer]));
    if (config_.residual) add_to(inputs_[layer + 1], inputs_[layer]);
  }
  return read_out(inputs_.back());
}

Tensor& AttentionModel::read_out(const Tensor& output) {
  Shape shape = shape_of(output);
  shape.back() = readout_.columns;
  resize(logits_, shape, "the logits");
  matmul(rows_of(output), packed_readout_, readout_.columns, {},
         {logits_.data(), readout_.columns});
  return logits_;
}

void AttentionModel::backward(const Examples& examples, const Tensor& d_logits) {
  const MatrixView dy = rows_of(d_logits);
  const MatrixView read = rows_of(inputs_.back());
  weight_gradient(read, dy, projection_, {parameters_.gradients(readout_), readout_.columns});
  resize(d_output_, shape_of(inputs_.back()), "a gradient");
  input_gradient(dy, packed_readout_, projection_, {d_output_.data(), read.columns},
                 Into::kReplaced);

  std::fill_n(parameters_.gradients(positions_), positions_.size(), 0.0f);
  const Tensor* d_above = &d_output_;
  for (std::size_t layer = layers_.size(); layer-- > 0;) {
    AttentionGradients& gradients = gradients_[layer];
    layers_[layer].backward(tapes_[layer], *d_above, gradients);
    if (config_.residual) add_to(gradients.dx, *d_above);
    layer_gradients(layer);
    d_above = &gradients.dx;
  }
  embedding_gradients(examples, *d_above);
}

void AttentionModel::layer_gradients(std::size_t layer) {
  const AttentionGradients& gradients = gradients_[layer];
  for (std::size_t i = 0; i < kMatrices.size(); ++i) {
    const auto& matrix = matrices_[layer][i];
    if (matrix) {
      sum_columns(*gradients.d_weights[kMatrices[i]], *matrix, parameters_.gradients(*matrix));
    }
  }
  if (!latents_.empty()) latent_gradients(layer);
  if (!gradients.d_positions) return;
  float* const into = parameters_.gradients(positions_);
  for (std::size_t i = 0; i < gradients.d_positions->size(); ++i) {
    into[i] += gradients.d_positions->data()[i];
  }
}

/// dW_UK = W_DKV^T dW_K, dW_UV = W_DKV^T dW_V, dW_DKV = dW_K W_UK^T + dW_V W_UV^T
void AttentionModel::latent_gradients(std::size_t layer) {
  const auto& [down, up_keys, up_values] = latents_[layer];
  const MatrixView of_down = view(parameters_.values(down), down);
  float* const into_down = parameters_.gradients(down);
  std::fill_n(into_down, down.size(), 0.0f);
  std::vector<float> part(down.size());
  for (const auto& [name, up] :
       {std::pair(WeightName::kWk, up_keys), {WeightName::kWv, up_values}}) {
    const MatrixView d_weight = rows_of(*gradients_[layer].d_weights[name]);
    matmul_reference(of_down.transposed(), d_weight, {}, {parameters_.gradients(up), up.columns});
    matmul_reference(d_weight, view(parameters_.values(up), up).transposed(), {},
                     {part.data(), down.columns});
    for (std::size_t i = 0; i < part.size(); ++i) into_down[i] += part[i];
  }
}

void AttentionModel::embedding_gradients(const Examples& examples, const Tensor& d_input) {
  const std::size_t d_model = tokens_.columns;
  const auto add_row = [&](const ParameterMatrix& matrix, std::size_t row, const float* from) {
    float* const into = parameters_.gradients(matrix) + row * d_model;
    for (std::size_t j = 0; j < d_model; ++j) into[j] += from[j];
  };
  std::fill_n(parameters_.gradients(tokens_), tokens_.size(), 0.0f);
  for (std::size_t i = 0; i < examples.tokens.size(); ++i) {
    const float* const row = d_input.data() + i * d_model;
    add_row(tokens_, examples.tokens[i], row);
    if (!config_.positions_beside) add_row(positions_, i % examples.T, row);
  }
}

std::size_t AttentionModel::bytes() const {
  std::size_t bytes = 2 * parameters_.size() * sizeof(float);
  for (const MultiHeadAttention& layer : layers_) bytes += layer.bytes();
  return bytes + packed_readout_.bytes();
}

}  // namespace manyheads
