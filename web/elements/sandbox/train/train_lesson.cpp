/// Trains the model that the lesson's sandbox starts with, and chooses among seeds the one whose
/// heads are easiest to read.
///
///   manyheads_train_lesson FOLDER SEEDS
///
/// writes FOLDER/sentences.safetensors, and FOLDER/sentences.json with how it came about. The same
/// program on the same machine writes the same bytes; elsewhere sums are rounded in another order,
/// and the model is an equivalent one.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "lesson/training/trainer.hpp"
#include "lesson/training/trainer_checkpoint.hpp"

namespace {

using namespace manyheads;

constexpr Size kHeads = 4;
/// Of every relation, on held-out sentences.
constexpr double kWanted = 0.995;
constexpr Size kCheckedEvery = 25;
/// Seeds are compared from this step on: heads go on sharpening after the answers are right.
constexpr Size kFirstCompared = 600;
constexpr Size kMostSteps = 3000;
constexpr Size kOneHeadSeeds = 10;

Trainer trainer_of(Size num_heads, std::uint64_t seed) {
  return Trainer({.task = TaskName::kSentences, .num_heads = num_heads, .seed = seed});
}

bool is_reached(Trainer& trainer) {
  const std::vector<double> accuracy = trainer.evaluate().accuracy;
  return *std::min_element(accuracy.begin(), accuracy.end()) >= kWanted;
}

/// Trains until every relation has kWanted, `first` steps at least.
/// @return the step
Size train_until_reached(Trainer& trainer, Size first = kCheckedEvery) {
  trainer.step(first - trainer.report().step);
  while (!is_reached(trainer)) {
    if (trainer.report().step >= kMostSteps) throw std::runtime_error("a model is not learned");
    trainer.step(kCheckedEvery);
  }
  return trainer.report().step;
}

struct Candidate {
  std::uint64_t seed = 0;
  Size reached_at = 0;  ///< for the first time
  Size steps = 0;       ///< when it is compared
  double readability = 0;
};

/// How near pruning is to taking one relation a head: with each head matched to the relation of its
/// own that makes the sum of losses largest, the mean loss of accuracy of what is matched, less
/// that of all the rest. 1 would be a permutation matrix.
double readability_of(Trainer& trainer) {
  const std::vector<double> accuracy = trainer.evaluate().accuracy;
  const Tensor without = trainer.ablation();
  const auto loss = [&](std::size_t h, std::size_t r) {
    return accuracy[r] - static_cast<double>(without(h, r));
  };
  double all = 0;
  for (std::size_t h = 0; h < kHeads; ++h) {
    for (std::size_t r = 0; r < kHeads; ++r) all += loss(h, r);
  }
  double most = 0;
  std::array<std::size_t, kHeads> relations = {0, 1, 2, 3};
  do {
    double matched = 0;
    for (std::size_t h = 0; h < kHeads; ++h) matched += loss(h, relations[h]);
    most = std::max(most, matched);
  } while (std::next_permutation(relations.begin(), relations.end()));
  return most / kHeads - (all - most) / (kHeads * (kHeads - 1));
}

Candidate look_at(std::uint64_t seed) {
  Trainer trainer = trainer_of(kHeads, seed);
  Candidate candidate{.seed = seed, .reached_at = train_until_reached(trainer)};
  candidate.steps = train_until_reached(trainer, std::max(kFirstCompared, candidate.reached_at));
  candidate.readability = readability_of(trainer);
  std::printf("seed %2d: step %s, readability %.3f\n", static_cast<int>(seed),
              std::to_string(candidate.reached_at).c_str(), candidate.readability);
  std::fflush(stdout);
  return candidate;
}

std::string rounded(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.4f", value);
  return text.data();
}

/// `[a, b]`
template <typename Values, typename Text>
std::string list(const Values& values, Text text) {
  std::string joined = "[";
  for (const auto& value : values) joined += (joined.size() > 1 ? ", " : "") + text(value);
  return joined + "]";
}

/// A matrix of `columns`, row by row, a line each.
std::string rows(const Tensor& matrix, std::size_t columns) {
  std::string text = "[";
  for (std::size_t i = 0; i < matrix.size(); i += columns) {
    const std::span<const float> row(matrix.data() + i, columns);
    text += (i > 0 ? ",\n    " : "\n    ") +
            list(row, [](float value) { return rounded(static_cast<double>(value)); });
  }
  return text + "\n  ]";
}

void write(const std::string& path, std::span<const char> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw std::runtime_error("cannot write " + path);
}

/// What the page shows of the chosen model.
std::string account(Trainer& trainer, const Candidate& chosen,
                    const std::vector<Candidate>& candidates, const std::vector<Size>& one_head) {
  const Evaluation evaluation = trainer.evaluate();
  const AnswerAttention reading = trainer.answer_attention();
  const std::size_t R = trainer.task().relations().size();
  const auto number = [](Size value) { return std::to_string(value); };
  const auto reached_at = [](const Candidate& candidate) {
    return std::to_string(candidate.reached_at);
  };
  const auto quoted = [](std::string_view text) { return '"' + std::string(text) + '"'; };
  return "{\n  \"seed\": " + number(chosen.seed) +                                //
         ",\n  \"seeds\": " + number(candidates.size()) +                         //
         ",\n  \"steps\": " + number(chosen.steps) +                              //
         ",\n  \"heads\": " + number(kHeads) +                                    //
         ",\n  \"dModel\": " + number(trainer.config().d_model) +                 //
         ",\n  \"seqLen\": " + number(trainer.config().seq_len) +                 //
         ",\n  \"parameters\": " + number(trainer.model().parameters().size()) +  //
         ",\n  \"readability\": " + rounded(chosen.readability) +                 //
         ",\n  \"wanted\": " + rounded(kWanted) +                                 //
         ",\n  \"reachedAt\": " + number(chosen.reached_at) +                     //
         ",\n  \"reachedAtOfAll\": " + list(candidates, reached_at) +             //
         ",\n  \"oneHeadReachedAt\": " + list(one_head, number) +                 //
         ",\n  \"relations\": " + list(trainer.task().relations(), quoted) +      //
         ",\n  \"accuracy\": " + list(evaluation.accuracy, rounded) +             //
         ",\n  \"accuracyWithoutHead\": " + rows(trainer.ablation(), R) +         //
         ",\n  \"massOnAnswer\": " + rows(reading.mass, R) +                      //
         ",\n  \"entropy\": " + rows(reading.entropy, kHeads) + "\n}\n";
}

void train(const std::string& folder, std::uint64_t seeds) {
  std::vector<Candidate> candidates;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) candidates.push_back(look_at(seed));
  const Candidate chosen =
      *std::max_element(candidates.begin(), candidates.end(),
                        [](const auto& a, const auto& b) { return a.readability < b.readability; });

  std::vector<Size> one_head;
  for (std::uint64_t seed = 0; seed < kOneHeadSeeds; ++seed) {
    Trainer trainer = trainer_of(1, seed);
    one_head.push_back(train_until_reached(trainer));
    std::printf("one head, seed %d: step %d\n", static_cast<int>(seed),
                static_cast<int>(one_head.back()));
  }

  Trainer trainer = trainer_of(kHeads, chosen.seed);
  trainer.step(chosen.steps);
  const Tensor file = write_trainer(trainer);
  write(folder + "/sentences.safetensors",
        {reinterpret_cast<const char*>(file.data()), file.size() * sizeof(float)});
  const std::string text = account(trainer, chosen, candidates, one_head);
  write(folder + "/sentences.json", text);
  std::fputs(text.c_str(), stdout);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("usage: manyheads_train_lesson FOLDER SEEDS");
    train(argv[1], std::stoull(argv[2]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
