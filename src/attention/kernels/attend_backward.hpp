#pragma once
/// Gradients of scaled dot-product attention. With weights W = softmax(Q K^T / divisor + bias) and
/// outputs O = W V:
///   dV = W^T dO,  dW = dO V^T,  dS = W * (dW - rowsum(dW * W)),  dQ = dS K / divisor,
///   dK = dS^T Q / divisor.
/// Dropout multiplies W in O, dV and dW by its factors; the softmax in between does not see it.
/// @see Vaswani et al. 2017, eq. 1, for the formula; Dao et al. 2022, appendix B.2, for the row sum
///      that replaces the softmax's Jacobian, and for blocks.

#include "attention/kernels/attend.hpp"

namespace manyheads {

/// Memory for attention's gradients. Results are added to dq, dk and dv, so that heads that share
/// rows, in a group or tied, sum their gradients.
struct AttendGradients {
  HeadRows<const float> d_heads;  ///< [B, H, T, d_value]: gradients of the heads' outputs
  HeadRows<float> heads;          ///< [B, H, T, d_value]: the outputs, written; null: not needed
  HeadRows<float> dq;             ///< [B, H, T, d_head]
  HeadRows<float> dk;             ///< [B, G, S, d_head]
  HeadRows<float> dv;             ///< [B, G, S, d_value]
};

/// Memory of attend_backward, reused by later calls.
struct AttendBackwardScratch {
  HeadScratch head;
  PackedMatrix rows;         ///< queries or gradients of one block, unless read in place
  Buffer weights, d_scores;  ///< [32, S], each row padded to a whole panel
};

/// Computes the gradients in blocks of 32 queries, with O(32 S) memory. Their weights are computed
/// again unless forward's are passed. Gradients of a key that no query sees, and of a query that
/// sees no key, are 0. NaN spreads as in PyTorch.
/// @param weights  those that attend_blocked wrote for the same arguments; null: they are computed
///                 again
void attend_backward(const AttendArguments& arguments, const AttendGradients& gradients,
                     AttendBackwardScratch& scratch, const UnnormalizedWeights* weights = nullptr);

/// The same by definition, with the weights of all heads at once and sums in double. Tests compare
/// attend_backward with it.
void attend_backward_reference(const AttendArguments& arguments, const AttendGradients& gradients);

}  // namespace manyheads
