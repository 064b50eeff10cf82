#include "attention/trace_forward.hpp"

#include <utility>

#include "attention/traced_call.hpp"

namespace manyheads {

AttentionTrace trace_forward(const Projections& projections, const Tensor& x,
                             const ForwardOptions& options, ForwardScratch& scratch) {
  const TracedCall call(projections, x, options, scratch);
  const AttendArguments& arguments = call.arguments();
  const ForwardShape& run = arguments.run;
  AttendIntermediates steps = attend_reference(arguments, call.heads());
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

}  // namespace manyheads
