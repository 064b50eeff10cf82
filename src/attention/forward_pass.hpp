#pragma once
/// The parts of a forward call, on one set of projections: inputs, queries, keys and values, heads,
/// output. Forward, traces, cache steps and gradients differ in what they do in between.

#include <cstddef>
#include <string_view>

#include "attention/forward_options.hpp"
#include "attention/kernels/attend.hpp"
#include "attention/projections.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// The rows that queries, keys and values are projected from, one per token of the batch.
struct ProjectionInputs {
  MatrixView queries, keys, values;
};

/// Memory of project_inputs, reused by later calls, as all below: only a larger call allocates.
struct ProjectedBuffers {
  Buffer q, k, v;
};

struct ForwardScratch {
  Buffer positioned, heads, combined;
  ProjectedBuffers projected;
  AttendScratch attend;
};

/// Where the projections' rows are: in x, context, keys and values, or x + positions.
/// @param positioned  memory for that sum
ProjectionInputs projection_inputs(const Tensor& x, const ForwardShape& run,
                                   const ForwardOptions& options, Buffer& positioned);

/// [B, H, T, d_head]
HeadRows<const float> project_queries(const Projections& projections,
                                      const ProjectionInputs& inputs, const ForwardShape& run,
                                      ProjectedBuffers& projected);
/// [B, G, rows of a batch row, d_head]
KeysAndValues project_keys_and_values(const Projections& projections,
                                      const ProjectionInputs& inputs, const ForwardShape& run,
                                      ProjectedBuffers& projected);

/// The call of attention with these queries, keys and values.
AttendArguments attend_arguments(const AttentionConfig& config, const ForwardShape& run,
                                 const ForwardOptions& options, const HeadRows<const float>& q,
                                 const KeysAndValues& keys_and_values);
/// The same with all three projected.
AttendArguments project_inputs(const Projections& projections, const ProjectionInputs& inputs,
                               const ForwardShape& run, const ForwardOptions& options,
                               ProjectedBuffers& projected);
/// The same from x on.
AttendArguments project_inputs(const Projections& projections, const Tensor& x,
                               const ForwardShape& run, const ForwardOptions& options,
                               ForwardScratch& scratch);

/// Heads side by side, [B, T, H * D]: joining them moves nothing.
template <typename Float>
HeadRows<Float> heads_side_by_side(const AttentionConfig& config, const ForwardShape& run,
                                   Float* data) {
  const auto width = static_cast<std::size_t>(heads_width(config));
  return {data, run.T * width, static_cast<std::size_t>(config.d_head), width};
}
/// The same in memory of the scratch.
HeadRows<float> scratch_heads(const AttentionConfig& config, const ForwardShape& run,
                              Buffer& heads);

/// The heads as W_O reads them: [B, T, H*D] as they lie, or [B, T, D] summed or averaged.
/// @param combined  memory for the sums
const float* combine_heads(const AttentionConfig& config, const HeadRows<const float>& heads,
                           const ForwardShape& run, Buffer& combined);

/// The output from the heads on.
/// @throws Error for NaN and infinity, if the options ask for it
void project_output(const Projections& projections, const HeadRows<const float>& heads,
                    const AttendArguments& arguments, Buffer& combined, Tensor& output);

/// @throws Error naming the first of x and the options' tensors that has NaN or infinity
void require_finite_inputs(const Tensor& x, const ForwardOptions& options,
                           std::string_view operation = "forward");

/// The shape of a forward call, whose arguments are checked, as the options ask also for NaN.
/// @throws ShapeError, ConfigError, Error
ForwardShape checked_forward(const AttentionConfig& config, const Tensor& x,
                             const ForwardOptions& options);

}  // namespace manyheads
