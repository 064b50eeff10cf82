#pragma once
/// A forward call whose tensors between input and output are copied for the caller.

#include <cstddef>
#include <string_view>

#include "attention/forward_pass.hpp"
#include "attention/kernels/attend.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// The projections of one call, and room for its heads, which the caller computes. Valid until the
/// next call with the same scratch; x and the options must live as long.
class TracedCall {
 public:
  /// @param operation  the first word of the messages; must live as long as the call
  /// @throws as MultiHeadAttention::forward
  TracedCall(const Projections& projections, const Tensor& x, const ForwardOptions& options,
             ForwardScratch& scratch, std::string_view operation = "trace");

  const AttendArguments& arguments() const { return arguments_; }
  /// [B, H, T, d_head], to be written
  const HeadRows<float>& heads() const { return heads_; }

  /// @param rows  [B, head_count, row_count, d_head]
  Tensor copy(const HeadRows<const float>& rows, std::size_t head_count, std::size_t row_count,
              std::string_view name) const;
  Tensor copied_heads() const { return copy(heads_, arguments_.H, arguments_.run.T, "heads"); }
  /// [B, T, H * d_head]; [B, T, d_head] where heads are summed or averaged
  Tensor combined() const;
  /// [B, T, d_model]; without an output projection, the combined heads
  Tensor output() const;

 private:
  const Projections& projections_;
  ForwardScratch& scratch_;
  std::string_view operation_;
  AttendArguments arguments_;
  HeadRows<float> heads_;
};

}  // namespace manyheads
