#pragma once
/// Gradients of a layer of attention with respect to everything that goes into it.

#include <optional>

#include "attention/kernels/attend_backward.hpp"
#include "attention/weights.hpp"
#include "fields/tensors.hpp"
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
/// All but those of the weights, whose names follow from the weights'.
template <>
inline constexpr auto kTensors<AttentionGradients> =
    tensor_fields(tensor_field<&AttentionGradients::dx>("dx"),
                  tensor_field<&AttentionGradients::d_context>("d_context"),
                  tensor_field<&AttentionGradients::d_keys>("d_keys"),
                  tensor_field<&AttentionGradients::d_values>("d_values"));

/// What lies in between, kept from call to call: only a larger call allocates.
struct BackwardScratch {
  Buffer d_combined, dq, dk, dv;
  AttendBackwardScratch attend;
  ProjectionScratch projection;
};

}  // namespace manyheads
