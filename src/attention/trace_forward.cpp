#include "attention/trace_forward.hpp"

#include <algorithm>
#include <utility>

namespace manyheads {
namespace {

/// The projections of one traced call, and memory for its heads.
struct TracedCall {
  TracedCall(const Projections& of_layer, const Tensor& x, const ForwardOptions& options,
             ForwardScratch& memory)
      : projections(of_layer),
        scratch(memory),
        arguments(project_inputs(of_layer, x, checked_forward(of_layer.config(), x, options),
                                 options, memory)),
        heads(scratch_heads(of_layer.config(), arguments.run, memory.heads)) {}

  Tensor copy(const HeadRows<const float>& rows, std::size_t head_count, std::size_t row_count,
              std::string_view name) const {
    return copy_heads(rows, arguments.run, head_count, row_count, arguments.d_head, name);
  }
  Tensor copied_heads() const { return copy(heads, arguments.H, arguments.run.T, "heads"); }
  Tensor combined() const {
    const AttentionConfig& config = projections.config();
    Tensor result =
        make_tensor({arguments.run.B, arguments.run.T, combined_width(config)}, "combined");
    std::copy_n(combine_heads(config, heads, arguments.run, scratch.combined), result.size(),
                result.data());
    return result;
  }
  Tensor output() const {
    Tensor result;
    project_output(projections, heads, arguments, scratch.combined, result);
    return result;
  }

  const Projections& projections;
  ForwardScratch& scratch;
  AttendArguments arguments;
  HeadRows<float> heads;
};

}  // namespace

AttentionTrace trace_forward(const Projections& projections, const Tensor& x,
                             const ForwardOptions& options, ForwardScratch& scratch) {
  const TracedCall call(projections, x, options, scratch);
  const AttendArguments& arguments = call.arguments;
  const ForwardShape& run = arguments.run;
  AttendIntermediates steps = attend_reference(arguments, call.heads);
  AttentionTrace trace{.q = call.copy(arguments.q, arguments.H, run.T, "q"),
                       .k = call.copy(arguments.k, arguments.G, run.S, "k"),
                       .v = call.copy(arguments.v, arguments.G, run.S, "v"),
                       .scores = std::move(steps.scores),
                       .masked_scores = std::move(steps.masked_scores),
                       .weights = std::move(steps.weights),
                       .heads = call.copied_heads(),
                       .combined = call.combined(),
                       .output = call.output()};
  for (Tensor* tensor : {&trace.scores, &trace.masked_scores, &trace.weights, &trace.combined}) {
    drop_batch_axis_unless_batched(*tensor, run);
  }
  return trace;
}

OnlineTrace trace_online(const Projections& projections, const Tensor& x,
                         const ForwardOptions& options, Tile tile, Rescale rescale,
                         ForwardScratch& scratch) {
  const TracedCall call(projections, x, options, scratch);
  OnlineSoftmaxSteps steps = attend_online_softmax(call.arguments, tile, call.heads, rescale);
  OnlineTrace trace{.running_max = std::move(steps.running_max),
                    .running_sum = std::move(steps.running_sum),
                    .rescale = std::move(steps.rescale),
                    .partial = std::move(steps.partial),
                    .heads = call.copied_heads(),
                    .output = call.output()};
  for (Tensor* tensor : {&trace.running_max, &trace.running_sum, &trace.rescale, &trace.partial}) {
    drop_batch_axis_unless_batched(*tensor, call.arguments.run);
  }
  return trace;
}

ScheduleTrace trace_schedule(const Projections& projections, const Tensor& x,
                             const ForwardOptions& options, const Schedule& schedule,
                             ForwardScratch& scratch) {
  const TracedCall call(projections, x, options, scratch);
  ScheduleSteps steps = attend_scheduled(call.arguments, schedule, call.heads);
  return {.schedule = std::move(steps), .heads = call.copied_heads(), .output = call.output()};
}

}  // namespace manyheads
