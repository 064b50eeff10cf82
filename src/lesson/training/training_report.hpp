#pragma once
/// How far a training run has come.

#include <optional>
#include <vector>

#include "lesson/training/examples.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

struct TrainingReport {
  Size step = 0;    ///< updates so far
  double loss = 0;  ///< of the last batch, before its update: mean cross-entropy, nats
  /// Of the last batch, before its update; [R]. A relation that the batch did not ask for keeps
  /// what it had.
  std::vector<double> accuracy;
  /// Moving average of it: 0.9 of what it was and 0.1 of the last, from the first batch on.
  std::vector<double> average_accuracy;
  double gradient_norm = 0;
  bool solved = false;            ///< every moving average is 0.99 or more
  std::optional<Size> solved_at;  ///< the first step where it was
  /// A loss was not finite: loss, accuracy and gradient_norm are NaN, the weights those of the last
  /// step whose loss was finite, and further steps change nothing.
  bool diverged = false;
};

/// Takes in one more update and the score of its batch.
void add_step(TrainingReport& report, const Score& score, double gradient_norm);

void mark_diverged(TrainingReport& report);

}  // namespace manyheads
