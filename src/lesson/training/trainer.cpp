#include "lesson/training/trainer.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/softmax.hpp"
#include "lesson/training/trainer_conversions.hpp"
#include "lesson/training/trainer_limits.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

/// Streams of the seed. The model draws from other streams.
enum TrainerStream : std::uint64_t { kTraining = 32, kEvaluating, kSampling };

ModelConfig model_config(const TrainerConfig& config, const Task& task) {
  const bool is_induction = config.task == TaskName::kInduction;
  std::array<bool, 3> shared = config.share;
  if (config.tie_heads) shared.fill(true);
  return {.seq_len = config.seq_len,
          .vocabulary = task.vocabulary().size(),
          .relations = task.relations().size(),
          .num_layers = config.num_layers,
          .attention = attention_config(config),
          .shared = shared,
          .d_latent = config.d_latent,
          .causal = task.causal(),
          .residual = is_induction || config.num_layers > 1,
          .positions_in_attention = is_induction};
}

std::optional<ModelInit> model_init(const TrainerConfig& config, StartValues start) {
  if (start == StartValues::kZero) return std::nullopt;
  return ModelInit{
      .seed = config.seed, .symmetric = config.symmetric_start, .noise = config.start_noise};
}

std::unique_ptr<Optimizer> make_optimizer(const TrainerConfig& config, std::size_t count) {
  if (config.optimizer == OptimizerName::kAdam) return adam(count, config.learning_rate);
  return sgd(count, config.learning_rate, config.momentum);
}

/// Checks all sizes before anything is allocated, since they come from outside.
TrainerConfig checked_config(const TrainerConfig& config) {
  const TrainerConfig complete = resolved(config);
  check_limits(complete, *make_task(complete.task, complete.seq_len));
  return complete;
}

}  // namespace

Trainer::Trainer(const TrainerConfig& config, StartValues start)
    : config_(checked_config(config)),
      task_(make_task(config_.task, config_.seq_len)),
      model_(model_config(config_, *task_), model_init(config_, start)),
      optimizer_(make_optimizer(config_, model_.parameters().size())),
      generator_(config_.seed, kTraining) {
  last_finite_ = copy_values();
  report_.accuracy.resize(task_->relations().size());
}

std::vector<float> Trainer::copy_values() const {
  const std::span<const float> values = model_.parameters().values();
  return {values.begin(), values.end()};
}

void Trainer::on_values_changed() {
  last_finite_ = copy_values();
  model_.update_layers();
}

Trainer::Progress Trainer::save_progress() const {
  return {.generator = generator_,
          .optimizer = optimizer_->copy(),
          .values = copy_values(),
          .last_finite = last_finite_,
          .report = report_};
}

/// Allocates nothing, so that it succeeds when memory has run out.
void Trainer::restore(Progress before) {
  generator_ = before.generator;
  optimizer_ = std::move(before.optimizer);
  last_finite_ = std::move(before.last_finite);
  report_ = std::move(before.report);
  std::copy(before.values.begin(), before.values.end(), model_.parameters().values().begin());
  model_.update_layers();
}

const TrainingReport& Trainer::step(Size count) {
  if (count > kMaxSteps) {
    throw ConfigError("count",
                      {"step: count is ", count, ", wanted at most ", kMaxSteps, " in one call"});
  }
  Progress before = save_progress();
  try {
    for (Size i = 0; i < count && !report_.diverged; ++i) train_once();
  } catch (...) {
    restore(std::move(before));
    throw;
  }
  return report_;
}

void Trainer::train_once() {
  Parameters& parameters = model_.parameters();
  draw_examples(*task_, generator_, Split::kTraining, static_cast<std::size_t>(config_.batch),
                batch_);
  Tensor& logits = model_.forward_with_tape(batch_);
  const Score score = score_and_gradient(batch_, task_->vocabulary().size(), elements(logits));
  if (!std::isfinite(score.loss)) return diverge();
  model_.backward(batch_, logits);
  const double norm = clip_norm(parameters.gradients(), config_.gradient_clip);
  if (!std::isfinite(norm)) return diverge();

  std::copy(parameters.values().begin(), parameters.values().end(), last_finite_.begin());
  optimizer_->update(parameters.values(), parameters.gradients());
  model_.update_layers();
  add_step(report_, score, norm);
}

void Trainer::diverge() {
  std::copy(last_finite_.begin(), last_finite_.end(), model_.parameters().values().begin());
  model_.update_layers();
  mark_diverged(report_);
}

const Examples& Trainer::evaluation_set() {
  if (evaluated_.B > 0) return evaluated_;
  SeededGenerator generator(config_.seed, kEvaluating);
  Examples examples;
  draw_examples(*task_, generator, Split::kEvaluation, kEvaluatedSequences, examples);
  return evaluated_ = std::move(examples);
}

Evaluation Trainer::evaluate(const TrainerChange& change) {
  const std::vector<float> mask = full_head_mask(model_.config(), change.head_mask);
  std::vector<MultiHeadAttention> layers = changed_layers(model_, change);
  return manyheads::evaluate(model_, layers, mask, evaluation_set());
}

Evaluation Trainer::chance() {
  return manyheads::chance(evaluation_set(), task_->vocabulary().size());
}

void Trainer::check_layer(Size layer) const {
  if (layer < config_.num_layers) return;
  throw ConfigError(
      "layer", {"trainer: layer ", layer, " does not exist, the model has ", config_.num_layers});
}

Tensor Trainer::ablation(std::optional<Size> layer) {
  if (layer) check_layer(*layer);
  return ablate_heads(model_, layer, evaluation_set());
}

AnswerAttention Trainer::answer_attention() {
  return measure_answer_attention(model_, evaluation_set());
}

std::vector<Token> Trainer::find_tokens(std::span<const std::string_view> texts) const {
  return manyheads::find_tokens(*task_, texts);
}

std::vector<Token> Trainer::draw_tokens(std::uint64_t seed) const {
  SeededGenerator generator(config_.seed ^ scramble(seed), kSampling);
  std::vector<Token> tokens;
  task_->draw(generator, Split::kEvaluation, tokens);
  return tokens;
}

Sample Trainer::sample(std::span<const Token> tokens) {
  return trace_sample(model_, *task_, tokens);
}

Tensor Trainer::embed(std::span<const Token> tokens) {
  Tensor rows = model_.embed(make_example(*task_, tokens));
  resize(rows, {rows.shape(1), rows.shape(2)}, "x");
  return rows;
}

Tensor Trainer::read_out(const Tensor& output) {
  const Shape shape = shape_of(output);
  require_rank("read_out", "output", shape, {2}, "[T, `d_model`]");
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
  check_layer(layer);
  return MultiHeadAttention(model_.config().attention,
                            model_.layer_weights(static_cast<std::size_t>(layer)));
}

LatentAttention Trainer::latent_attention(Size layer) const {
  if (config_.d_latent == 0) {
    throw ConfigError("d_latent",
                      "trainer: this model has no latents; `to_latent` makes one of it");
  }
  check_layer(layer);
  const AttentionConfig& config = model_.config().attention;
  return LatentAttention({.d_model = config.d_model,
                          .num_heads = config.num_heads,
                          .d_head = config.d_head,
                          .d_latent = config_.d_latent,
                          .seed = config.seed},
                         model_.latent_weights(static_cast<std::size_t>(layer)));
}

Trainer Trainer::to_latent(Size d_latent) { return convert_to_latent(*this, d_latent); }

Trainer Trainer::to_grouped(Size num_kv_heads, HeadPooling pooling) const {
  return convert_to_grouped(*this, num_kv_heads, pooling);
}

std::size_t Trainer::bytes() const {
  const std::size_t states = config_.optimizer == OptimizerName::kAdam ? 2 : 1;
  return model_.bytes() + (states + 1) * model_.parameters().size() * sizeof(float);
}

}  // namespace manyheads
