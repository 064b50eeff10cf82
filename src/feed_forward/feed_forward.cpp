#include "feed_forward/feed_forward.hpp"

#include <algorithm>
#include <utility>

#include "kernels/softmax.hpp"
#include "tensor/random.hpp"

namespace manyheads {
namespace {

void check_x(std::string_view operation, const FeedForwardConfig& config, const Tensor& x) {
  const Shape shape = shape_of(x);
  require_rank(operation, "x", shape, {2, 3}, "[T, `d_model`] or [B, T, `d_model`]");
  require_axis(operation, "x", shape, shape.size() - 1, config.d_model, "`d_model`");
  checked_size(shape, "x");
}

RowsOut rows_out(Tensor& tensor) { return {tensor.data(), tensor.shape().back()}; }

}  // namespace

FeedForward::FeedForward(const FeedForwardConfig& config, FeedForwardWeights weights)
    : config_(config) {
  check_config(config_);
  check_weights(config_, weights);
  for (FeedForwardWeight name : kFeedForwardWeights) {
    if (has_weight(config_, name)) checked_size(weight_shape(config_, name), to_text(name));
  }
  // First makes room for all matrices, because drawing large weights takes seconds.
  for (FeedForwardWeight name : kFeedForwardWeights) {
    if (!has_weight(config_, name) || is_bias(name)) continue;
    const Shape shape = weight_shape(config_, name);
    matrices_[matrix_index(name)].resize(shape[0], shape[1]);
  }
  for (FeedForwardWeight name : kFeedForwardWeights) {
    if (!has_weight(config_, name)) continue;
    const Tensor weight = weights[name] ? *std::move(weights[name]) : seeded_weight(config_, name);
    if (!is_bias(name)) {
      matrices_[matrix_index(name)].assign(as_matrix(weight));
    } else {
      biases_[matrix_index(name)].assign(weight.begin(), weight.end());
    }
  }
}

FeedForwardWeights FeedForward::weights() const {
  FeedForwardWeights copies;
  for (FeedForwardWeight name : kFeedForwardWeights) {
    if (!has_weight(config_, name)) continue;
    if (!is_bias(name)) {
      copies[name] = matrix(name).unpack();
    } else {
      copies[name] = make_tensor({bias(name).size()}, to_text(name));
      std::ranges::copy(bias(name), copies[name]->data());
    }
  }
  return copies;
}

void FeedForward::forward(const Tensor& x, Tensor& output) {
  check_x("forward", config_, x);
  const MatrixView hidden = compute_hidden(x);
  project_output(hidden, shape_of(x), output);
}

FeedForwardTrace FeedForward::trace(const Tensor& x) {
  check_x("trace", config_, x);
  const MatrixView hidden = compute_hidden(x);
  const Preactivations inputs = preactivations(hidden.rows);
  Shape shape = shape_of(x);
  shape.back() = config_.d_ff;
  const auto copy_rows = [&](const float* rows, std::string_view name) {
    Tensor copy = make_tensor(shape, name);
    std::copy_n(rows, copy.size(), copy.data());
    return copy;
  };

  FeedForwardTrace trace;
  trace.a = copy_rows(inputs.z, "a");
  if (is_gated(config_.activation)) trace.b = copy_rows(inputs.up, "b");
  trace.hidden = copy_rows(hidden.data, "hidden");
  project_output(hidden, shape_of(x), trace.output);
  float* const gates = hidden_rows(hidden.rows, scratch_.d_hidden);
  activate_without_up(config_.activation, inputs, gates);
  trace.activated = copy_rows(gates, "activated");
  return trace;
}

void FeedForward::backward(const Tensor& x, const Tensor& d_output,
                           FeedForwardGradients& gradients) {
  check_x("backward", config_, x);
  require_shape("backward", "d_output", shape_of(d_output), shape_of(x), "as x has");
  const MatrixView hidden = compute_hidden(x), dy = as_matrix(d_output);
  const std::size_t rows = hidden.rows, d_ff = hidden.columns;
  const bool gated = is_gated(config_.activation);
  ProjectionScratch& scratch = scratch_.projection;
  for (FeedForwardWeight name : kFeedForwardWeights) {
    if (!has_weight(config_, name)) gradients.d_weights[name].reset();
  }

  weight_gradients(hidden, dy, FeedForwardWeight::kW2, gradients);
  float* const dz = hidden_rows(rows, scratch_.d_hidden);
  float* const d_up = gated ? hidden_rows(rows, scratch_.d_up) : nullptr;
  input_gradient(dy, matrix(FeedForwardWeight::kW2), scratch, {dz, d_ff}, WriteMode::kReplace);
  activate_backward(config_.activation, preactivations(rows), dz, d_up);

  const MatrixView dz_rows{dz, rows, d_ff, d_ff}, d_up_rows{d_up, rows, d_ff, d_ff};
  weight_gradients(as_matrix(x), dz_rows, FeedForwardWeight::kW1, gradients);
  if (gated) weight_gradients(as_matrix(x), d_up_rows, FeedForwardWeight::kW3, gradients);
  resize(gradients.dx, shape_of(x), "dx");  // may be x, which is not read any more
  input_gradient(dz_rows, matrix(FeedForwardWeight::kW1), scratch, rows_out(gradients.dx),
                 WriteMode::kReplace);
  if (!gated) return;
  input_gradient(d_up_rows, matrix(FeedForwardWeight::kW3), scratch, rows_out(gradients.dx),
                 WriteMode::kAdd);
}

std::size_t FeedForward::bytes() const {
  std::size_t bytes = 0;
  for (const PackedMatrix& weight : matrices_) bytes += weight.bytes();
  for (const auto& weight : biases_) bytes += weight.size() * sizeof(float);
  return bytes;
}

const PackedMatrix& FeedForward::matrix(FeedForwardWeight name) const {
  return matrices_[matrix_index(name)];
}

std::span<const float> FeedForward::bias(FeedForwardWeight name) const {
  return biases_[matrix_index(name)];
}

/// Makes room for hidden rows, not initialised, and sets the padding of the last vector to 0.
float* FeedForward::hidden_rows(std::size_t rows, Buffer& buffer) const {
  const auto d_ff = static_cast<std::size_t>(config_.d_ff);
  float* const data = buffer.reserve({rows, whole_vectors(d_ff)}, "the hidden layer");
  std::fill(data + rows * d_ff, data + whole_vectors(rows * d_ff), 0.0f);
  return data;
}

/// The hidden layer of all rows, [rows, d_ff]. Its preactivations stay in the scratch.
MatrixView FeedForward::compute_hidden(const Tensor& x) {
  const MatrixView rows = as_matrix(x);
  const auto d_ff = static_cast<std::size_t>(config_.d_ff);
  const auto project = [&](FeedForwardWeight name, std::span<const float> biases, Buffer& buffer) {
    matmul(rows, matrix(name), d_ff, biases, {hidden_rows(rows.rows, buffer), d_ff});
  };
  project(FeedForwardWeight::kW1, bias(FeedForwardWeight::kB1), scratch_.z);
  if (is_gated(config_.activation)) project(FeedForwardWeight::kW3, {}, scratch_.up);
  float* const hidden = hidden_rows(rows.rows, scratch_.hidden);
  activate(config_.activation, preactivations(rows.rows), hidden);
  return {hidden, rows.rows, d_ff, d_ff};
}

/// The output of the hidden layer's rows, in x's shape.
void FeedForward::project_output(const MatrixView& hidden, const Shape& shape,
                                 Tensor& output) const {
  resize(output, shape, "the output");
  matmul(hidden, matrix(FeedForwardWeight::kW2), config_.d_model, bias(FeedForwardWeight::kB2),
         rows_out(output));
}

Preactivations FeedForward::preactivations(std::size_t rows) const {
  return {scratch_.z.data(), scratch_.up.data(), rows * static_cast<std::size_t>(config_.d_ff)};
}

void FeedForward::weight_gradients(MatrixView input, MatrixView d_projected, FeedForwardWeight name,
                                   FeedForwardGradients& gradients) {
  const auto gradient = [&](FeedForwardWeight each) -> Tensor& {
    return resize(gradients.d_weights[each], weight_shape(config_, each), to_text(each));
  };
  weight_gradient(input, d_projected, scratch_.projection, rows_out(gradient(name)));
  if (!config_.bias) return;
  bias_gradient(d_projected, scratch_.projection, gradient(bias_of(name)).data());
}

}  // namespace manyheads
