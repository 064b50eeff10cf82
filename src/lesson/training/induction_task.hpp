#pragma once
/// A sequence that repeats: after [A][B], predict [B] at the next [A]. One layer cannot find a
/// position by content and also move one further; two layers can.
/// @see Olsson et al. 2022, "In-context learning and induction heads".

#include <memory>

#include "lesson/training/task.hpp"

namespace manyheads {

/// The vocabulary has seq_len / 2 tokens. A sequence is a random period of seq_len / 4 to seq_len /
/// 2 different tokens, repeated to the end. Wherever a token occurred before, predict the token
/// that followed it.
/// @throws ConfigError unless seq_len is 4 .. 104
std::unique_ptr<Task> induction_task(Size seq_len);

}  // namespace manyheads
