#pragma once
/// How large a training run may be, checked before anything is made.

#include "lesson/training/task.hpp"
#include "lesson/training/trainer_config.hpp"

namespace manyheads {

/// What is measured is measured on so many sequences, of which training sees none.
inline constexpr std::size_t kEvaluatedSequences = 512;

/// A model may have this many layers and parameters. Drawing them takes half a second.
inline constexpr Size kMaxLayers = 1024, kMaxParameters = Size{1} << 24;

/// Floating-point operations of a step, or of an evaluation, which nothing can interrupt: about ten
/// seconds of one thread.
inline constexpr Size kMaxOperations = Size{1} << 38;

/// @param config  resolved
/// @throws OutOfMemoryError where a batch or the parameters exceed kMaxTensorBytes
/// @throws ConfigError otherwise, naming the size that exceeds its default most
void check_limits(const TrainerConfig& config, const Task& task);

}  // namespace manyheads
