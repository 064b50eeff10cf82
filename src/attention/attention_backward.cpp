#include "attention/attention_backward.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

constexpr std::string_view kBackward = "backward";

/// [T, width] or [B, T, width], as x is.
Shape rows_shape(const ForwardShape& run, Size width) {
  return run.batched ? Shape{run.B, run.T, width} : Shape{run.T, width};
}

void require_finite_gradients(const AttentionGradients& gradients) {
  require_finite(gradients.dx, "dx", kBackward);
  if (gradients.d_context) require_finite(*gradients.d_context, "d_context", kBackward);
  if (gradients.d_keys) require_finite(*gradients.d_keys, "d_keys", kBackward);
  if (gradients.d_values) require_finite(*gradients.d_values, "d_values", kBackward);
  if (gradients.d_positions) require_finite(*gradients.d_positions, "d_positions", kBackward);
  for (WeightName name : kWeightNames) {
    const std::optional<Tensor>& d_weight = gradients.d_weights[name];
    if (d_weight) require_finite(*d_weight, message({"d", to_text(name)}), kBackward);
  }
}

/// The sum of `rows` over the batch axis.
void sum_over_batch(const Tensor& rows, Tensor& sum) {
  const std::size_t size = sum.size();  // one batch row
  std::copy_n(rows.data(), size, sum.data());
  for (std::size_t first = size; first < rows.size(); first += size) {
    for (std::size_t i = 0; i < size; ++i) sum.data()[i] += rows.data()[first + i];
  }
}

/// The tensor for the gradient of an optional input: its own where there is such an input,
/// otherwise the one that it shares with another input.
Tensor& choose_gradient(const Tensor* input, std::optional<Tensor>& own, std::string_view name,
                        Tensor& shared) {
  if (input) return resize(own, shape_of(*input), name);
  own.reset();
  return shared;
}

/// Zeros in the layout of `like`.
HeadRows<float> zeros_like(const HeadRows<const float>& like, std::size_t rows, Buffer& buffer) {
  float* const data = buffer.reserve({rows, like.row_stride}, "a gradient");
  std::fill_n(data, rows * like.row_stride, 0.0f);
  return {data, like.batch_stride, like.head_stride, like.row_stride};
}

}  // namespace

/// The results of the forward part that a backward pass needs.
struct AttentionBackward::Call {
  AttendArguments arguments;
  ProjectionInputs inputs;
  HeadRows<const float> heads;  ///< [B, H, T, d_head]: attention's outputs
  HeadRows<float> heads_out;    ///< where attend_backward writes them again; null: not needed
  const UnnormalizedWeights* weights;  ///< null: they are computed again
};

void AttentionBackward::compute(const Tensor& x, const Tensor& d_output,
                                const ForwardOptions& options, AttentionGradients& gradients) {
  const ForwardShape run = checked_shape(config(), x, options, kBackward);
  check_d_output(d_output, run);
  if (options.check_finite) {
    require_finite_inputs(x, options, kBackward);
    require_finite(d_output, "d_output", kBackward);
  }
  const ProjectionInputs inputs = projection_inputs(x, run, options, forward_.positioned);
  const AttendArguments arguments =
      project_inputs(projections_, inputs, run, options, forward_.projected);
  const HeadRows<float> heads = scratch_heads(config(), run, forward_.heads);
  const HeadRows<float> heads_out = config().output_projection ? heads : HeadRows<float>{};
  compute_gradients({arguments, inputs, heads, heads_out, nullptr}, d_output, gradients);
}

void AttentionBackward::compute(const AttentionTape& tape, const Tensor& d_output,
                                AttentionGradients& gradients) {
  const AttentionTape::Record* const record = tape.record();
  if (!record || record->version != projections_.version()) {
    throw ConfigError(
        "tape",
        "backward: the tape was made by another layer, or before the weights changed; "
        "call `forward_with_tape` again");
  }
  const ForwardShape& run = record->run;
  check_d_output(d_output, run);
  if (record->options.check_finite) require_finite(d_output, "d_output", kBackward);
  const auto& [q, k, v] = record->projected;
  const KeysAndValues keys_and_values{
      .k = projections_.split_heads(WeightName::kWk, run.S, k.data()),
      .v = projections_.split_heads(WeightName::kWv, run.S, v.data())};
  const AttendArguments arguments =
      attend_arguments(config(), run, record->options,
                       projections_.split_heads(WeightName::kWq, run.T, q.data()), keys_and_values);
  compute_gradients({arguments,
                     record->inputs,
                     heads_side_by_side(config(), run, record->heads.data()),
                     {},
                     record->unnormalized ? &*record->unnormalized : nullptr},
                    d_output, gradients);
}

void AttentionBackward::check_d_output(const Tensor& d_output, const ForwardShape& run) const {
  require_shape(kBackward, "d_output", shape_of(d_output), rows_shape(run, output_width(config())),
                "as the output has");
}

void AttentionBackward::compute_gradients(const Call& call, const Tensor& d_output,
                                          AttentionGradients& gradients) {
  backward_attention(call, d_output);
  AttentionWeights& d_weights = gradients.d_weights;
  if (config().output_projection) output_weight_gradients(call, d_output, d_weights);
  projection_weight_gradients(WeightName::kWq, call.inputs.queries, scratch_.dq, d_weights);
  projection_weight_gradients(WeightName::kWk, call.inputs.keys, scratch_.dk, d_weights);
  projection_weight_gradients(WeightName::kWv, call.inputs.values, scratch_.dv, d_weights);
  for (WeightName name : kWeightNames) {
    if (!has_weight(config(), name)) d_weights[name].reset();
  }
  input_gradients(call, gradients);
  if (call.arguments.options.check_finite) require_finite_gradients(gradients);
}

/// Gradients of queries, keys and values.
void AttentionBackward::backward_attention(const Call& call, const Tensor& d_output) {
  const ForwardShape& run = call.arguments.run;
  attend_backward(call.arguments,
                  {.d_heads = compute_d_heads(d_output, run),
                   .heads = call.heads_out,
                   .dq = zeros_like(call.arguments.q, run.B * run.T, scratch_.dq),
                   .dk = zeros_like(call.arguments.k, run.B * run.S, scratch_.dk),
                   .dv = zeros_like(call.arguments.v, run.B * run.S, scratch_.dv)},
                  scratch_.attend, call.weights);
}

/// The gradients of the heads' outputs. Heads that are summed or averaged all read the same rows.
HeadRows<const float> AttentionBackward::compute_d_heads(const Tensor& d_output,
                                                         const ForwardShape& run) {
  const auto width = static_cast<std::size_t>(combined_width(config()));
  float* const d_combined = scratch_.d_combined.reserve({run.B, run.T, width}, "d_combined");
  const std::span all(d_combined, run.B * run.T * width);
  if (config().output_projection) {
    input_gradient(as_matrix(d_output), projections_.matrix(WeightName::kWo), scratch_.projection,
                   {d_combined, width}, WriteMode::kReplace);
  } else {
    std::copy_n(d_output.data(), all.size(), d_combined);
  }
  if (config().combine == Combine::kConcat) return heads_side_by_side(config(), run, d_combined);
  if (config().combine == Combine::kMean) {
    for (float& value : all) value /= static_cast<float>(config().num_heads);
  }
  return {d_combined, run.T * width, 0, width};
}

void AttentionBackward::output_weight_gradients(const Call& call, const Tensor& d_output,
                                                AttentionWeights& d_weights) {
  const auto width = static_cast<std::size_t>(combined_width(config()));
  const MatrixView dy = as_matrix(d_output);
  const float* const combined =
      combine_heads(config(), call.heads, call.arguments.run, forward_.combined);
  weight_gradient({combined, dy.rows, width, width}, dy, scratch_.projection,
                  {resize_gradient(WeightName::kWo, d_weights).data(), dy.columns});
  if (!config().bias) return;
  bias_gradient(dy, scratch_.projection, resize_gradient(WeightName::kBo, d_weights).data());
}

/// The gradients of W_Q, W_K or W_V and of its bias. Tied heads use only head 0's columns.
void AttentionBackward::projection_weight_gradients(WeightName name, const MatrixView& input,
                                                    const Buffer& d_projected,
                                                    AttentionWeights& d_weights) {
  const std::size_t width = projections_.matrix(name).columns();
  const MatrixView dy{d_projected.data(), input.rows, width, width};
  Tensor& dw = resize_gradient(name, d_weights);
  weight_gradient(input, dy, scratch_.projection, {dw.data(), dw.shape(1)});
  if (!config().bias) return;
  bias_gradient(dy, scratch_.projection, resize_gradient(bias_of(name), d_weights).data());
}

/// The tensor for a gradient, not yet computed; filled with 0 for tied heads, which do not use all
/// of it.
Tensor& AttentionBackward::resize_gradient(WeightName name, AttentionWeights& d_weights) const {
  Tensor& d_weight = resize(d_weights[name], weight_shape(config(), name), "a weight's gradient");
  if (config().tie_heads) d_weight.fill(0.0f);
  return d_weight;
}

void AttentionBackward::input_gradients(const Call& call, AttentionGradients& gradients) {
  const ForwardOptions& options = call.arguments.options;
  Tensor& dx = gradients.dx;
  resize(dx, rows_shape(call.arguments.run, config().d_model), "dx");
  Tensor& d_context = choose_gradient(options.context, gradients.d_context, "d_context", dx);
  Tensor& d_keys = choose_gradient(options.keys, gradients.d_keys, "d_keys", d_context);
  Tensor& d_values = choose_gradient(options.values, gradients.d_values, "d_values", d_context);

  backward_projection(WeightName::kWq, scratch_.dq, WriteMode::kReplace, dx);
  backward_projection(WeightName::kWk, scratch_.dk,
                      &d_keys == &dx ? WriteMode::kAdd : WriteMode::kReplace, d_keys);
  if (!options.positions) {
    gradients.d_positions.reset();
  } else {  // so far dx holds only the paths through queries and keys
    sum_over_batch(dx, resize(gradients.d_positions, shape_of(*options.positions), "d_positions"));
  }
  backward_projection(WeightName::kWv, scratch_.dv,
                      &d_values == &d_keys ? WriteMode::kAdd : WriteMode::kReplace, d_values);
}

void AttentionBackward::backward_projection(WeightName name, const Buffer& d_projected,
                                            WriteMode mode, Tensor& d_input) {
  const PackedMatrix& weight = projections_.matrix(name);
  const MatrixView dx = as_matrix(d_input);
  input_gradient({d_projected.data(), dx.rows, weight.columns(), weight.columns()}, weight,
                 scratch_.projection, {d_input.data(), dx.columns}, mode);
}

}  // namespace manyheads
