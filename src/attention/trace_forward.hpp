#pragma once
/// A forward call that also returns the tensors between input and output.

#include "attention/forward_pass.hpp"
#include "attention/trace.hpp"

namespace manyheads {

/// Runs on the reference kernel. @throws as MultiHeadAttention::trace
AttentionTrace trace_forward(const Projections& projections, const Tensor& x,
                             const ForwardOptions& options, ForwardScratch& scratch);

}  // namespace manyheads
