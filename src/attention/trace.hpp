#pragma once
/// What a layer can return of one forward call besides its output.

#include <cstddef>
#include <string_view>

#include "attention/forward_options.hpp"
#include "attention/kernels/attend.hpp"
#include "attention/schedules/attend_schedules.hpp"
#include "fields/tensors.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Every tensor of one forward call. If x has no batch axis, none of them has one.
struct AttentionTrace {
  Tensor q;              ///< [B, H, T, D]
  Tensor k;              ///< [B, G, S, D]
  Tensor v;              ///< [B, G, S, D]
  Tensor scores;         ///< [B, H, T, S], scaled and biased, before the mask
  Tensor masked_scores;  ///< [B, H, T, S], hidden positions are -infinity
  Tensor weights;        ///< [B, H, T, S]
  Tensor heads;          ///< [B, H, T, D]
  Tensor combined;       ///< [B, T, H*D]; [B, T, D] where heads are summed or averaged
  Tensor output;         ///< [B, T, d_model]; combined without an output projection
};
template <>
inline constexpr auto kTensors<AttentionTrace> = tensor_fields(
    tensor_field<&AttentionTrace::q>("q"), tensor_field<&AttentionTrace::k>("k"),
    tensor_field<&AttentionTrace::v>("v"), tensor_field<&AttentionTrace::scores>("scores"),
    tensor_field<&AttentionTrace::masked_scores>("masked_scores"),
    tensor_field<&AttentionTrace::weights>("weights"),
    tensor_field<&AttentionTrace::heads>("heads"),
    tensor_field<&AttentionTrace::combined>("combined"),
    tensor_field<&AttentionTrace::output>("output"));

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

/// Copies heads into a tensor, [B, heads, rows, width]; without B if x had no batch axis.
Tensor copy_heads(const HeadRows<const float>& source, const ForwardShape& run, std::size_t heads,
                  std::size_t rows, std::size_t width, std::string_view name);

}  // namespace manyheads
