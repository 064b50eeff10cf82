#pragma once
/// Updates parameters from gradients.

#include <cstdint>
#include <memory>
#include <span>

#include "fields/choices.hpp"

namespace manyheads {

enum class OptimizerName : std::uint8_t { kAdam, kSgd };
template <>
inline constexpr auto kChoices<OptimizerName> = choices("adam", "sgd");

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  /// One update. @param gradients  one for each value; the same number at every call
  virtual void update(std::span<float> values, std::span<const float> gradients) = 0;
  virtual std::unique_ptr<Optimizer> copy() const = 0;
};

/// m = b1 m + (1 - b1) g, v = b2 v + (1 - b2) g^2, both corrected for their start at 0; value -=
/// learning_rate m / (sqrt(v) + 1e-8). b1 = 0.9, b2 = 0.98.
/// @see Kingma, Ba 2015, algorithm 1; Vaswani et al. 2017, section 5.3, for b2.
std::unique_ptr<Optimizer> adam(std::size_t count, double learning_rate);

/// u = momentum u + g; value -= learning_rate u. @see Sutskever et al. 2013, in PyTorch's form,
/// which multiplies by the rate after the sum.
std::unique_ptr<Optimizer> sgd(std::size_t count, double learning_rate, double momentum);

/// Scales the gradients, taken as one vector, down to `max_norm` if their norm is larger.
/// @return the norm before
/// @see Pascanu, Mikolov, Bengio 2013, section 3.2
double clip_norm(std::span<float> gradients, double max_norm);

}  // namespace manyheads
