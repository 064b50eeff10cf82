#include "attention/forward_pass.hpp"

#include <algorithm>

namespace manyheads {
namespace {

/// x + positions, for every batch row.
MatrixView add_positions(const MatrixView& rows, const ForwardShape& run, const Tensor& positions,
                         Buffer& positioned) {
  const std::size_t size = positions.size();  // one batch row
  float* const sums = positioned.reserve({run.B, size}, "x and positions");
  for (std::size_t b = 0; b < run.B; ++b) {
    for (std::size_t i = 0; i < size; ++i) {
      sums[b * size + i] = rows.data[b * size + i] + positions.data()[i];
    }
  }
  return {sums, rows.rows, rows.columns, rows.row_stride};
}

HeadRows<const float> project_heads(const Projections& projections, WeightName name,
                                    const MatrixView& input, const ForwardShape& run,
                                    Buffer& projected) {
  float* const rows =
      projected.reserve({input.rows, projections.matrix(name).columns()}, "a projection");
  projections.project(name, input, rows);
  return projections.split_heads(name, input.rows / run.B, rows);
}

}  // namespace

ProjectionInputs projection_inputs(const Tensor& x, const ForwardShape& run,
                                   const ForwardOptions& options, Buffer& positioned) {
  if (options.keys) return {as_matrix(x), as_matrix(*options.keys), as_matrix(*options.values)};
  const MatrixView rows = as_matrix(x), keys = options.context ? as_matrix(*options.context) : rows;
  if (!options.positions) return {rows, keys, keys};
  const MatrixView sums = add_positions(rows, run, *options.positions, positioned);
  return {sums, sums, rows};
}

HeadRows<const float> project_queries(const Projections& projections,
                                      const ProjectionInputs& inputs, const ForwardShape& run,
                                      ProjectedBuffers& projected) {
  return project_heads(projections, WeightName::kWq, inputs.queries, run, projected.q);
}

KeysAndValues project_keys_and_values(const Projections& projections,
                                      const ProjectionInputs& inputs, const ForwardShape& run,
                                      ProjectedBuffers& projected) {
  return {.k = project_heads(projections, WeightName::kWk, inputs.keys, run, projected.k),
          .v = project_heads(projections, WeightName::kWv, inputs.values, run, projected.v)};
}

AttendArguments attend_arguments(const AttentionConfig& config, const ForwardShape& run,
                                 const ForwardOptions& options, const HeadRows<const float>& q,
                                 const KeysAndValues& keys_and_values) {
  const auto d_head = static_cast<std::size_t>(config.d_head);
  return {.run = run,
          .H = static_cast<std::size_t>(config.num_heads),
          .G = static_cast<std::size_t>(config.num_kv_heads),
          .d_head = d_head,
          .d_value = d_head,
          .q = q,
          .k = keys_and_values.k,
          .v = keys_and_values.v,
          .score_divisor = score_divisor(config),
          .options = options,
          .visibility = Visibility(options, run),
          .alibi = config.positions == ScorePositions::kAlibi};
}

AttendArguments project_inputs(const Projections& projections, const ProjectionInputs& inputs,
                               const ForwardShape& run, const ForwardOptions& options,
                               ProjectedBuffers& projected) {
  const KeysAndValues keys_and_values =
      project_keys_and_values(projections, inputs, run, projected);
  return attend_arguments(projections.config(), run, options,
                          project_queries(projections, inputs, run, projected), keys_and_values);
}

AttendArguments project_inputs(const Projections& projections, const Tensor& x,
                               const ForwardShape& run, const ForwardOptions& options,
                               ForwardScratch& scratch) {
  return project_inputs(projections, projection_inputs(x, run, options, scratch.positioned), run,
                        options, scratch.projected);
}

HeadRows<float> scratch_heads(const AttentionConfig& config, const ForwardShape& run,
                              Buffer& heads) {
  return heads_side_by_side(config, run,
                            heads.reserve({run.B, run.T, heads_width(config)}, "heads"));
}

const float* combine_heads(const AttentionConfig& config, const HeadRows<const float>& heads,
                           const ForwardShape& run, Buffer& combined) {
  if (config.combine == Combine::kConcat) return heads.data;
  const auto d_head = static_cast<std::size_t>(config.d_head);
  const auto H = static_cast<std::size_t>(config.num_heads);
  const float factor = config.combine == Combine::kMean ? 1.0f / static_cast<float>(H) : 1.0f;
  float* const result = combined.reserve({run.B, run.T, d_head}, "combined");
  for (std::size_t i = 0; i < run.B * run.T; ++i) {
    const float* all_heads = heads.data + i * H * d_head;
    for (std::size_t j = 0; j < d_head; ++j) {
      float sum = 0.0f;
      for (std::size_t h = 0; h < H; ++h) sum += all_heads[h * d_head + j];
      result[i * d_head + j] = sum * factor;
    }
  }
  return result;
}

void project_output(const Projections& projections, const HeadRows<const float>& heads,
                    const AttendArguments& arguments, Buffer& combined, Tensor& output,
                    std::string_view operation) {
  const AttentionConfig& config = projections.config();
  const ForwardShape& run = arguments.run;
  const float* const joined = combine_heads(config, heads, run, combined);
  const auto width = static_cast<std::size_t>(combined_width(config));
  resize(output, {run.B, run.T, output_width(config)}, "the output");
  if (config.output_projection) {
    projections.project(WeightName::kWo, {joined, run.B * run.T, width, width}, output.data());
  } else {
    std::copy_n(joined, output.size(), output.data());
  }
  drop_batch_axis_unless_batched(output, run);
  if (arguments.options.check_finite) require_finite(output, "the output", operation);
}

void require_finite_inputs(const Tensor& x, const ForwardOptions& options,
                           std::string_view operation) {
  require_finite(x, "x", operation);
  if (options.positions) require_finite(*options.positions, "positions", operation);
  for (const auto& [name, member] : kForwardInputs) {
    if (options.*member) require_finite(*(options.*member), name, operation);
  }
}

ForwardShape checked_forward(const AttentionConfig& config, const Tensor& x,
                             const ForwardOptions& options, std::string_view operation) {
  const ForwardShape run = checked_shape(config, x, options, operation);
  if (options.check_finite) require_finite_inputs(x, options, operation);
  return run;
}

}  // namespace manyheads
