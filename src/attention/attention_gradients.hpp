#pragma once
/// Gradients of a layer of attention with respect to everything that goes into it.

#include <optional>

#include "attention/kernels/attend_backward.hpp"
#include "attention/weights.hpp"
#include "kernels/projection_gradients.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Each of the shape of what it is the gradient of. In self-attention x is where keys and values
/// come from as well, and dx holds all three paths.
struct AttentionGradients {
  Tensor dx;
  std::optional<Tensor> d_context;    ///< where a context was given
  std::optional<Tensor> d_keys;       ///< where keys and values were given
  std::optional<Tensor> d_values;     ///< likewise
  std::optional<Tensor> d_positions;  ///< where positions were given; summed over the batch
  AttentionWeights d_weights;         ///< of the weights that the layer has
};

/// What lies in between, kept from call to call: only a larger call allocates.
struct BackwardScratch {
  Buffer d_combined, dq, dk, dv;
  AttendBackwardScratch attend;
  ProjectionScratch projection;
};

}  // namespace manyheads
