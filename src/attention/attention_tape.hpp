#pragma once
/// The record of a forward call that backward needs.

#include <memory>
#include <optional>

#include "attention/forward_pass.hpp"
#include "attention/kernels/attend.hpp"
#include "attention/projections.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// One forward call, recorded: its inputs, projections, weights and heads. It owns all of them, so
/// the caller may change or free its arguments and call the layer again. It does not own the
/// layer's matrices, which backward also reads: once they are replaced, backward refuses the tape.
class AttentionTape {
 public:
  struct Record;

  AttentionTape();  ///< empty
  AttentionTape(AttentionTape&&) noexcept;
  AttentionTape& operator=(AttentionTape&&) noexcept;
  ~AttentionTape();

  /// The record for a new call. It reuses the memory of the call before.
  Record& writable_record();
  /// Null if no call was recorded.
  const Record* record() const { return record_.get(); }

 private:
  std::unique_ptr<Record> record_;  ///< stays where it is when the tape moves
};

struct AttentionTape::Record {
  WeightsVersion version;
  ForwardShape run = {};
  Tensor x;
  ForwardOptions options;  ///< their tensors are the copies below
  Tensor context, keys, values, positions, mask, score_bias, head_mask;
  ProjectionInputs inputs = {};  ///< in x, context, keys, values and `positioned`
  Buffer positioned;
  ProjectedBuffers projected;
  Buffer heads;  ///< [B, T, H * D]
  Buffer weights, sums;
  /// In `weights` and `sums`; absent: not recorded.
  std::optional<UnnormalizedWeights> unnormalized = {};
};

/// A forward call on the fused kernel. @throws as MultiHeadAttention::forward_with_tape
void record_forward(const Projections& projections, const Tensor& x, const ForwardOptions& options,
                    AttentionTape::Record& record, ForwardScratch& scratch, Tensor& output);

}  // namespace manyheads
