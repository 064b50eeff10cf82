#include "lesson/training/training_report.hpp"

#include <algorithm>
#include <limits>

namespace manyheads {
namespace {

void update_accuracy(std::vector<double>& accuracy, const Score& score) {
  for (std::size_t r = 0; r < score.predictions.size(); ++r) {
    if (score.predictions[r] == 0) continue;
    accuracy[r] = static_cast<double>(score.correct[r]) / static_cast<double>(score.predictions[r]);
  }
}

/// @param old_share  the share of the old average in the new one
void update_average(std::vector<double>& average, const std::vector<double>& accuracy,
                    double old_share) {
  average.resize(accuracy.size());
  for (std::size_t r = 0; r < average.size(); ++r) {
    average[r] = old_share * average[r] + (1.0 - old_share) * accuracy[r];
  }
}

}  // namespace

void add_step(TrainingReport& report, const Score& score, double gradient_norm) {
  ++report.step;
  report.gradient_norm = gradient_norm;
  report.loss =
      score.loss / static_cast<double>(std::max<std::size_t>(1, score.count_predictions()));
  update_accuracy(report.accuracy, score);
  const std::vector<double>& average = report.average_accuracy;
  update_average(report.average_accuracy, report.accuracy, report.step == 1 ? 0.0 : 0.9);
  report.solved =
      std::all_of(average.begin(), average.end(), [](double value) { return value >= 0.99; });
  if (report.solved && !report.solved_at) report.solved_at = report.step;
}

void mark_diverged(TrainingReport& report) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  report.diverged = true;
  report.solved = false;
  report.loss = report.gradient_norm = kNaN;
  std::fill(report.accuracy.begin(), report.accuracy.end(), kNaN);
  report.average_accuracy.resize(report.accuracy.size(), kNaN);  // if the first step diverges
}

}  // namespace manyheads
