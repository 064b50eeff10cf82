#pragma once
/// What a layer can return of one forward call besides its output.

#include <cstddef>
#include <string_view>

#include "attention/forward_options.hpp"
#include "attention/kernels/attend.hpp"
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

/// Copies heads into a tensor, [B, heads, rows, width]; without B if x had no batch axis.
Tensor copy_heads(const HeadRows<const float>& source, const ForwardShape& run, std::size_t heads,
                  std::size_t rows, std::size_t width, std::string_view name);

}  // namespace manyheads
