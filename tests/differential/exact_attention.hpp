#pragma once
/// A layer of attention, forward and backward, in float64 and by the formulas alone. Every result
/// comes with the bound on float32's error.

#include <array>

#include "attention/attention_gradients.hpp"
#include "attention/multi_head_attention.hpp"
#include "differential/rounded.hpp"

namespace manyheads::differential {

/// A call of a layer. Matrices that the call does not have are empty.
struct ExactCall {
  ExactCall(const MultiHeadAttention& layer, const Tensor& input, const ForwardOptions& of);

  AttentionConfig config;
  ForwardOptions options;
  ForwardShape run;
  Matrix x, context, keys, values, positions;
  std::array<Matrix, kWeightNames.size()> weights;  ///< tied heads each have a copy

  const Matrix& weight(WeightName name) const { return weights[static_cast<std::size_t>(name)]; }
};

/// The rows of one head of one batch row: [(b * heads + h) * rows + i, d_head].
struct ExactForward {
  Matrix query_input, key_input, value_input;  ///< what the projections read
  Matrix q, k, v;                              ///< [B * T, H * D], [B * S, G * D] twice
  Matrix weights;                              ///< [B * H * T, S], before dropout
  Matrix heads;                                ///< [B * T, H * D]
  Matrix output;
};

ExactForward exact_forward(const ExactCall& call);

/// The gradients of the sum of output * d_output, in the order of the call's matrices.
struct ExactGradients {
  Matrix x, context, keys, values, positions;
  std::array<Matrix, kWeightNames.size()> weights;  ///< tied heads: all of it in head 0's columns
};

ExactGradients exact_gradients(const ExactCall& call, const ExactForward& forward,
                               const Matrix& d_output);

/// A row of scores as weights. `hidden` scores are -infinity; if all of them are, every weight is
/// 0.
void exact_softmax(std::span<Rounded> scores);

}  // namespace manyheads::differential
