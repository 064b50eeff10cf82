#pragma once
/// How large a training run may be. Checked before anything is allocated.

#include "lesson/training/task.hpp"
#include "lesson/training/trainer_config.hpp"

namespace manyheads {

/// The number of sequences in the evaluation set.
inline constexpr std::size_t kEvaluatedSequences = 512;

/// The most layers and parameters of a model. Drawing that many takes half a second.
inline constexpr Size kMaxLayers = 1024, kMaxParameters = Size{1} << 24;

/// The most floating-point operations of one step or evaluation, which nothing can interrupt: about
/// ten seconds on one thread. An ablation is an evaluation for each head.
inline constexpr Size kMaxOperations = Size{1} << 38;

/// @param config  resolved
/// @throws OutOfMemoryError where a batch or the parameters exceed kMaxTensorBytes
/// @throws ConfigError otherwise, naming the size that exceeds its default most
void check_limits(const TrainerConfig& config, const Task& task);

}  // namespace manyheads
