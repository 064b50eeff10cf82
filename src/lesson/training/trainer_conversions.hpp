#pragma once
/// Converts trained models to another form of attention, with a fresh optimiser and at step 0.

#include "lesson/training/trainer.hpp"

namespace manyheads {

/// @see Trainer::to_latent
Trainer convert_to_latent(Trainer& trainer, Size d_latent);

/// @see Trainer::to_grouped
Trainer convert_to_grouped(const Trainer& trainer, Size num_kv_heads, HeadPooling pooling);

}  // namespace manyheads
