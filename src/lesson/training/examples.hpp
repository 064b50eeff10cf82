#pragma once
/// Sequences of a task as a model reads them, and what it is told of its answers.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lesson/training/task.hpp"

namespace manyheads {

/// B sequences of at most T tokens.
struct Examples {
  std::size_t B = 0, T = 0, R = 0;
  std::vector<Token> tokens;          ///< [B, T]; 0 beyond a sequence's end
  std::vector<std::int64_t> lengths;  ///< [B]
  std::vector<Answer> answers;        ///< [B, T, R]
  bool padded() const;
};

/// Draws B sequences; uses again what `examples` held.
void draw_examples(const Task& task, SeededGenerator& generator, Split split, std::size_t B,
                   Examples& examples);

/// The one sequence of these tokens.
Examples example_of(const Task& task, std::span<const Token> tokens);

/// Rows first .. first + count - 1.
Examples part_of(const Examples& examples, std::size_t first, std::size_t count);

/// How well logits answer.
struct Score {
  double loss = 0;                 ///< summed cross-entropy, in nats
  std::vector<std::size_t> asked;  ///< [R]
  std::vector<std::size_t> right;  ///< [R]: where the largest logit, the first of equals, is it

  std::size_t all_asked() const;
  void add(const Score& other);
};

/// Logits become gradients of the mean cross-entropy over all that is asked; 0 where nothing is.
/// @param logits  [B * T, R, V], written
Score score_and_gradient(const Examples& examples, std::size_t vocabulary, std::span<float> logits);

}  // namespace manyheads
