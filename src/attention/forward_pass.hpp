#pragma once
/// The parts of a forward call: inputs, queries, keys and values, heads, output. Forward, traces,
/// cache steps and gradients are all built from them.

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

/// Memory of project_inputs. Like all scratch memory below, later calls reuse it: only a larger
/// call allocates.
struct ProjectedBuffers {
  Buffer q, k, v;
};

struct ForwardScratch {
  Buffer positioned, heads, combined;
  ProjectedBuffers projected;
  AttendScratch attend;
};

/// The rows to project: those of x, context, keys and values, or of x + positions.
/// @param positioned  memory for x + positions
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

/// The arguments of attention for these queries, keys and values.
AttendArguments attend_arguments(const AttentionConfig& config, const ForwardShape& run,
                                 const ForwardOptions& options, const HeadRows<const float>& q,
                                 const KeysAndValues& keys_and_values);
/// Projects all three, and returns the arguments of attention for them.
AttendArguments project_inputs(const Projections& projections, const ProjectionInputs& inputs,
                               const ForwardShape& run, const ForwardOptions& options,
                               ProjectedBuffers& projected);
/// The same, starting from x.
AttendArguments project_inputs(const Projections& projections, const Tensor& x,
                               const ForwardShape& run, const ForwardOptions& options,
                               ForwardScratch& scratch);

/// Heads that lie side by side, [B, T, H * D], so that combining them moves nothing.
template <typename Float>
HeadRows<Float> heads_side_by_side(const AttentionConfig& config, const ForwardShape& run,
                                   Float* data) {
  return side_by_side(data, run.T, static_cast<std::size_t>(config.num_heads),
                      static_cast<std::size_t>(config.d_head));
}
/// Makes room for such heads in `heads`.
HeadRows<float> scratch_heads(const AttentionConfig& config, const ForwardShape& run,
                              Buffer& heads);

/// The heads as W_O reads them: [B, T, H*D] without a copy, or [B, T, D] summed or averaged.
/// @param combined  memory for the sums
const float* combine_heads(const AttentionConfig& config, const HeadRows<const float>& heads,
                           const ForwardShape& run, Buffer& combined);

/// Computes the output from the heads.
/// @param operation  the first word of the message
/// @throws Error for NaN and infinity, if the options ask for it
void project_output(const Projections& projections, const HeadRows<const float>& heads,
                    const AttendArguments& arguments, Buffer& combined, Tensor& output,
                    std::string_view operation = "forward");

/// @throws Error naming the first tensor of x and the options that has NaN or infinity
void require_finite_inputs(const Tensor& x, const ForwardOptions& options,
                           std::string_view operation = "forward");

/// Checks the arguments of a forward call, for NaN and infinity too if the options ask for it, and
/// returns the sizes of the call.
/// @param operation  the first word of the messages
/// @throws ShapeError, ConfigError, Error
ForwardShape checked_forward(const AttentionConfig& config, const Tensor& x,
                             const ForwardOptions& options, std::string_view operation = "forward");

}  // namespace manyheads
