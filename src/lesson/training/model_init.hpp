#pragma once
/// The initial values of a model's parameters.

#include <cstdint>

#include "lesson/training/model_parameters.hpp"

namespace manyheads {

struct ModelInit {
  std::uint64_t seed = 0;
  bool symmetric = false;  ///< every head's blocks of W_Q, W_K, W_V and W_O are head 0's
  /// Standard deviation of noise that is then added to each matrix of the layers.
  double noise = 0;
};

/// Embeddings are drawn from N(0, 1), matrices from N(0, 1 / fan_in).
void initialize(const ModelInit& start, ModelParameters& parameters);

}  // namespace manyheads
