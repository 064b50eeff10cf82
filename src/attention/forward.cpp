#include "attention/forward.hpp"

namespace manyheads {
namespace {

/// Each head's output replaces its queries, which are not read again. That saves a quarter of the
/// memory. Tied heads share their queries, so their outputs need memory of their own.
HeadRows<float> heads_in_place(const AttentionConfig& config, const ForwardShape& run,
                               ForwardScratch& scratch) {
  return config.tie_heads ? scratch_heads(config, run, scratch.heads)
                          : heads_side_by_side(config, run, scratch.projected.q.data());
}

}  // namespace

Kernel forward(const Projections& projections, const Tensor& x, const ForwardOptions& options,
               ForwardScratch& scratch, Tensor& output) {
  const ForwardShape run = checked_forward(projections.config(), x, options);
  return forward(projections, project_inputs(projections, x, run, options, scratch), scratch,
                 output);
}

Kernel forward(const Projections& projections, const AttendArguments& arguments,
               ForwardScratch& scratch, Tensor& output) {
  const HeadRows<float> heads = heads_in_place(projections.config(), arguments.run, scratch);
  // No size was found at which the reference is faster. At 1 to 100 scores it is a tenth to a half
  // slower.
  const bool reference = arguments.options.kernel == Kernel::kReference;
  if (reference) {
    attend_reference(arguments, heads);
  } else {
    attend_blocked(arguments, heads, scratch.attend);
  }
  project_output(projections, heads, arguments, scratch.combined, output);
  return reference ? Kernel::kReference : Kernel::kFused;
}

}  // namespace manyheads
