#pragma once
/// The layers of latent attention that JavaScript holds.

#include "handles.hpp"
#include "latent_attention/latent_attention.hpp"

namespace manyheads {

extern Handles<LatentAttention> latent_layers;

}  // namespace manyheads
