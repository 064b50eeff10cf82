#pragma once
/// What backward needs of a forward call.

#include <memory>
#include <optional>

#include "attention/forward_pass.hpp"
#include "attention/kernels/attend.hpp"
#include "attention/projections.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// One forward call, recorded: its inputs, projections, weights and heads. It owns all of them, so
/// the caller may change or free what it called with, and call the layer again. It does not own the
/// layer's matrices, which backward also reads: once they are replaced, the tape is refused.
class AttentionTape {
 public:
  struct Record;

  AttentionTape();  ///< of no call yet
  AttentionTape(AttentionTape&&) noexcept;
  AttentionTape& operator=(AttentionTape&&) noexcept;
  ~AttentionTape();

  /// To be written, with the memory of the call before.
  Record& record();
  /// Null where there is none.
  const Record* recorded() const { return record_.get(); }

 private:
  std::unique_ptr<Record> record_;  ///< stays where it is when the tape moves
};

struct AttentionTape::Record {
  WeightsVersion version;
  ForwardShape run = {};
  Tensor x;
  ForwardOptions options;  ///< of the copies
  Tensor context, keys, values, positions, mask, score_bias, head_mask;
  ProjectionInputs inputs = {};  ///< in x, context, keys, values and `positioned`
  Buffer positioned;
  ProjectedBuffers projected;
  Buffer heads;  ///< [B, T, H * D]
  Buffer weights, sums;
  std::optional<UnnormalizedWeights> unnormalized = {};  ///< there; absent: not recorded
};

/// A forward call on the fused kernel. @throws as MultiHeadAttention::forward_keeping
void record_forward(const Projections& projections, const Tensor& x, const ForwardOptions& options,
                    AttentionTape::Record& record, ForwardScratch& scratch, Tensor& output);

}  // namespace manyheads
