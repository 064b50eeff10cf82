#pragma once
/// Batches of a task's sequences, and how well a model predicts them.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lesson/training/task.hpp"

namespace manyheads {

/// B sequences of up to T tokens.
struct Examples {
  std::size_t B = 0, T = 0, R = 0;
  std::vector<Token> tokens;          ///< [B, T]; 0 after the end of a sequence
  std::vector<std::int64_t> lengths;  ///< [B]
  std::vector<Answer> answers;        ///< [B, T, R]
  bool padded() const;
};

/// Draws B sequences. Reuses the memory of `examples`.
void draw_examples(const Task& task, SeededGenerator& generator, Split split, std::size_t B,
                   Examples& examples);

/// @throws ConfigError unless a sequence of the task can have this many tokens
void check_token_count(const Task& task, std::size_t count);

/// A batch of one sequence.
/// @param tokens  1 .. task.seq_len() indices of the vocabulary
/// @throws ConfigError naming the token that is not in the vocabulary, or their number
Examples make_example(const Task& task, std::span<const Token> tokens);

/// Rows first .. first + count - 1.
Examples slice_examples(const Examples& examples, std::size_t first, std::size_t count);

/// How good predictions are.
struct Score {
  double loss = 0;                       ///< sum of the cross-entropies, in nats
  std::vector<std::size_t> predictions;  ///< [R]: the number of predictions
  /// [R]: how many of them have the largest logit (the first, if some are equal) at the answer.
  std::vector<std::size_t> correct;

  std::size_t count_predictions() const;
  void add(const Score& other);
};

/// Replaces logits by the gradients of the mean cross-entropy of all predictions; 0 where there is
/// nothing to predict.
/// @param logits  [B * T, R, V], written
Score score_and_gradient(const Examples& examples, std::size_t vocabulary, std::span<float> logits);

}  // namespace manyheads
