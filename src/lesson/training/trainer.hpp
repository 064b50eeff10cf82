#pragma once
/// Trains a small model of attention alone and asks it what its heads do.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attention/head_pooling.hpp"
#include "latent_attention/latent_attention.hpp"
#include "lesson/training/attention_model.hpp"
#include "lesson/training/examples.hpp"
#include "lesson/training/trainer_config.hpp"

namespace manyheads {

struct TrainingReport {
  Size step = 0;    ///< updates so far
  double loss = 0;  ///< of the last batch, before its update: mean cross-entropy, nats
  /// Of the last batch, before its update; [R]. A relation that the batch did not ask for keeps
  /// what it had.
  std::vector<double> accuracy;
  /// Moving average of it: 0.9 of what it was and 0.1 of the last, from the first batch on.
  std::vector<double> average_accuracy;
  double gradient_norm = 0;
  bool solved = false;            ///< every moving average is 0.99 or more
  std::optional<Size> solved_at;  ///< the first step where it was
  /// A loss was not finite: loss, accuracy and gradient_norm are NaN, the weights those of the last
  /// step whose loss was finite, and further steps change nothing.
  bool diverged = false;
};

/// A change for one evaluation.
struct TrainerChange {
  std::vector<float> head_mask = {};  ///< [H], of every layer, or [L * H]; empty: none
  std::optional<bool> tie_heads = {};
  std::optional<bool> output_projection = {};
  std::optional<Scale> scale = {};
};

struct Evaluation {
  double loss = 0;
  std::vector<double> accuracy = {};  ///< [R]
};

/// On what is asked in the evaluation set.
struct HeadReading {
  Tensor mass;     ///< [L, H, R]: mean weight on the position where the answer stands
  Tensor entropy;  ///< [L, H]: of the rows of weights of positions that are asked, mean, nats
};

struct Sample {
  std::vector<Token> tokens;            ///< [T]
  std::vector<Answer> answers;          ///< [T, R]
  std::vector<Token> predictions = {};  ///< [T, R]
  std::vector<AttentionTrace> layers = {};
};

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
  void judge(const Score& score);
  const Examples& evaluated();
  std::vector<MultiHeadAttention> changed_layers(const TrainerChange& change);
  void carry_what_is_around(const AttentionModel& from);
  std::vector<float> full_mask(const std::vector<float>& given) const;

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
