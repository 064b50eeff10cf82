#pragma once
/// The progress of a training run.

#include <optional>
#include <vector>

#include "fields/results.hpp"
#include "lesson/training/examples.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

struct TrainingReport {
  Size step = 0;    ///< updates so far
  double loss = 0;  ///< of the last batch, before its update: mean cross-entropy, nats
  /// Of the last batch, before its update; [R]. A relation without a prediction in the batch keeps
  /// its value.
  std::vector<double> accuracy;
  /// Moving average of accuracy: 0.9 of the old value plus 0.1 of the last accuracy; starts with
  /// the first batch.
  std::vector<double> average_accuracy;
  double gradient_norm = 0;
  bool solved = false;            ///< every moving average is 0.99 or more
  std::optional<Size> solved_at;  ///< the first step with solved
  /// A loss was not finite: loss, accuracy and gradient_norm are NaN, the weights are those of the
  /// last step with a finite loss, and further steps change nothing.
  bool diverged = false;
};
template <>
inline constexpr auto kResults<TrainingReport> = results(
    result<&TrainingReport::step>("step"), result<&TrainingReport::loss>("loss"),
    result<&TrainingReport::accuracy>("accuracy"),
    result<&TrainingReport::average_accuracy>("average_accuracy"),
    result<&TrainingReport::gradient_norm>("gradient_norm"),
    result<&TrainingReport::solved>("solved"), result<&TrainingReport::solved_at>("solved_at"),
    result<&TrainingReport::diverged>("diverged"));

/// Adds one update and the score of its batch to the report.
void add_step(TrainingReport& report, const Score& score, double gradient_norm);

void mark_diverged(TrainingReport& report);

}  // namespace manyheads
