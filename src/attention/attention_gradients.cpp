#include "attention/attention_gradients.hpp"

#include <algorithm>

#include "attention/multi_head_attention.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

constexpr std::string_view kOperation = "backward";

WeightName bias_of(WeightName matrix) {
  return static_cast<WeightName>(static_cast<int>(matrix) + static_cast<int>(WeightName::kBq));
}

/// [T, width] or [B, T, width], as x is.
Shape rows_shape(const ForwardShape& run, Size width) {
  return run.batched ? Shape{run.B, run.T, width} : Shape{run.T, width};
}

void check_d_output(const AttentionConfig& config, const Tensor& d_output,
                    const ForwardShape& run) {
  const Size width = config.output_projection ? config.d_model : combined_width(config);
  require_shape(kOperation, "d_output", shape_of(d_output), rows_shape(run, width),
                "as the output has");
}

void require_finite_inputs(const Tensor& x, const Tensor& d_output, const ForwardOptions& options) {
  require_finite(x, "x", kOperation);
  if (options.context) require_finite(*options.context, "context", kOperation);
  if (options.keys) require_finite(*options.keys, "keys", kOperation);
  if (options.values) require_finite(*options.values, "values", kOperation);
  if (options.positions) require_finite(*options.positions, "positions", kOperation);
  if (options.score_bias) require_finite(*options.score_bias, "score_bias", kOperation);
  require_finite(d_output, "d_output", kOperation);
}

void require_finite_gradients(const AttentionGradients& gradients) {
  require_finite(gradients.dx, "dx", kOperation);
  if (gradients.d_context) require_finite(*gradients.d_context, "d_context", kOperation);
  if (gradients.d_keys) require_finite(*gradients.d_keys, "d_keys", kOperation);
  if (gradients.d_values) require_finite(*gradients.d_values, "d_values", kOperation);
  if (gradients.d_positions) require_finite(*gradients.d_positions, "d_positions", kOperation);
  for (WeightName name : kWeightNames) {
    const std::optional<Tensor>& d_weight = gradients.d_weights[name];
    if (d_weight) require_finite(*d_weight, message({"d", to_text(name)}), kOperation);
  }
}

/// The sum of `rows` over the batch axis.
void sum_over_batch(const Tensor& rows, Tensor& sum) {
  const std::size_t of_batch_row = sum.size();
  std::copy_n(rows.data(), of_batch_row, sum.data());
  for (std::size_t first = of_batch_row; first < rows.size(); first += of_batch_row) {
    for (std::size_t i = 0; i < of_batch_row; ++i) sum.data()[i] += rows.data()[first + i];
  }
}

/// Zeros that lie as `like` does.
HeadRows<float> zeros_like(const HeadRows<const float>& like, std::size_t rows, Buffer& buffer) {
  float* const data = buffer.reserve({rows, like.row_stride}, "a gradient");
  std::fill_n(data, rows * like.row_stride, 0.0f);
  return {data, like.batch_stride, like.head_stride, like.row_stride};
}

}  // namespace

void MultiHeadAttention::backward(const Tensor& x, const Tensor& d_output,
                                  const ForwardOptions& options, AttentionGradients& gradients) {
  const ForwardShape run = checked_shape(config_, x, options, kOperation);
  check_d_output(config_, d_output, run);
  if (options.check_finite) require_finite_inputs(x, d_output, options);
  const Inputs inputs = inputs_of(x, run, options);
  backward_from(project_all(inputs, run, options), inputs, nullptr, d_output, gradients);
}

void MultiHeadAttention::backward_kept(const Tensor& d_output, AttentionGradients& gradients) {
  if (!kept_) {
    throw ConfigError("d_output",
                      "backward: nothing is kept; call forward_keeping first, and between the two "
                      "nothing else that computes with the weights or changes them");
  }
  const auto& [run, options, inputs, weights] = *kept_;
  check_d_output(config_, d_output, run);
  if (options.check_finite) require_finite(d_output, "d_output", kOperation);
  const KeysAndValues from{.k = split(WeightName::kWk, run.S, scratch_.k),
                           .v = split(WeightName::kWv, run.S, scratch_.v)};
  const HeadRows<const float> queries = split(WeightName::kWq, run.T, scratch_.q);
  backward_from(arguments_of(queries, run, options, from), inputs, &*kept_, d_output, gradients);
}

void MultiHeadAttention::backward_from(const AttendArguments& arguments, const Inputs& inputs,
                                       const Kept* kept, const Tensor& d_output,
                                       AttentionGradients& gradients) {
  const ForwardShape& run = arguments.run;
  const ForwardOptions& options = arguments.options;
  const HeadRows<float> heads = heads_beside(run), unwanted{nullptr, 0, 0, 0};

  BackwardScratch& scratch = scratch_.backward;
  attend_backward(arguments,
                  {.d_heads = backward_through_output(d_output, run),
                   .heads = config_.output_projection && !kept ? heads : unwanted,
                   .dq = zeros_like(arguments.q, run.B * run.T, scratch.dq),
                   .dk = zeros_like(arguments.k, run.B * run.S, scratch.dk),
                   .dv = zeros_like(arguments.v, run.B * run.S, scratch.dv)},
                  scratch.attend, kept && kept->weights ? &*kept->weights : nullptr);

  if (config_.output_projection) output_gradients(heads, d_output, run, gradients);
  resize(gradients.dx, rows_shape(run, config_.d_model), "dx");
  projection_gradients(WeightName::kWq, inputs.of_queries, scratch.dq, Into::kReplaced, gradients,
                       gradients.dx);
  /// Where the gradient of an input that may be there belongs, or else `otherwise`.
  const auto gradient_of = [](const Tensor* input, std::optional<Tensor>& gradient,
                              std::string_view name, Tensor& otherwise) -> Tensor& {
    if (input) return resize(gradient, shape_of(*input), name);
    gradient.reset();
    return otherwise;
  };
  Tensor& d_context = gradient_of(options.context, gradients.d_context, "d_context", gradients.dx);
  Tensor& d_keys = gradient_of(options.keys, gradients.d_keys, "d_keys", d_context);
  Tensor& d_values = gradient_of(options.values, gradients.d_values, "d_values", d_context);
  projection_gradients(WeightName::kWk, inputs.of_keys, scratch.dk,
                       &d_keys == &gradients.dx ? Into::kAdded : Into::kReplaced, gradients,
                       d_keys);
  if (!options.positions) {
    gradients.d_positions.reset();
  } else {  // dx holds the paths through queries and keys, and those alone
    sum_over_batch(gradients.dx,
                   resize(gradients.d_positions, shape_of(*options.positions), "d_positions"));
  }
  projection_gradients(WeightName::kWv, inputs.of_values, scratch.dv,
                       &d_values == &d_keys ? Into::kAdded : Into::kReplaced, gradients, d_values);
  for (WeightName name : kWeightNames) {
    if (!has_weight(config_, name)) gradients.d_weights[name].reset();
  }
  if (options.check_finite) require_finite_gradients(gradients);
}

/// Gradients of the heads' outputs; of summed or averaged heads, all read the same.
HeadRows<const float> MultiHeadAttention::backward_through_output(const Tensor& d_output,
                                                                  const ForwardShape& run) {
  BackwardScratch& scratch = scratch_.backward;
  const auto width = static_cast<std::size_t>(combined_width(config_));
  float* const d_combined = scratch.d_combined.reserve({run.B, run.T, width}, "d_combined");
  const std::span all(d_combined, run.B * run.T * width);
  if (config_.output_projection) {
    input_gradient(rows_of(d_output), matrix(WeightName::kWo), scratch.projection,
                   {d_combined, width}, Into::kReplaced);
  } else {
    std::copy_n(d_output.data(), all.size(), d_combined);
  }
  if (config_.combine == Combine::kConcat) return side_by_side(d_combined, run);
  if (config_.combine == Combine::kMean) {
    for (float& value : all) value /= static_cast<float>(config_.num_heads);
  }
  return {d_combined, run.T * width, 0, width};
}

void MultiHeadAttention::output_gradients(const HeadRows<float>& heads, const Tensor& d_output,
                                          const ForwardShape& run, AttentionGradients& gradients) {
  ProjectionScratch& scratch = scratch_.backward.projection;
  const auto width = static_cast<std::size_t>(combined_width(config_));
  const MatrixView dy = rows_of(d_output);
  Tensor& dwo =
      resize(gradients.d_weights[WeightName::kWo], weight_shape(config_, WeightName::kWo), "dwo");
  weight_gradient({combined(heads, run), dy.rows, width, width}, dy, scratch,
                  {dwo.data(), dy.columns});
  if (!config_.bias) return;
  Tensor& dbo =
      resize(gradients.d_weights[WeightName::kBo], weight_shape(config_, WeightName::kBo), "dbo");
  bias_gradient(dy, scratch, dbo.data());
}

/// Of W_Q, W_K or W_V, its bias, and what it projects. Of tied heads only head 0's columns are
/// used.
void MultiHeadAttention::projection_gradients(WeightName name, MatrixView input,
                                              const Buffer& d_projected, Into into,
                                              AttentionGradients& gradients, Tensor& d_input) {
  ProjectionScratch& scratch = scratch_.backward.projection;
  const std::size_t width = matrix(name).columns();
  const MatrixView dy{d_projected.data(), input.rows, width, width};
  const auto gradient = [&](WeightName of) -> Tensor& {
    Tensor& d_weight =
        resize(gradients.d_weights[of], weight_shape(config_, of), "a weight's gradient");
    if (config_.tie_heads) d_weight.fill(0.0f);
    return d_weight;
  };
  Tensor& dw = gradient(name);
  weight_gradient(input, dy, scratch, {dw.data(), dw.shape(1)});
  if (config_.bias) bias_gradient(dy, scratch, gradient(bias_of(name)).data());
  input_gradient(dy, matrix(name), scratch, {d_input.data(), input.columns}, into);
}

}  // namespace manyheads
