#pragma once
/// A sequence that repeats: having seen [A][B], tell [B] at the next [A]. One layer cannot find the
/// place by content and step one further; two layers can.
/// @see Olsson et al. 2022, "In-context learning and induction heads".

#include <memory>

#include "lesson/training/task.hpp"

namespace manyheads {

/// seq_len / 2 tokens, all different, of which a random number from seq_len / 4 to seq_len / 2 is
/// repeated up to the end. Asked is the token that follows, wherever the one at hand was seen
/// before.
/// @throws ConfigError unless seq_len is 4 .. 104
std::unique_ptr<Task> induction_task(Size seq_len);

}  // namespace manyheads
