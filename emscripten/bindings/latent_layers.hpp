#pragma once
/// The layers of latent attention that JavaScript holds.

#include "handles.hpp"
#include "latent_attention/latent_attention.hpp"

namespace manyheads {

extern Handles<LatentAttention> latent_layers;

/// Answers with the layer's number and its configuration, in the order of the fields.
void answer_latent_attention(std::size_t number);

}  // namespace manyheads
