#include "figures/runs.hpp"

#include <algorithm>
#include <cmath>

namespace manyheads::figures {

Trainer trained(const TrainerConfig& config, Size steps) {
  Trainer trainer(config);
  trainer.step(steps);
  return trainer;
}

Trainer trained_until_solved(const TrainerConfig& config, Size most) {
  Trainer trainer(config);
  while (trainer.report().step < most && !trainer.step().solved_at) {
    if (trainer.report().diverged) break;
  }
  return trainer;
}

double worst_accuracy(Trainer& trainer) {
  const std::vector<double> accuracy = trainer.evaluate().accuracy;
  return *std::min_element(accuracy.begin(), accuracy.end());
}

bool is_permutation(const Tensor& ablation, double dead, double alive) {
  const std::size_t H = ablation.shape(0), R = ablation.shape(1);
  std::vector<std::size_t> killers(R);
  for (std::size_t h = 0; h < H; ++h) {
    std::size_t killed = 0;
    for (std::size_t r = 0; r < R; ++r) {
      const float left = ablation(h, r);
      if (left >= alive) continue;
      if (left > dead) return false;
      ++killed;
      ++killers[r];
    }
    if (killed != 1) return false;
  }
  return std::all_of(killers.begin(), killers.end(), [](std::size_t count) { return count == 1; });
}

double head_difference(const Trainer& trainer) {
  const MultiHeadAttention layer = trainer.attention(0);
  const auto H = static_cast<std::size_t>(layer.config().num_heads);
  const auto D = static_cast<std::size_t>(layer.config().d_head);
  const AttentionWeights& weights = layer.weights();
  double largest = 0;
  const auto compare = [&](float a, float b) {
    largest = std::max(largest, std::abs(static_cast<double>(a) - static_cast<double>(b)));
  };
  for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv}) {
    const Tensor& weight = *weights[name];
    for (std::size_t row = 0; row < weight.shape(0); ++row) {
      for (std::size_t i = 0; i < H * D; ++i) compare(weight(row, i), weight(row, i % D));
    }
  }
  const Tensor& wo = *weights[WeightName::kWo];
  for (std::size_t i = 0; i < H * D; ++i) {
    for (std::size_t column = 0; column < wo.shape(1); ++column) {
      compare(wo(i, column), wo(i % D, column));
    }
  }
  return largest;
}

}  // namespace manyheads::figures
