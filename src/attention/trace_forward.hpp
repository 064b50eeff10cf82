#pragma once
/// Forward calls that also return the tensors between input and output.

#include "attention/forward_pass.hpp"
#include "attention/schedules/attend_online_softmax.hpp"
#include "attention/schedules/attend_schedules.hpp"
#include "attention/trace.hpp"

namespace manyheads {

/// Runs on the reference kernel. @throws as MultiHeadAttention::trace
AttentionTrace trace_forward(const Projections& projections, const Tensor& x,
                             const ForwardOptions& options, ForwardScratch& scratch);

/// Runs with an online softmax. @throws as MultiHeadAttention::trace_online
OnlineTrace trace_online(const Projections& projections, const Tensor& x,
                         const ForwardOptions& options, Tile tile, Rescale rescale,
                         ForwardScratch& scratch);

/// Runs in the order of a schedule. @throws as MultiHeadAttention::trace_schedule
ScheduleTrace trace_schedule(const Projections& projections, const Tensor& x,
                             const ForwardOptions& options, const Schedule& schedule,
                             ForwardScratch& scratch);

}  // namespace manyheads
