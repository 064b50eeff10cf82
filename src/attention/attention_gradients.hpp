#pragma once
/// Gradients of a layer of attention with respect to everything that goes into it.

#include <optional>

#include "attention/weights.hpp"
#include "fields/tensors.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Each of the shape of what it is the gradient of. In self-attention x is where keys and values
/// come from as well, and dx holds all three paths.
struct AttentionGradients {
  Tensor dx;
  std::optional<Tensor> d_context;    ///< if the options have a context
  std::optional<Tensor> d_keys;       ///< if they have keys and values
  std::optional<Tensor> d_values;     ///< likewise
  std::optional<Tensor> d_positions;  ///< if they have positions; summed over the batch
  AttentionWeights d_weights;         ///< of the weights that the layer has
};
/// All but those of the weights, whose names follow from the weights'.
template <>
inline constexpr auto kTensors<AttentionGradients> =
    tensor_fields(tensor_field<&AttentionGradients::dx>("dx"),
                  tensor_field<&AttentionGradients::d_context>("d_context"),
                  tensor_field<&AttentionGradients::d_keys>("d_keys"),
                  tensor_field<&AttentionGradients::d_values>("d_values"));

}  // namespace manyheads
