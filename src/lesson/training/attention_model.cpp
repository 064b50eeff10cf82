#include "lesson/training/attention_model.hpp"

#include <algorithm>
#include <utility>

namespace manyheads {
namespace {

void add_to(Tensor& sum, const Tensor& x) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum.data()[i] += x.data()[i];
}

}  // namespace

AttentionModel::AttentionModel(const ModelConfig& config, const std::optional<ModelInit>& start)
    : parameters_(config) {
  const std::size_t count = parameters_.layers.size();
  inputs_.resize(count + 1);
  tapes_.resize(count);
  gradients_.resize(count);
  if (start) initialize(*start, parameters_);
  update_layers();
}

/// The first call makes the layers.
void AttentionModel::update_layers() {
  for (std::size_t layer = 0; layer < parameters_.layers.size(); ++layer) {
    parameters_.expand_layer(layer, expanded_);
    if (layer < layers_.size()) {
      layers_[layer].set_weights(expanded_);
    } else {
      layers_.emplace_back(config().attention, expanded_);
    }
  }
  const ParameterMatrix& matrix = readout();
  packed_readout_.assign(
      {parameters().values(matrix), matrix.rows, matrix.columns, matrix.columns});
}

const Tensor& AttentionModel::embed(const Examples& examples) {
  const std::size_t d_model = token_embedding().columns, T = examples.T;
  Tensor& rows = inputs_.front();
  resize(rows, {examples.B, T, d_model}, "the embeddings");
  const float* const tokens = parameters().values(token_embedding());
  const float* const positions = parameters().values(position_embedding());
  for (std::size_t i = 0; i < examples.tokens.size(); ++i) {
    float* const row = rows.data() + i * d_model;
    std::copy_n(tokens + examples.tokens[i] * d_model, d_model, row);
    if (config().positions_in_attention) continue;
    const float* const position = positions + i % T * d_model;
    for (std::size_t j = 0; j < d_model; ++j) row[j] += position[j];
  }
  if (config().positions_in_attention) {
    resize(position_rows_, {T, d_model}, "positions");
    std::copy_n(positions, T * d_model, position_rows_.data());
  }
  return rows;
}

ForwardOptions AttentionModel::forward_options(const Examples& examples) {
  ForwardOptions options;
  options.causal = config().causal;
  if (config().positions_in_attention) options.positions = &position_rows_;
  if (examples.padded()) options.valid_lens = examples.lengths;
  return options;
}

Tensor& AttentionModel::forward(const Examples& examples, std::vector<MultiHeadAttention>& layers,
                                std::span<const float> head_mask) {
  embed(examples);
  ForwardOptions options = forward_options(examples);
  const auto H = static_cast<std::size_t>(config().attention.num_heads);
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    if (!head_mask.empty()) {
      resize(mask_, {H}, "head_mask");
      std::copy_n(head_mask.data() + layer * H, H, mask_.data());
      options.head_mask = &mask_;
    }
    layers[layer].forward(inputs_[layer], options, inputs_[layer + 1]);
    if (config().residual) add_to(inputs_[layer + 1], inputs_[layer]);
  }
  return read_out(inputs_.back());
}

Tensor& AttentionModel::forward_with_tape(const Examples& examples) {
  embed(examples);
  const ForwardOptions options = forward_options(examples);
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
    tapes_[layer] = layers_[layer].forward_with_tape(inputs_[layer], options, inputs_[layer + 1],
                                                     std::move(tapes_[layer]));
    if (config().residual) add_to(inputs_[layer + 1], inputs_[layer]);
  }
  return read_out(inputs_.back());
}

Tensor& AttentionModel::read_out(const Tensor& output) {
  Shape shape = shape_of(output);
  shape.back() = readout().columns;
  resize(logits_, shape, "the logits");
  matmul(as_matrix(output), packed_readout_, readout().columns, {},
         {logits_.data(), readout().columns});
  return logits_;
}

void AttentionModel::backward(const Examples& examples, const Tensor& d_logits) {
  readout_gradients(d_logits);
  const ParameterMatrix& positions = position_embedding();
  std::fill_n(parameters().gradients(positions), positions.size(), 0.0f);
  const Tensor* d_above = &d_output_;
  for (std::size_t layer = layers_.size(); layer-- > 0;) {
    AttentionGradients& gradients = gradients_[layer];
    layers_[layer].backward(tapes_[layer], *d_above, gradients);
    if (config().residual) add_to(gradients.dx, *d_above);
    parameters_.collect_layer_gradients(layer, gradients);
    d_above = &gradients.dx;
  }
  embedding_gradients(examples, *d_above);
}

/// Computes the gradients of the readout and of the output of the last layer.
void AttentionModel::readout_gradients(const Tensor& d_logits) {
  const MatrixView dy = as_matrix(d_logits), x = as_matrix(inputs_.back());
  weight_gradient(x, dy, projection_, {parameters().gradients(readout()), readout().columns});
  resize(d_output_, shape_of(inputs_.back()), "a gradient");
  input_gradient(dy, packed_readout_, projection_, {d_output_.data(), x.columns},
                 WriteMode::kReplace);
}

void AttentionModel::embedding_gradients(const Examples& examples, const Tensor& d_input) {
  const ParameterMatrix &tokens = token_embedding(), &positions = position_embedding();
  const std::size_t d_model = tokens.columns;
  const auto add_row = [&](const ParameterMatrix& matrix, std::size_t row, const float* from) {
    float* const sum = parameters().gradients(matrix) + row * d_model;
    for (std::size_t j = 0; j < d_model; ++j) sum[j] += from[j];
  };
  std::fill_n(parameters().gradients(tokens), tokens.size(), 0.0f);
  for (std::size_t i = 0; i < examples.tokens.size(); ++i) {
    const float* const row = d_input.data() + i * d_model;
    add_row(tokens, examples.tokens[i], row);
    if (!config().positions_in_attention) add_row(positions, i % examples.T, row);
  }
}

std::size_t AttentionModel::bytes() const {
  std::size_t bytes = 2 * parameters().size() * sizeof(float);
  for (const MultiHeadAttention& layer : layers_) bytes += layer.bytes();
  return bytes + packed_readout_.bytes();
}

}  // namespace manyheads
