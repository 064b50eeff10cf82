#pragma once
/// Random letters, of which every position is to tell several earlier ones at once: one softmax
/// gives one weighted average, so that each relation wants a head of its own.
/// @see Nichani, Damian, Lee 2024, "How transformers learn causal structure with gradient descent",
///      for several parents and several heads.

#include <memory>

#include "lesson/training/task.hpp"

namespace manyheads {

/// 8 letters; from position 5 on, x[i-1], x[i-3], x[i-5] and x[0].
/// @throws ConfigError for fewer than 6 tokens
std::unique_ptr<Task> relations_task(Size seq_len);

/// The same letters and one digit, 0 to 3, somewhere in positions 1 to 5; from position 5 on,
/// x[i-1], x[i-3], x[0] and the digit, which has to be found by what it is.
std::unique_ptr<Task> relations_and_digit_task(Size seq_len);

}  // namespace manyheads
