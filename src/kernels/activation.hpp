#pragma once
/// The activation between the two projections of a feed-forward layer, and its gradient.

#include <cstddef>

#include "fields/choices.hpp"

namespace manyheads {

enum class Activation { kRelu, kGelu, kSwiglu, kGeglu };
template <>
inline constexpr auto kChoices<Activation> = choices("relu", "gelu", "swiglu", "geglu");

/// Whether the layer has a third matrix, whose product the activation multiplies.
constexpr bool is_gated(Activation activation) { return activation >= Activation::kSwiglu; }

/// The inputs of the activation, element by element. Each array here has `count` elements, then
/// padding up to the end of the last vector.
struct Preactivations {
  const float* z;   ///< x W1 + b1
  const float* up;  ///< x W3; read only where the activation is gated
  std::size_t count;
};

/// relu: max(z, 0). gelu: z Phi(z), where Phi is the normal distribution function, by the error
/// function. swiglu: z sigmoid(z) up. geglu: z Phi(z) up. NaN and infinity as in PyTorch.
/// @param hidden  [count], written
/// @see Hendrycks & Gimpel 2016, section 2 (gelu); Shazeer 2020, eq. 6 (geglu, swiglu).
void activate(Activation activation, const Preactivations& inputs, float* hidden);

/// The activation of z alone. A gated activation would multiply it by `up`; for the others it is
/// the same as `activate`.
void activate_without_up(Activation activation, const Preactivations& inputs, float* gate);

/// @param d_hidden  [count], becomes the gradient of z. relu has gradient 0 at 0.
/// @param d_up      [count], written where the activation is gated
void activate_backward(Activation activation, const Preactivations& inputs, float* d_hidden,
                       float* d_up);

}  // namespace manyheads
