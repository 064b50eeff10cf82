#pragma once
/// The input of a model.

#include "cost/count.hpp"
#include "fields/fields.hpp"

namespace manyheads {

/// Sequences of one length.
struct ModelRun {
  Size seq_len = 0;
  Size batch = 1;
};

template <>
inline constexpr auto kFields<ModelRun> = fields(field::count<&ModelRun::seq_len>("seq_len"),
                                                 field::count<&ModelRun::batch>("batch"));

/// seq_len * batch.
/// @throws ConfigError where one of them is 0, OutOfMemoryError where one is 2^53 or more.
Count count_tokens(ModelRun run);

}  // namespace manyheads
