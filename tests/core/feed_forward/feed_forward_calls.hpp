#pragma once
/// Calls of a feed-forward layer, and its activations in double.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "feed_forward/feed_forward.hpp"

namespace manyheads {

inline constexpr std::array kAllActivations = {Activation::kRelu, Activation::kGelu,
                                               Activation::kSwiglu, Activation::kGeglu};

template <typename Layer>
Tensor run_forward(Layer&& layer, const Tensor& x) {
  Tensor output;
  layer.forward(x, output);
  return output;
}

template <typename Layer>
FeedForwardGradients run_backward(Layer&& layer, const Tensor& x, const Tensor& d_output) {
  FeedForwardGradients gradients;
  layer.backward(x, d_output, gradients);
  return gradients;
}

inline double activate_in_double(Activation activation, double z) {
  switch (activation) {
    case Activation::kRelu:
      return std::max(z, 0.0);
    case Activation::kGelu:
    case Activation::kGeglu:
      return z * 0.5 * std::erfc(-z / std::numbers::sqrt2);
    default:
      return z / (1.0 + std::exp(-z));
  }
}

}  // namespace manyheads
