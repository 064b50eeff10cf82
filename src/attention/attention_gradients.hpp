#pragma once
/// Gradients of a layer of attention with respect to everything that goes into it.

#include <optional>

#include "attention/weights.hpp"
#include "fields/tensors.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Each gradient has the shape of its tensor. In self-attention keys and values come from x too, so
/// dx holds all three paths.
struct AttentionGradients {
  Tensor dx;
  std::optional<Tensor> d_context;    ///< if the options have a context
  std::optional<Tensor> d_keys;       ///< if they have keys and values
  std::optional<Tensor> d_values;     ///< if they have keys and values
  std::optional<Tensor> d_positions;  ///< if they have positions; summed over the batch
  AttentionWeights d_weights;         ///< only of weights that the layer has
};
/// The gradients of the inputs that JavaScript can pass: it has no positions. Those of the weights
/// are named after the weights.
template <>
inline constexpr auto kTensors<AttentionGradients> =
    tensor_fields(tensor_field<&AttentionGradients::dx>("dx"),
                  tensor_field<&AttentionGradients::d_context>("d_context"),
                  tensor_field<&AttentionGradients::d_keys>("d_keys"),
                  tensor_field<&AttentionGradients::d_values>("d_values"));

}  // namespace manyheads
