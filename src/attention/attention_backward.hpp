#pragma once
/// Computes a layer's gradients, back through W_O, then attention, then W_Q, W_K and W_V.

#include "attention/attention_gradients.hpp"
#include "attention/attention_tape.hpp"
#include "attention/forward_pass.hpp"
#include "attention/kernels/attend_backward.hpp"
#include "kernels/projection_gradients.hpp"
#include "tensor/buffer.hpp"

namespace manyheads {

/// Memory of a backward pass, reused by later calls: only a larger call allocates.
struct BackwardScratch {
  Buffer d_combined, dq, dk, dv;
  AttendBackwardScratch attend;
  ProjectionScratch projection;
};

class AttentionBackward {
 public:
  AttentionBackward(const Projections& projections, ForwardScratch& forward,
                    BackwardScratch& scratch)
      : projections_(projections), forward_(forward), scratch_(scratch) {}

  /// Runs the forward part again. @throws as MultiHeadAttention::backward
  void compute(const Tensor& x, const Tensor& d_output, const ForwardOptions& options,
               AttentionGradients& gradients);
  /// Takes the forward part from the tape. @throws as MultiHeadAttention::backward
  void compute(const AttentionTape& tape, const Tensor& d_output, AttentionGradients& gradients);

 private:
  struct Call;

  const AttentionConfig& config() const { return projections_.config(); }
  void check_d_output(const Tensor& d_output, const ForwardShape& run) const;
  void compute_gradients(const Call& call, const Tensor& d_output, AttentionGradients& gradients);
  HeadRows<const float> compute_d_heads(const Tensor& d_output, const ForwardShape& run);
  void backward_attention(const Call& call, const Tensor& d_output);
  void output_weight_gradients(const Call& call, const Tensor& d_output,
                               AttentionWeights& d_weights);
  void projection_weight_gradients(WeightName name, const MatrixView& input,
                                   const Buffer& d_projected, AttentionWeights& d_weights);
  Tensor& resize_gradient(WeightName name, AttentionWeights& d_weights) const;
  void input_gradients(const Call& call, AttentionGradients& gradients);
  void backward_projection(WeightName name, const Buffer& d_projected, WriteMode mode,
                           Tensor& d_input);

  const Projections& projections_;
  ForwardScratch& forward_;
  BackwardScratch& scratch_;
};

}  // namespace manyheads
