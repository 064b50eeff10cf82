#pragma once
/// Where the heads of a model look when something is asked.

#include "lesson/training/attention_model.hpp"
#include "lesson/training/examples.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// On what is asked in the evaluation set.
struct HeadReading {
  Tensor mass;     ///< [L, H, R]: mean weight on the position where the answer stands
  Tensor entropy;  ///< [L, H]: of the rows of weights of positions that are asked, mean, nats
};

HeadReading read_heads(AttentionModel& model, const Examples& examples);

}  // namespace manyheads
