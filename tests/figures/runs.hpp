#pragma once
/// Training runs, for the tests of their figures and for reproduce.cpp.

#include <optional>

#include "lesson/training/trainer.hpp"

namespace manyheads::figures {

inline TrainerConfig with_seed(TrainerConfig config, std::uint64_t seed) {
  config.seed = seed;
  return config;
}

/// The task "relations" with its defaults: d_model 32, 32 sequences of 16 letters, Adam, 0.01.
inline TrainerConfig relations(Size num_heads, double learning_rate = 0.01) {
  return {.num_heads = num_heads, .learning_rate = learning_rate};
}

/// The same model, with heads that share one set of projections.
inline TrainerConfig tied(TrainerConfig config) {
  config.tie_heads = true;
  return config;
}

inline TrainerConfig summed(TrainerConfig config) {
  config.combine = Combine::kSum;
  return config;
}

inline TrainerConfig unscaled(TrainerConfig config) {
  config.scale = Scale::kNone;
  return config;
}

inline TrainerConfig by_sgd(TrainerConfig config, double learning_rate) {
  config.optimizer = OptimizerName::kSgd;
  config.learning_rate = learning_rate;
  return config;
}

/// Heads of 32 numbers, so that scores that are not divided grow large.
inline TrainerConfig wide() {
  TrainerConfig config = relations(4, 0.003);
  config.d_model = 128;
  return config;
}

inline TrainerConfig relations_and_digit(Size num_heads) {
  return {.task = TaskName::kRelationsAndDigit, .num_heads = num_heads};
}

inline TrainerConfig induction(Size num_heads, Size num_layers) {
  return {.task = TaskName::kInduction, .num_heads = num_heads, .num_layers = num_layers};
}

inline TrainerConfig sentences(Size num_heads) {
  return {.task = TaskName::kSentences, .num_heads = num_heads};
}

inline TrainerConfig symmetric(TrainerConfig config, double noise) {
  config.symmetric_start = true;
  config.start_noise = noise;
  return config;
}

/// After `steps` steps.
Trainer trained(const TrainerConfig& config, Size steps);

/// At the step that solved it, or at the last of `most`.
Trainer trained_until_solved(const TrainerConfig& config, Size most);

/// The accuracy on the worst relation of the evaluation set.
double worst_accuracy(Trainer& trainer);

/// The relations' accuracies, [H, R], with each head pruned are a permutation matrix: each head
/// takes one relation below `dead`, another each, and leaves all others at `alive` or more.
bool is_permutation(const Tensor& ablation, double dead, double alive);

/// The largest difference between the weights of any head and those of head 0, in the first layer:
/// their columns of W_Q, W_K and W_V and their rows of W_O.
double head_difference(const Trainer& trainer);

}  // namespace manyheads::figures
