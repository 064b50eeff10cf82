#pragma once
/// Random letters; each position predicts several earlier ones at once. One softmax gives one
/// weighted average, so each relation needs a head of its own.
/// @see Nichani, Damian, Lee 2024, "How transformers learn causal structure with gradient descent",
///      for several parents and several heads.

#include <memory>

#include "lesson/training/task.hpp"

namespace manyheads {

/// 8 letters; from position 5 on, predict x[i-1], x[i-3], x[i-5] and x[0].
/// @throws ConfigError for fewer than 6 tokens
std::unique_ptr<Task> relations_task(Size seq_len);

/// The same letters and one digit, 0 to 3, at a random position from 1 to 5; from position 5 on,
/// predict x[i-1], x[i-3], x[0] and the digit, which can only be found by its content.
std::unique_ptr<Task> relations_and_digit_task(Size seq_len);

}  // namespace manyheads
