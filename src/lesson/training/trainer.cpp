#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/softmax.hpp"
#include "latent_attention/to_latent.hpp"
#include "lesson/training/trainer.hpp"
#include "lesson/training/trainer_limits.hpp"
#include "measures/head_measures.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

/// Streams of the seed; the model draws from others.
enum Stream : std::uint64_t { kTraining = 32, kEvaluating, kSampling };

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// The evaluation runs in parts of so many sequences.
constexpr std::size_t kPart = 64;

ModelConfig model_of(const TrainerConfig& config, const Task& task) {
  const bool is_induction = config.task == TaskName::kInduction;
  std::array<bool, 3> shared = config.share;
  if (config.tie_heads) shared.fill(true);
  return {.seq_len = config.seq_len,
          .vocabulary = task.vocabulary().size(),
          .relations = task.relations().size(),
          .num_layers = config.num_layers,
          .attention = attention_of(config),
          .shared = shared,
          .d_latent = config.d_latent,
          .causal = task.causal(),
          .residual = is_induction || config.num_layers > 1,
          .positions_beside = is_induction};
}

std::unique_ptr<Optimizer> optimizer_of(const TrainerConfig& config, std::size_t count) {
  if (config.optimizer == OptimizerName::kAdam) return adam(count, config.learning_rate);
  return sgd(count, config.learning_rate, config.momentum);
}

/// The token of this text, or of the same in small letters: a sentence begins with a large one.
std::optional<Token> token_of(std::span<const std::string_view> vocabulary, std::string_view text) {
  const auto place_of = [&](std::string_view wanted) -> std::optional<Token> {
    const auto found = std::find(vocabulary.begin(), vocabulary.end(), wanted);
    if (found == vocabulary.end()) return {};
    return static_cast<Token>(found - vocabulary.begin());
  };
  if (const auto token = place_of(text)) return token;
  std::string small(text);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return place_of(small);
}

/// Everything is sized before it is made: sizes come from outside.
TrainerConfig checked(const TrainerConfig& given) {
  const TrainerConfig config = resolved(given);
  check_limits(config, *make_task(config.task, config.seq_len));
  return config;
}

}  // namespace

Trainer::Trainer(const TrainerConfig& config)
    : config_(checked(config)),
      task_(make_task(config_.task, config_.seq_len)),
      model_(model_of(config_, *task_), {.seed = config_.seed,
                                         .symmetric = config_.symmetric_start,
                                         .noise = config_.start_noise}),
      optimizer_(optimizer_of(config_, model_.parameters().size())),
      generator_(config_.seed, kTraining) {
  values_were_set();
  report_.accuracy.resize(task_->relations().size());
}

void Trainer::values_were_set() {
  const std::span<const float> values = model_.parameters().values();
  last_finite_.assign(values.begin(), values.end());
  model_.take_values();
}

Trainer::Progress Trainer::progress() const {
  const std::span<const float> values = model_.parameters().values();
  return {.generator = generator_,
          .optimizer = optimizer_->copy(),
          .values = {values.begin(), values.end()},
          .last_finite = last_finite_,
          .report = report_};
}

/// Takes no memory, so that it succeeds where there is none left.
void Trainer::go_back_to(Progress before) {
  generator_ = before.generator;
  optimizer_ = std::move(before.optimizer);
  last_finite_ = std::move(before.last_finite);
  report_ = std::move(before.report);
  std::copy(before.values.begin(), before.values.end(), model_.parameters().values().begin());
  model_.take_values();
}

const TrainingReport& Trainer::step(Size count) {
  if (count > kMaxSteps) {
    throw ConfigError("count",
                      {"step: count is ", count, ", wanted at most ", kMaxSteps, " in one call"});
  }
  Progress before = progress();
  try {
    for (Size i = 0; i < count && !report_.diverged; ++i) train_once();
  } catch (...) {
    go_back_to(std::move(before));
    throw;
  }
  return report_;
}

void Trainer::train_once() {
  Parameters& parameters = model_.parameters();
  draw_examples(*task_, generator_, Split::kTraining, static_cast<std::size_t>(config_.batch),
                batch_);
  Tensor& logits = model_.forward_keeping(batch_);
  const Score score = score_and_gradient(batch_, task_->vocabulary().size(), elements(logits));
  if (!std::isfinite(score.loss)) return diverge();
  model_.backward(batch_, logits);
  const double norm = clip(parameters.gradients(), config_.gradient_clip);
  if (!std::isfinite(norm)) return diverge();

  std::copy(parameters.values().begin(), parameters.values().end(), last_finite_.begin());
  optimizer_->update(parameters.values(), parameters.gradients());
  model_.take_values();
  ++report_.step;
  report_.gradient_norm = norm;
  judge(score);
}

void Trainer::diverge() {
  std::copy(last_finite_.begin(), last_finite_.end(), model_.parameters().values().begin());
  model_.take_values();
  report_.diverged = true;
  report_.solved = false;
  report_.loss = report_.gradient_norm = kNaN;
  std::fill(report_.accuracy.begin(), report_.accuracy.end(), kNaN);
}

void Trainer::judge(const Score& score) {
  report_.loss = score.loss / static_cast<double>(std::max<std::size_t>(1, score.all_asked()));
  for (std::size_t r = 0; r < score.asked.size(); ++r) {
    if (score.asked[r] == 0) continue;
    report_.accuracy[r] = static_cast<double>(score.right[r]) / static_cast<double>(score.asked[r]);
  }
  std::vector<double>& average = report_.average_accuracy;
  average.resize(report_.accuracy.size());
  const double kept = report_.step == 1 ? 0.0 : 0.9;
  for (std::size_t r = 0; r < average.size(); ++r) {
    average[r] = kept * average[r] + (1.0 - kept) * report_.accuracy[r];
  }
  report_.solved =
      std::all_of(average.begin(), average.end(), [](double value) { return value >= 0.99; });
  if (report_.solved && !report_.solved_at) report_.solved_at = report_.step;
}

const Examples& Trainer::evaluated() {
  if (evaluated_.B > 0) return evaluated_;
  SeededGenerator generator(config_.seed, kEvaluating);
  Examples examples;
  draw_examples(*task_, generator, Split::kEvaluation, kEvaluatedSequences, examples);
  return evaluated_ = std::move(examples);
}

std::vector<float> Trainer::full_mask(const std::vector<float>& given) const {
  const Size H = config_.num_heads, all = saturating_product(H, config_.num_layers);
  if (given.empty() || given.size() == all) return given;
  require_shape("evaluate", "head_mask", {given.size()}, {H}, "one factor a head");
  std::vector<float> mask;
  for (Size layer = 0; layer < config_.num_layers; ++layer) {
    mask.insert(mask.end(), given.begin(), given.end());
  }
  return mask;
}

std::vector<MultiHeadAttention> Trainer::changed_layers(const TrainerChange& change) {
  AttentionConfig config = model_.config().attention;
  config.scale = change.scale.value_or(config.scale);
  config.tie_heads = change.tie_heads.value_or(config.tie_heads);
  config.output_projection = change.output_projection.value_or(config.output_projection);
  if (config.output_projection && !config_.output_projection) {
    throw ConfigError(
        "output_projection",
        "evaluate: output_projection is true, but this model was trained without one");
  }
  if (!config.output_projection && config_.output_projection &&
      combined_width(config) != config.d_model) {
    throw ConfigError(
        "output_projection",
        {"evaluate: without its output projection a position has ", combined_width(config),
         " numbers, but what follows reads ", config.d_model});
  }
  std::vector<MultiHeadAttention> layers;
  for (const MultiHeadAttention& layer : model_.layers()) layers.push_back(layer.with(config));
  return layers;
}

Evaluation Trainer::evaluate(const TrainerChange& change) {
  const std::vector<float> mask = full_mask(change.head_mask);
  std::vector<MultiHeadAttention> layers = changed_layers(change);
  const Examples& examples = evaluated();
  Score score;
  for (std::size_t first = 0; first < examples.B; first += kPart) {
    const Examples part = part_of(examples, first, std::min(kPart, examples.B - first));
    Tensor& logits = model_.forward(part, layers, mask);
    score.add(score_and_gradient(part, task_->vocabulary().size(), elements(logits)));
  }
  Evaluation evaluation{.loss = score.loss / static_cast<double>(score.all_asked())};
  for (std::size_t r = 0; r < score.asked.size(); ++r) {
    evaluation.accuracy.push_back(static_cast<double>(score.right[r]) /
                                  static_cast<double>(score.asked[r]));
  }
  return evaluation;
}

Evaluation Trainer::chance() {
  const Examples& examples = evaluated();
  const std::size_t R = examples.R, V = task_->vocabulary().size();
  std::vector<std::size_t> counts(R * V), asked(R);
  for (std::size_t i = 0; i < examples.answers.size(); ++i) {
    const Token token = examples.answers[i].token;
    if (token == Answer::kNone) continue;
    ++counts[i % R * V + token];
    ++asked[i % R];
  }
  Evaluation chance;
  std::size_t all_asked = 0;
  for (std::size_t r = 0; r < R; ++r) {
    const auto of_relation = [&](std::size_t count) {
      return static_cast<double>(count) / static_cast<double>(asked[r]);
    };
    std::size_t most = 0;
    for (std::size_t token = 0; token < V; ++token) {
      const std::size_t count = counts[r * V + token];
      most = std::max(most, count);
      if (count > 0) chance.loss -= static_cast<double>(count) * std::log(of_relation(count));
    }
    chance.accuracy.push_back(of_relation(most));
    all_asked += asked[r];
  }
  chance.loss /= static_cast<double>(all_asked);
  return chance;
}

Tensor Trainer::ablation(std::optional<Size> layer) {
  const auto H = static_cast<std::size_t>(config_.num_heads);
  const auto L = static_cast<std::size_t>(config_.num_layers);
  if (layer && *layer >= L) {
    throw ConfigError("layer", {"ablation: layer ", *layer, " is not there, the model has ", L});
  }
  Tensor accuracies = make_tensor({H, task_->relations().size()}, "ablation");
  for (std::size_t h = 0; h < H; ++h) {
    std::vector<float> mask(L * H, 1.0f);
    for (std::size_t l = 0; l < L; ++l) {
      if (!layer || *layer == l) mask[l * H + h] = 0.0f;
    }
    const std::vector<double> left = evaluate({.head_mask = std::move(mask)}).accuracy;
    std::copy(left.begin(), left.end(), accuracies.data() + h * left.size());
  }
  return accuracies;
}

HeadReading Trainer::reading() {
  const auto H = static_cast<std::size_t>(config_.num_heads), R = task_->relations().size();
  const std::size_t L = model_.layers().size();
  HeadReading reading{make_tensor({L, H, R}, "mass"), make_tensor({L, H}, "entropy")};
  std::vector<double> mass(L * H * R), disorder(L * H);
  std::vector<std::size_t> asked(R);
  std::size_t rows = 0;
  const Examples& examples = evaluated();
  for (std::size_t first = 0; first < examples.B; first += kPart) {
    const Examples part = part_of(examples, first, std::min(kPart, examples.B - first));
    model_.forward(part, model_.layers());
    const ForwardOptions options = model_.forward_options(part);
    for (std::size_t l = 0; l < L; ++l) {
      const Tensor weights = model_.layers()[l].trace(model_.layer_input(l), options).weights;
      const Tensor entropies = entropy(weights);
      for (std::size_t row = 0; row < part.B * part.T; ++row) {
        const std::size_t b = row / part.T, t = row % part.T;
        const Answer* const answers = part.answers.data() + row * R;
        const auto is_asked = [](const Answer& answer) { return answer.token != Answer::kNone; };
        if (std::none_of(answers, answers + R, is_asked)) continue;
        if (l == 0) ++rows;
        for (std::size_t h = 0; h < H; ++h) disorder[l * H + h] += entropies(b, h, t);
        for (std::size_t r = 0; r < R; ++r) {
          if (!is_asked(answers[r])) continue;
          if (l == 0) ++asked[r];
          for (std::size_t h = 0; h < H; ++h) {
            mass[(l * H + h) * R + r] += weights(b, h, t, answers[r].source);
          }
        }
      }
    }
  }
  for (std::size_t i = 0; i < mass.size(); ++i) {
    reading.mass.data()[i] = static_cast<float>(mass[i] / static_cast<double>(asked[i % R]));
  }
  for (std::size_t i = 0; i < disorder.size(); ++i) {
    reading.entropy.data()[i] = static_cast<float>(disorder[i] / static_cast<double>(rows));
  }
  return reading;
}

std::vector<Token> Trainer::tokens_of(std::span<const std::string_view> texts) const {
  if (texts.empty() || texts.size() > config_.seq_len) {
    throw ConfigError(
        "tokens", {"trainer: ", texts.size(), " tokens were given, wanted 1 to ", config_.seq_len});
  }
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::optional<Token> token = token_of(task_->vocabulary(), texts[i]);
    if (!token) {
      throw ConfigError(
          "tokens", {"trainer: tokens[", i, "], ", Quoted{texts[i]}, ", is not in the vocabulary"});
    }
    tokens.push_back(*token);
  }
  return tokens;
}

std::vector<Token> Trainer::drawn_tokens(std::uint64_t seed) const {
  SeededGenerator generator(config_.seed ^ scramble(seed), kSampling);
  std::vector<Token> tokens;
  task_->draw(generator, Split::kEvaluation, tokens);
  return tokens;
}

Sample Trainer::sample(std::span<const Token> tokens) {
  const Examples example = example_of(*task_, tokens);
  Sample sample{.tokens = example.tokens, .answers = example.answers};
  const Tensor& logits = model_.forward(example, model_.layers());
  const std::size_t V = task_->vocabulary().size();
  for (std::size_t i = 0; i < example.answers.size(); ++i) {
    const float* const row = logits.data() + i * V;
    sample.predictions.push_back(static_cast<Token>(std::max_element(row, row + V) - row));
  }
  const ForwardOptions options = model_.forward_options(example);
  for (std::size_t layer = 0; layer < model_.layers().size(); ++layer) {
    Tensor x = model_.layer_input(layer);
    const Shape shape = shape_of(x);
    resize(x, {shape[1], shape[2]}, "x");
    sample.layers.push_back(model_.layers()[layer].trace(x, options));
  }
  return sample;
}

Tensor Trainer::embed(std::span<const Token> tokens) {
  Tensor rows = model_.embed(example_of(*task_, tokens));
  resize(rows, {rows.shape(1), rows.shape(2)}, "x");
  return rows;
}

Tensor Trainer::read_out(const Tensor& output) {
  const Shape shape = shape_of(output);
  require_rank("read_out", "output", shape, {2}, "[T, d_model]");
  require_axis("read_out", "output", shape, 1, model_.readout().rows, "as the last layer gives");
  Tensor probabilities = model_.read_out(output);
  const std::size_t V = task_->vocabulary().size();
  for (std::size_t i = 0; i < probabilities.size(); i += V) {
    softmax_row(elements(probabilities).subspan(i, V));
  }
  resize(probabilities, {shape[0], task_->relations().size(), V}, "the probabilities");
  return probabilities;
}

MultiHeadAttention Trainer::attention(Size layer) const {
  if (layer >= config_.num_layers) {
    throw ConfigError(
        "layer", {"trainer: layer ", layer, " is not there, the model has ", config_.num_layers});
  }
  return MultiHeadAttention(model_.config().attention,
                            model_.layer_weights(static_cast<std::size_t>(layer)));
}

LatentAttention Trainer::latent_attention(Size layer) const {
  if (config_.d_latent == 0) {
    throw ConfigError("d_latent", "trainer: this model has no latents; to_latent makes one of it");
  }
  const AttentionConfig config = attention(layer).config();
  return LatentAttention({.d_model = config.d_model,
                          .num_heads = config.num_heads,
                          .d_head = config.d_head,
                          .d_latent = config_.d_latent,
                          .seed = config.seed},
                         model_.latent_weights(static_cast<std::size_t>(layer)));
}

/// Embeddings and readout.
void Trainer::carry_what_is_around(const AttentionModel& from) {
  const auto carry = [&](const ParameterMatrix& matrix, const ParameterMatrix& into) {
    std::copy_n(from.parameters().values(matrix), matrix.size(), model_.parameters().values(into));
  };
  carry(from.token_embedding(), model_.token_embedding());
  carry(from.position_embedding(), model_.position_embedding());
  carry(from.readout(), model_.readout());
}

Trainer Trainer::to_latent(Size d_latent) {
  TrainerConfig config = config_;
  config.d_latent = d_latent;
  if (d_latent == 0) {
    throw ConfigError("d_latent", "to_latent: d_latent must be at least 1");
  }
  Trainer latent(config);
  const Examples& examples = evaluated();
  model_.forward(part_of(examples, 0, std::min(kPart, examples.B)), model_.layers());
  for (std::size_t layer = 0; layer < model_.layers().size(); ++layer) {
    const LatentAttention nearest =
        manyheads::to_latent(attention(layer), d_latent, model_.layer_input(layer));
    latent.model_.set_layer_weights(layer, model_.layer_weights(layer));
    latent.model_.set_latents(layer, nearest.weights());
  }
  latent.carry_what_is_around(model_);
  latent.values_were_set();
  return latent;
}

Trainer Trainer::to_grouped(Size num_kv_heads, HeadPooling from) const {
  std::vector<AttentionWeights> pooled;
  for (Size layer = 0; layer < config_.num_layers; ++layer) {
    pooled.push_back(manyheads::to_grouped(attention(layer), num_kv_heads, from).weights());
  }
  TrainerConfig config = config_;
  config.num_kv_heads = num_kv_heads;
  config.d_latent = 0;  // their keys and values, made of latents or not, are what is pooled
  Trainer grouped(config);
  grouped.carry_what_is_around(model_);
  for (std::size_t layer = 0; layer < pooled.size(); ++layer) {
    grouped.model_.set_layer_weights(layer, pooled[layer]);
  }
  grouped.values_were_set();
  return grouped;
}

std::size_t Trainer::bytes() const {
  const std::size_t states = config_.optimizer == OptimizerName::kAdam ? 2 : 1;
  return model_.bytes() + (states + 1) * model_.parameters().size() * sizeof(float);
}

}  // namespace manyheads
