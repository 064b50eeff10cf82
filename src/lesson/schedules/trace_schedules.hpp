#pragma once
/// Forward calls of a layer in other orders than its own, with every step.

#include "attention/multi_head_attention.hpp"
#include "fields/results.hpp"
#include "fields/tensors.hpp"
#include "lesson/schedules/attend_online_softmax.hpp"
#include "lesson/schedules/attend_schedules.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// What every query has computed after each tile of keys (S / tile.keys tiles, rounded up), and the
/// results. If x has no batch axis, none of them has one. @see OnlineSoftmaxSteps
struct OnlineTrace {
  Tensor running_max;  ///< [B, H, tiles, T]
  Tensor running_sum;  ///< [B, H, tiles, T]
  Tensor rescale;      ///< [B, H, tiles, T]
  Tensor partial;      ///< [B, H, tiles, T, D]
  Tensor heads;   ///< [B, H, T, D]; the last partial divided by the last sum, times the head mask
  Tensor output;  ///< [B, T, d_model]; the combined heads without an output projection
};
template <>
inline constexpr auto kTensors<OnlineTrace> = tensor_fields(
    tensor_field<&OnlineTrace::running_max>("running_max"),
    tensor_field<&OnlineTrace::running_sum>("running_sum"),
    tensor_field<&OnlineTrace::rescale>("rescale"), tensor_field<&OnlineTrace::partial>("partial"),
    tensor_field<&OnlineTrace::heads>("heads"), tensor_field<&OnlineTrace::output>("output"));

/// The steps of a schedule and the results. If x has no batch axis, none of them has one.
struct ScheduleTrace {
  ScheduleSteps schedule;
  Tensor heads;   ///< [B, H, T, D]
  Tensor output;  ///< [B, T, d_model]; the combined heads without an output projection
};
/// Without the schedule, which has a table of its own.
template <>
inline constexpr auto kResults<ScheduleTrace> = results(result<&ScheduleTrace::heads>("heads"),
                                                        result<&ScheduleTrace::output>("output"));

/// Runs forward with an online softmax, whatever kernel the options name. last_kernel
/// does not change.
/// @param x  [B, T, d_model] or [T, d_model]
/// @throws as MultiHeadAttention::forward; ConfigError for a tile without queries or keys
OnlineTrace trace_online(MultiHeadAttention& layer, const Tensor& x, Tile tile,
                         const ForwardOptions& options = {},
                         Rescale rescale = Rescale::kWhenTheMaximumRises);

/// Runs forward in the order of a schedule. last_kernel does not change.
/// @param x  [B, T, d_model] or [T, d_model]
/// @throws as MultiHeadAttention::forward; ConfigError naming the impossible setting of the
///         schedule
ScheduleTrace trace_schedule(MultiHeadAttention& layer, const Tensor& x, const Schedule& schedule,
                             const ForwardOptions& options = {});

}  // namespace manyheads
