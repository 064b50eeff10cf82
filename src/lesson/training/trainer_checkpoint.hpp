#pragma once
/// Trained models as safetensors: `token_embedding` [V, d_model], `position_embedding` [T,
/// d_model], `readout` [.., R * V], the layers with the names of attention_checkpoint.hpp, and the
/// configuration as metadata, `trainer.task` and so on.

#include "checkpoint/safetensors.hpp"
#include "lesson/training/trainer.hpp"

namespace manyheads {

/// The file's bytes, with the model but not the state of the optimiser. Their number is a multiple
/// of 4, so they are returned as float32 elements whose values have no meaning.
Tensor write_trainer(const Trainer& trainer);

/// Reads a trainer, which starts at step 0 with a fresh optimiser.
/// @throws FormatError where something is missing or unreadable, or the configuration is
/// impossible; ShapeError where a tensor does not fit the configuration; OutOfMemoryError
Trainer read_trainer(const Safetensors& file);

}  // namespace manyheads
