#include "training/attention_model.hpp"

#include <algorithm>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr std::array kMatrices = {WeightName::kWq, WeightName::kWk, WeightName::kWv,
                                  WeightName::kWo};

/// Streams of the seed. A layer's matrices begin at kOfLayers, four a layer.
enum Stream : std::uint64_t { kOfTokens, kOfPositions, kOfReadout, kOfNoise, kOfLayers = 64 };

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
      const Shape shape = weight_shape(attention, kMatrices[i]);
      const bool shared = i < config_.shared.size() && config_.shared[i];
      matrices[i] = parameters_.add(shape[0], shared ? attention.d_head : shape[1]);
    }
  }
  readout_ = parameters_.add(width, saturating_product(config_.relations, config_.vocabulary));
  inputs_.resize(matrices_.size() + 1);
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
  if (start.symmetric) make_symmetric();
  if (start.noise == 0) return;
  SeededGenerator generator(start.seed, kOfNoise);
  for (const LayerMatrices& matrices : matrices_) {
    for (const auto& matrix : matrices) {
      if (!matrix) continue;
      for (std::size_t i = 0; i < matrix->size(); ++i) {
        parameters_.values(*matrix)[i] += static_cast<float>(start.noise * generator.normal());
      }
    }
  }
}

/// Column blocks of W_Q, W_K and W_V, and row blocks of W_O, become head 0's.
void AttentionModel::make_symmetric() {
  const auto d_head = static_cast<std::size_t>(config_.attention.d_head);
  for (const LayerMatrices& matrices : matrices_) {
    for (std::size_t i = 0; i < matrices.size(); ++i) {
      if (!matrices[i]) continue;
      const auto& [first, rows, columns] = *matrices[i];
      float* const values = parameters_.values(*matrices[i]);
      const bool is_output = kMatrices[i] == WeightName::kWo;
      const std::size_t block = is_output ? d_head * columns : d_head;
      const std::size_t line = is_output ? rows * columns : columns;
      for (std::size_t at = 0; at < rows * columns; ++at) {
        values[at] = values[at / line * line + at % line % block];
      }
    }
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
    layers_[layer].forward_keeping(inputs_[layer], options, inputs_[layer + 1]);
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
    layers_[layer].backward_kept(*d_above, gradients);
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
  if (!gradients.d_positions) return;
  float* const into = parameters_.gradients(positions_);
  for (std::size_t i = 0; i < gradients.d_positions->size(); ++i) {
    into[i] += gradients.d_positions->data()[i];
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
