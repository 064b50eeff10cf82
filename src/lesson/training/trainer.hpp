#pragma once
/// Trains a small model of attention alone; what evaluates it is in the headers below.

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "attention/head_pooling.hpp"
#include "latent_attention/latent_attention.hpp"
#include "lesson/training/attention_model.hpp"
#include "lesson/training/evaluation.hpp"
#include "lesson/training/examples.hpp"
#include "lesson/training/head_reading.hpp"
#include "lesson/training/model_change.hpp"
#include "lesson/training/sample.hpp"
#include "lesson/training/trainer_config.hpp"
#include "lesson/training/training_report.hpp"

namespace manyheads {

class Trainer {
 public:
  /// In one call, which nothing can interrupt.
  static constexpr Size kMaxSteps = 1'000'000;

  /// @throws ConfigError, OutOfMemoryError
  explicit Trainer(const TrainerConfig& config);

  const TrainerConfig& config() const { return config_; }  ///< with its defaults worked out
  const Task& task() const { return *task_; }
  AttentionModel& model() { return model_; }
  const AttentionModel& model() const { return model_; }

  /// A seed has the same batches and the same start everywhere. Sums round as the machine's vectors
  /// are wide, which grows as the model learns: losses of "relations" agree with float64 to 1e-5 of
  /// them for 30 steps, to 1e-4 for 50 and to 1e-3 for 80 (measured over 20 seeds).
  /// Where it throws, also after some of several batches, the trainer is as it was before the call.
  /// @param count  of batches to learn from, at most kMaxSteps
  /// @return what the last of them gave
  /// @throws ConfigError, OutOfMemoryError
  const TrainingReport& step(Size count = 1);
  const TrainingReport& report() const { return report_; }

  /// @throws ShapeError, ConfigError where the change does not fit the model
  Evaluation evaluate(const TrainerChange& change = {});
  /// What there is to reach without having learned: to give the answer that is most frequent in the
  /// evaluation set always, and by the frequencies of all. Of random letters 1/8 and ln 8.
  Evaluation chance();
  /// The accuracy of each relation with each head pruned, in every layer or in the one given.
  /// @return [H, R]
  Tensor ablation(std::optional<Size> layer = {});
  HeadReading reading();
  /// Sequences of which training sees none; drawn when they are first needed.
  const Examples& evaluation_set();

  /// @throws ConfigError for a token that is not in the vocabulary, or too many of them
  std::vector<Token> tokens_of(std::span<const std::string_view> texts) const;
  std::vector<Token> drawn_tokens(std::uint64_t seed) const;
  Sample sample(std::span<const Token> tokens);
  /// What the first layer reads. @return [T, d_model]
  Tensor embed(std::span<const Token> tokens);
  /// What the model reads from what its last layer gives, of whatever was changed on the way.
  /// @param output  [T, d_model]
  /// @return        [T, R, V], the probability of each token as the answer
  /// @throws ShapeError
  Tensor read_out(const Tensor& output);
  /// @throws ConfigError where there is no such layer
  MultiHeadAttention attention(Size layer) const;
  /// A layer with latents as latent attention: of the same outputs, absorbed or expanded.
  /// @throws ConfigError where there is no such layer, or the model has no latents
  LatentAttention latent_attention(Size layer) const;

  /// The same model with pooled key/value heads, a fresh optimiser and step 0.
  /// @see Ainslie et al. 2023, section 2.1
  Trainer to_grouped(Size num_kv_heads, HeadPooling from = HeadPooling::kMean) const;

  /// The same model with latents of this width in every layer, a fresh optimiser and step 0.
  /// Latents are those nearest to keys and values of the evaluation set's first sequences.
  /// @throws ConfigError where the model cannot have them
  /// @see manyheads::to_latent
  Trainer to_latent(Size d_latent);

  /// To be called when the model's parameters were set from elsewhere.
  void values_were_set();

  std::size_t bytes() const;

 private:
  /// Everything that steps change.
  struct Progress {
    SeededGenerator generator;
    std::unique_ptr<Optimizer> optimizer;
    std::vector<float> values, last_finite;
    TrainingReport report;
  };

  Progress progress() const;
  void go_back_to(Progress before);
  void train_once();
  void diverge();

  TrainerConfig config_;
  std::unique_ptr<Task> task_;
  AttentionModel model_;
  std::unique_ptr<Optimizer> optimizer_;
  SeededGenerator generator_;
  Examples batch_;
  Examples evaluated_;
  std::vector<float> last_finite_;  ///< values whose loss was finite
  TrainingReport report_;
};

}  // namespace manyheads
