#pragma once
/// Trains a small model that only has attention. The parts that evaluate it are in the headers
/// below.

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "attention/head_pooling.hpp"
#include "fields/results.hpp"
#include "latent_attention/latent_attention.hpp"
#include "lesson/training/answer_attention.hpp"
#include "lesson/training/attention_model.hpp"
#include "lesson/training/evaluation.hpp"
#include "lesson/training/examples.hpp"
#include "lesson/training/model_change.hpp"
#include "lesson/training/sample.hpp"
#include "lesson/training/trainer_config.hpp"
#include "lesson/training/training_report.hpp"

namespace manyheads {

/// The values of a trainer's parameters before the first step.
enum class StartValues {
  kDrawn,  ///< from the configuration's seed
  kZero,   ///< for a caller that sets them all
};

/// What a trainer has from the start.
struct TrainerSummary {
  std::size_t parameter_count;
  std::span<const std::string_view> relations, vocabulary;  ///< of the task
};
template <>
inline constexpr auto kResults<TrainerSummary> =
    results(result<&TrainerSummary::parameter_count>("parameter_count"),
            result<&TrainerSummary::relations>("relations"),
            result<&TrainerSummary::vocabulary>("vocabulary"));

class Trainer {
 public:
  /// The most steps in one call, which nothing can interrupt.
  static constexpr Size kMaxSteps = 1'000'000;

  /// @throws ConfigError, OutOfMemoryError
  explicit Trainer(const TrainerConfig& config, StartValues start = StartValues::kDrawn);

  const TrainerConfig& config() const { return config_; }  ///< with its defaults filled in
  const Task& task() const { return *task_; }
  TrainerSummary summary() const {
    return {model_.parameters().size(), task_->relations(), task_->vocabulary()};
  }
  AttentionModel& model() { return model_; }
  const AttentionModel& model() const { return model_; }

  /// A seed gives the same batches and the same start on every machine. Rounding depends on the
  /// width of the machine's vectors, and the differences grow with each step: losses of "relations"
  /// have a relative difference to float64 of up to 1e-5 after 30 steps, 1e-4 after 50 and 1e-3
  /// after 80 (measured over 20 seeds). If it throws, even after some of several batches, the
  /// trainer is the same as before the call.
  /// @param count  number of batches to learn from, at most kMaxSteps
  /// @return the report after the last batch
  /// @throws ConfigError, OutOfMemoryError
  const TrainingReport& step(Size count = 1);
  const TrainingReport& report() const { return report_; }

  /// @throws ShapeError, ConfigError where the change does not fit the model
  Evaluation evaluate(const TrainerChange& change = {});
  /// What a model reaches without learning: the accuracy of always giving the most frequent answer
  /// of the evaluation set, and the loss of predicting the frequencies of all answers. For random
  /// letters 1/8 and ln 8.
  Evaluation chance();
  /// The accuracy of each relation with each head pruned, in every layer or in one. Takes the time
  /// of num_heads evaluations.
  /// @return [H, R]
  /// @throws ConfigError where there is no such layer
  Tensor ablation(std::optional<Size> layer = {});
  /// How much each head attends to the positions of the answers, and the entropy of its weights, on
  /// the evaluation set.
  AnswerAttention answer_attention();
  /// Drawn at the first use. @see Split
  const Examples& evaluation_set();

  /// @throws ConfigError for a token that is not in the vocabulary, or too many of them
  std::vector<Token> find_tokens(std::span<const std::string_view> texts) const;
  std::vector<Token> draw_tokens(std::uint64_t seed) const;
  /// @throws ConfigError unless these are 1 .. seq_len indices of the vocabulary
  Sample sample(std::span<const Token> tokens);
  /// The input of the first layer: token and position embeddings. 'induction' has no positions in
  /// it, since its layers add them to the inputs of their queries and keys. @return [T, d_model]
  /// @throws as sample
  Tensor embed(std::span<const Token> tokens);
  /// The model's predictions from an output of its last layer, which the caller may have changed.
  /// With several layers, or for 'induction', each layer adds to its input: then it is the sum of
  /// embed() and of the outputs of all layers.
  /// @param output  [T, d_model]
  /// @return        [T, R, V], the probability of each token as the answer
  /// @throws ShapeError
  Tensor read_out(const Tensor& output);
  /// @throws ConfigError where there is no such layer
  MultiHeadAttention attention(Size layer) const;
  /// A layer with latents as latent attention. Its outputs are the same, absorbed or expanded.
  /// @throws ConfigError where there is no such layer, or the model has no latents
  LatentAttention latent_attention(Size layer) const;

  /// The same model with pooled key/value heads, a fresh optimiser and step 0.
  /// @see Ainslie et al. 2023, section 2.1
  Trainer to_grouped(Size num_kv_heads, HeadPooling pooling = HeadPooling::kMean) const;

  /// The same model with latents of this width in every layer, a fresh optimiser and step 0. The
  /// latents are the best ones for keys and values of the evaluation set's first sequences, without
  /// their padding.
  /// @throws ConfigError where the model cannot have them
  /// @see manyheads::to_latent
  Trainer to_latent(Size d_latent);

  /// Must be called after the caller has set the model's parameters.
  void on_values_changed();

  std::size_t bytes() const;

 private:
  /// Everything that a step changes.
  struct Progress {
    SeededGenerator generator;
    std::unique_ptr<Optimizer> optimizer;
    std::vector<float> values, last_finite;
    TrainingReport report;
  };

  void check_layer(Size layer) const;
  std::vector<float> copy_values() const;
  Progress save_progress() const;
  void restore(Progress before);
  void train_once();
  void diverge();

  TrainerConfig config_;
  std::unique_ptr<Task> task_;
  AttentionModel model_;
  std::unique_ptr<Optimizer> optimizer_;
  SeededGenerator generator_;
  Examples batch_;
  Examples evaluated_;
  std::vector<float> last_finite_;  ///< the last values with a finite loss
  TrainingReport report_;
};

}  // namespace manyheads
