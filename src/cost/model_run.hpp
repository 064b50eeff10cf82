#pragma once
/// What a model reads.

#include "cost/count.hpp"

namespace manyheads {

/// Sequences of one length.
struct ModelRun {
  Size seq_len = 0;
  Size batch = 1;
};

/// seq_len * batch.
/// @throws ConfigError where one of them is 0, OutOfMemoryError from 2^53 on.
Count tokens_of(ModelRun run);

}  // namespace manyheads
