#pragma once
/// Trained models as safetensors: `token_embedding` [V, d_model], `position_embedding` [T,
/// d_model], `readout` [.., R * V], the layers by the names of attention_checkpoint.hpp, and the
/// configuration as metadata, `trainer.task` and so on.

#include "checkpoint/safetensors.hpp"
#include "lesson/training/trainer.hpp"

namespace manyheads {

/// The file's bytes: the model, not what the optimiser remembers. A multiple of 4 of them, as
/// float32 elements whose values mean nothing.
Tensor saved(const Trainer& trainer);

/// At step 0, with a fresh optimiser.
/// @throws FormatError where something is missing or not understood, ShapeError where a tensor does
///   not fit the configuration, ConfigError where that is impossible, OutOfMemoryError
Trainer trainer_from(const Safetensors& file);

}  // namespace manyheads
