#include "attention/traced_call.hpp"

#include <algorithm>

#include "attention/trace.hpp"

namespace manyheads {

TracedCall::TracedCall(const Projections& projections, const Tensor& x,
                       const ForwardOptions& options, ForwardScratch& scratch,
                       std::string_view operation)
    : projections_(projections),
      scratch_(scratch),
      operation_(operation),
      arguments_(project_inputs(projections, x,
                                checked_forward(projections.config(), x, options, operation),
                                options, scratch)),
      heads_(scratch_heads(projections.config(), arguments_.run, scratch.heads)) {}

Tensor TracedCall::copy(const HeadRows<const float>& rows, std::size_t head_count,
                        std::size_t row_count, std::string_view name) const {
  return copy_heads(rows, arguments_.run, head_count, row_count, arguments_.d_head, name);
}

Tensor TracedCall::combined() const {
  const AttentionConfig& config = projections_.config();
  const ForwardShape& run = arguments_.run;
  Tensor result = make_tensor({run.B, run.T, combined_width(config)}, "combined");
  std::copy_n(combine_heads(config, heads_, run, scratch_.combined), result.size(), result.data());
  return result;
}

Tensor TracedCall::output() const {
  Tensor result;
  project_output(projections_, heads_, arguments_, scratch_.combined, result, operation_);
  return result;
}

}  // namespace manyheads
