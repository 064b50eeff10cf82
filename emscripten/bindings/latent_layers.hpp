#pragma once
/// The layers of latent attention that JavaScript holds.

#include "exchange.hpp"
#include "handles.hpp"
#include "latent_attention/latent_attention.hpp"

namespace manyheads {

extern Handles<LatentAttention> latent_layers;

/// The layer whose number comes next in the message.
LatentAttention& latent_attention_in(exchange::Message& message);

/// Answers with the layer's number and its configuration.
void answer_latent_attention(std::size_t number);

}  // namespace manyheads
