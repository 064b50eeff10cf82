/// Trains models of one kind from several seeds, natively:
///
///   manyheads_training_run TASK HEADS STEPS FIRST SEEDS
///
/// prints a line of JSON per seed. It measures what emscripten/commands/training-runs.mjs measures
/// in WebAssembly, which rounds sums in another order. `npm run reproduce` runs both.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "figures/runs.hpp"

namespace {

using namespace manyheads;
using namespace manyheads::figures;

/// At this accuracy of every relation a model of sentences counts as trained.
constexpr double kWanted = 0.995;
/// Steps between two evaluations of a model of sentences.
constexpr Size kCheckedEvery = 25;

std::optional<Size> train_until_wanted(Trainer& trainer, Size steps) {
  while (trainer.report().step < steps) {
    trainer.step(kCheckedEvery);
    if (worst_accuracy(trainer) >= kWanted) return trainer.report().step;
  }
  return std::nullopt;
}

template <typename Value>
void print_list(const Value* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::printf("%s%.6f", i == 0 ? "[" : ", ", static_cast<double>(values[i]));
  }
  std::printf("]");
}

void print(Trainer& trainer, const std::optional<Size>& reached_at) {
  const std::vector<double> accuracy = trainer.evaluate().accuracy;
  const Tensor ablation = trainer.ablation();
  const std::size_t R = accuracy.size();
  std::printf("{\"reachedAt\": ");
  if (reached_at) {
    std::printf("%d", static_cast<int>(*reached_at));
  } else {
    std::printf("null");
  }
  std::printf(", \"accuracy\": ");
  print_list(accuracy.data(), R);
  for (std::size_t i = 0; i < ablation.size(); i += R) {
    std::printf(i == 0 ? ", \"ablation\": [" : ", ");
    print_list(ablation.data() + i, R);
  }
  std::printf("]}\n");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 6) {
    std::fprintf(stderr, "manyheads_training_run TASK HEADS STEPS FIRST SEEDS\n");
    return 1;
  }
  const bool is_sentences = std::strcmp(arguments[1], "sentences") == 0;
  const Size heads = std::atoi(arguments[2]), steps = std::atoi(arguments[3]);
  const int first = std::atoi(arguments[4]), seeds = std::atoi(arguments[5]);
  for (int seed = first; seed < first + seeds; ++seed) {
    const TrainerConfig config = is_sentences ? sentences(heads) : relations(heads);
    Trainer trainer(with_seed(config, static_cast<std::uint64_t>(seed)));
    if (is_sentences) {
      const std::optional<Size> reached_at = train_until_wanted(trainer, steps);
      print(trainer, reached_at);
    } else {
      trainer.step(steps);
      print(trainer, trainer.report().solved_at);
    }
  }
}
