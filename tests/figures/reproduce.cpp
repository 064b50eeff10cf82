/// Prints the figures of training, each next to what PyTorch 1.13 gave for the same task and rules
/// with other random numbers. Progress goes to stderr. `npm run reproduce` runs it.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "figures/runs.hpp"
#include "measures/head_measures.hpp"

namespace {

using namespace manyheads;
using namespace manyheads::figures;

template <typename... Values>
std::string text(const char* format, Values... values) {
  char buffer[200];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

struct Range {
  std::vector<double> values = {};

  void add(double value) { values.push_back(value); }
  double least() const { return *std::min_element(values.begin(), values.end()); }
  double largest() const { return *std::max_element(values.begin(), values.end()); }
  double median() const {
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    return (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
  }
  std::string shown(const char* format) const {
    const std::string from = text(format, least()), to = text(format, largest());
    return from == to ? from : from + " to " + to;
  }
};

void heading(const char* title) {
  std::printf("\n%s\n  %-40s%-46s%s\n", title, "", "PyTorch", "here");
}

void line(const std::string& name, const char* there, const std::string& here) {
  std::printf("  %-40s%-46s%s\n", name.c_str(), there, here.c_str());
  std::fflush(stdout);
}

void progress(const std::string& name, std::size_t seed, std::size_t seeds) {
  std::fprintf(stderr, "%s: seed %d of %d\n", name.c_str(), static_cast<int>(seed + 1),
               static_cast<int>(seeds));
}

std::string solved_text(const Range& at, Size seeds, Size steps) {
  const int count = static_cast<int>(at.values.size()), all = static_cast<int>(seeds);
  if (count == 0) return text("0/%d in %d", all, static_cast<int>(steps));
  return text("%d/%d at %s, median %g", count, all, at.shown("%g").c_str(), at.median());
}

/// Runs `seeds` seeds, each over all the steps, and prints what they reach on sequences that they
/// never saw.
void runs(const std::string& name, const TrainerConfig& config, Size seeds, Size steps,
          const char* there) {
  Range solved_at, diverged_at, loss, worst, mean;
  for (Size seed = 0; seed < seeds; ++seed) {
    progress(name, seed, seeds);
    Trainer trainer = trained(with_seed(config, seed), steps);
    const TrainingReport& report = trainer.report();
    if (report.solved_at) solved_at.add(static_cast<double>(*report.solved_at));
    if (report.diverged) {
      diverged_at.add(static_cast<double>(report.step));
      continue;
    }
    const Evaluation reached = trainer.evaluate();
    loss.add(reached.loss);
    worst.add(*std::min_element(reached.accuracy.begin(), reached.accuracy.end()));
    double sum = 0;
    for (const double accuracy : reached.accuracy) sum += accuracy;
    mean.add(sum / static_cast<double>(reached.accuracy.size()));
  }
  std::string here = solved_text(solved_at, seeds, steps);
  if (!diverged_at.values.empty()) {
    here += text("; %d diverged at %s", static_cast<int>(diverged_at.values.size()),
                 diverged_at.shown("%g").c_str());
  }
  if (!loss.values.empty()) {
    here += "; loss " + loss.shown("%.3f") + ", accuracy " + mean.shown("%.2f") +
            ", worst relation " + worst.shown("%.2f");
  }
  line(name, there, here);
}

TrainerConfig shared(std::array<bool, 3> share) {
  TrainerConfig config = relations(4, 0.003);
  config.share = share;
  return config;
}

void four_relations() {
  heading("1. Four relations: steps to 99 % on all four, then on held-out sequences");
  TrainerConfig half = relations(4);
  half.batch = 16;
  TrainerConfig bare = relations(4, 0.003), grouped = bare, multi_query = bare;
  bare.output_projection = false;
  grouped.num_kv_heads = 2;
  multi_query.num_kv_heads = 1;
  TrainerConfig by_d_model = wide(), quick = wide();
  quick.learning_rate = 0.01;
  by_d_model.scale = Scale::kSqrtDModel;
  runs("h = 4", relations(4), 20, 300, "20/20 at 79-207, median 92; loss 0.000");
  runs("h = 4, batch 16", half, 20, 300, "20/20 at 83-206, median 102; 0.000");
  runs("h = 4, rate 0.003", relations(4, 0.003), 20, 400, "19/20 at 132-230, median 166; 0.000");
  runs("h = 8, rate 0.003", relations(8, 0.003), 4, 600, "4/4 at 171-198; 0.000");
  runs("h = 16, rate 0.003", relations(16, 0.003), 4, 600, "about 260; 0.000");
  runs("h = 32, rate 0.003", relations(32, 0.003), 4, 600, "never in 600; 0.05-0.21");
  runs("h = 1", relations(1), 5, 600, "0/5 in 300-600; 1.01-1.13");
  runs("h = 1, 4,000 steps", relations(1), 2, 4000, "0/2; 0.85-1.05");
  runs("4 heads tied", tied(relations(4)), 5, 600, "never in 300-600; 1.05-1.47");
  runs("4 heads tied, 4,000 steps", tied(relations(4)), 2, 4000, "never; 0.85-1.05");
  runs("h = 2", relations(2), 5, 600, "never in 600; 0.31-0.73");
  runs("h = 2, 4,000 steps", relations(2), 2, 4000, "0.06-0.26");
  runs("summed, rate 0.003", summed(relations(4, 0.003)), 8, 600, "0/8 in 600; 0.06-0.56");
  runs("summed", summed(relations(4)), 8, 600, "5/8 at 320-570");
  runs("no W_O, rate 0.003", bare, 4, 400, "217-323; 0.000");
  runs("no scale, rate 0.003", unscaled(relations(4, 0.003)), 4, 400, "241-336; 0.000");
  runs("d 128, rate 0.003", wide(), 8, 250, "most within 250");
  runs("d 128, by sqrt(d_model), rate 0.003", by_d_model, 4, 250, "no slower");
  runs("d 128, no scale, rate 0.003", unscaled(wide()), 4, 250, "0/4 in 250; 0.14-0.59");
  runs("d 128", quick, 4, 250, "fails too");
  runs("K shared, rate 0.003", shared({false, true, false}), 4, 400, "152-338; 0.000");
  runs("V shared, rate 0.003", shared({false, false, true}), 4, 400, "152-338; 0.000");
  runs("K and V shared, rate 0.003", shared({false, true, true}), 4, 400, "152-338; 0.000");
  runs("one key/value head, rate 0.003", multi_query, 4, 400, "as K and V shared");
  runs("Q shared, rate 0.003", shared({true, false, false}), 4, 400, "154-192; 0.000");
  runs("Q and K shared, rate 0.003", shared({true, true, false}), 4, 600, "never; about 1.0");
  runs("2 key/value heads, rate 0.003", grouped, 4, 400, "222-276; 0.000");
  runs("SGD 0.3, momentum 0.9", by_sgd(relations(4), 0.3), 5, 300, "88-100; 0.000");
  runs("SGD 1.0, momentum 0.9", by_sgd(relations(4), 1.0), 20, 300, "NaN");
}

/// Of 4 heads each, with the defaults.
std::vector<Trainer> solved_models() {
  constexpr Size kSeeds = 20;
  std::vector<Trainer> models;
  for (Size seed = 0; seed < kSeeds; ++seed) {
    progress("solved models", seed, kSeeds);
    models.push_back(trained(with_seed(relations(4), seed), 300));
  }
  return models;
}

/// The relation that each head looks at most.
std::vector<std::size_t> relations_of(const AnswerAttention& reading) {
  std::vector<std::size_t> relations(reading.mass.shape(1));
  for (std::size_t h = 0; h < relations.size(); ++h) {
    for (std::size_t r = 0; r < reading.mass.shape(2); ++r) {
      if (reading.mass(0, h, r) > reading.mass(0, h, relations[h])) relations[h] = r;
    }
  }
  return relations;
}

/// What the heads do, and what is left of the model when one is pruned.
void heads_of(std::vector<Trainer>& models) {
  heading("   20 solved models of 4 heads: what the heads do");
  Range mass, disorder, distance, dropped, left, bare_loss, bare, tied_first, tied_others;
  int permutations = 0;
  for (Trainer& model : models) {
    const AnswerAttention reading = model.answer_attention();
    const std::vector<std::size_t> relation_of = relations_of(reading);
    const Tensor ablation = model.ablation();
    const Evaluation without = model.evaluate({.output_projection = false});
    const Evaluation alike = model.evaluate({.tie_heads = true});
    const Sample sample = model.sample(model.draw_tokens(0));
    permutations += is_permutation(ablation, 0.2, 0.99);
    distance.add(head_diversity(sample.layers[0].weights).mean);
    bare_loss.add(without.loss);
    for (std::size_t h = 0; h < 4; ++h) {
      disorder.add(reading.entropy(0, h));
      mass.add(reading.mass(0, h, relation_of[h]));
      for (std::size_t r = 0; r < 4; ++r) {
        (r == relation_of[h] ? dropped : left).add(ablation(h, r));
      }
    }
    for (std::size_t r = 0; r < 4; ++r) {
      bare.add(without.accuracy[r]);
      (r == relation_of[0] ? tied_first : tied_others).add(alike.accuracy[r]);
    }
  }
  line("a head's mass on its relation", "0.98-1.00 (seed 0)", mass.shown("%.2f"));
  line("entropy of a head, nats", "0.01-0.13 (seed 0)", disorder.shown("%.2f"));
  line("distance of heads (at most ln 2), nats", "0.67 (seed 0)", distance.shown("%.2f"));
  line("pruning is a permutation matrix", "3/3", text("%d/20", permutations));
  line("  its relation", "0.12-0.14", dropped.shown("%.2f"));
  line("  the others", "1.00", left.shown("%.2f"));
  line("W_O removed: loss", "5.7-6.3", bare_loss.shown("%.1f"));
  line("  every relation", "chance, 0.12", bare.shown("%.2f"));
  line("tied to head 0: its relation", "survives", tied_first.shown("%.2f"));
  line("  the others", "lost", tied_others.shown("%.2f"));
}

void pooled(const std::vector<Trainer>& models, Size num_kv_heads, HeadPooling from,
            const char* name, const char* there) {
  constexpr Size kStops[] = {0, 20, 50, 100, 200};
  Range worst[std::size(kStops)];
  for (std::size_t i = 0; i < models.size(); ++i) {
    progress(name, i, models.size());
    Trainer grouped = models[i].to_grouped(num_kv_heads, from);
    for (std::size_t stop = 0; stop < std::size(kStops); ++stop) {
      grouped.step(kStops[stop] - grouped.report().step);
      worst[stop].add(worst_accuracy(grouped));
    }
  }
  std::string here;
  for (std::size_t stop = 0; stop < std::size(kStops); ++stop) {
    here += text("%s%d: %s", stop == 0 ? "" : "; ", static_cast<int>(kStops[stop]),
                 worst[stop].shown("%.2f").c_str());
  }
  line(name, there, here);
}

void pooled_heads_of(const std::vector<Trainer>& models) {
  heading("   The same pooled: worst relation after so many steps more");
  pooled(models, 2, HeadPooling::kMean, "to 2 key/value heads, mean",
         "0: 0.42-0.53; 20: 0.90-1.00; 100: 1.00");
  pooled(models, 2, HeadPooling::kFirst, "to 2, the first of each",
         "0: 0.11-0.12; 20: 0.13-0.15; 100: 0.5-1.0");
  pooled(models, 1, HeadPooling::kMean, "to 1, mean", "0: 0.22-0.27; 50: 0.92-0.93; 100: 1.00");
  pooled(models, 1, HeadPooling::kFirst, "to 1, the first", "100: 0.36-0.46; 200: 0.85-1.00");
}

void equal_start(const std::string& name, const TrainerConfig& config, const char* there) {
  constexpr Size kSeeds = 5;
  Range after[4];
  for (Size seed = 0; seed < kSeeds; ++seed) {
    progress(name, seed, kSeeds);
    Trainer trainer(with_seed(config, seed));
    for (Range& at : after) {
      trainer.step(100);
      at.add(head_difference(trainer));
    }
  }
  line(name, there,
       text("100: %s; 200: %s; 400: %s", after[0].shown("%.1e").c_str(),
            after[1].shown("%.1e").c_str(), after[3].shown("%.1e").c_str()));
}

void symmetry() {
  heading("   Heads that start equal: largest difference of their weights after so many steps");
  equal_start("equal to the bit", symmetric(relations(4), 0),
              "0 in float64; float32 200: 2e-6; 400: 0.44");
  equal_start("with noise of 6e-8", symmetric(relations(4), 6e-8), "");
  equal_start("equal to the bit, rate 0.003", symmetric(relations(4, 0.003), 0), "");
  equal_start("with noise of 6e-8, rate 0.003", symmetric(relations(4, 0.003), 6e-8), "");
}

void relations_with_a_digit() {
  heading("2. Three relations and a digit that has to be found by what it is");
  runs("h = 4", relations_and_digit(4), 4, 400, "4/4 at 199-319; 0.000");
  runs("h = 2", relations_and_digit(2), 4, 400, "0.24-0.26");
  runs("h = 1", relations_and_digit(1), 4, 400, "0.58-0.60");
  runs("4 heads tied", tied(relations_and_digit(4)), 4, 400, "0.67-0.98");
}

void two_layers() {
  heading("3. Induction");
  const auto large = [](Size num_heads, Size num_layers) {
    TrainerConfig config = induction(num_heads, num_layers);
    config.seq_len = 32;
    config.learning_rate = 0.003;
    return config;
  };
  runs("2 layers of 1", induction(1, 2), 5, 300, "5/5 at 100-125");
  runs("2 layers of 2", induction(2, 2), 5, 300, "5/5 at 125-150");
  runs("2 layers of 4", induction(4, 2), 4, 300, "4/4 at 175");
  runs("2 layers of 1, T 32, rate 0.003", large(1, 2), 3, 600, "0.99 by 300; loss <= 0.005 at 600");
  runs("2 layers of 2, T 32, rate 0.003", large(2, 2), 3, 600, "likewise");
  runs("1 layer of 1, T 32, rate 0.003", large(1, 1), 3, 1000, "0.33; loss 1.67");
}

void sentence_models() {
  heading("4. Sentences: steps to 99 % on new ones, then on word pairs that were never trained on");
  runs("h = 4", sentences(4), 3, 600, "300-400 (to 99.5 %)");
  runs("h = 2", sentences(2), 3, 600, "400-450");
  runs("h = 1", sentences(1), 3, 1200, "650-1,150");
  runs("4 heads tied", tied(sentences(4)), 3, 1200, "never in 1,500");
}

}  // namespace

int main() {
  four_relations();
  std::vector<Trainer> models = solved_models();
  heads_of(models);
  pooled_heads_of(models);
  symmetry();
  relations_with_a_digit();
  two_layers();
  sentence_models();
}
