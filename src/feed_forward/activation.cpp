#include "feed_forward/activation.hpp"

#include <numbers>
#include <xsimd/xsimd.hpp>

#include "kernels/exponential.hpp"

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

Batch load(const float* from) { return Batch::load_unaligned(from); }

Batch relu(Batch z) { return xsimd::select(z <= Batch(0.0f), Batch(0.0f), z); }  // NaN stays

Batch sigmoid(Batch z) {
  const Batch e = exp_of_nonpositive(-xsimd::abs(z));
  return xsimd::select(z < Batch(0.0f), e, Batch(1.0f)) / (Batch(1.0f) + e);
}

/// Phi(z), the normal distribution function, and its density.
struct Normal {
  Batch distribution, density;
};

/// Phi(-t) = erfc(t / sqrt(2)) / 2 for t >= 0, to an absolute error of 1e-7, about what float32
/// rounds. gelu takes 2.3 ns an element with it in WebAssembly, 4.6 with xsimd::erf.
/// @see Abramowitz & Stegun 1964, 7.1.26.
Normal normal(Batch z) {
  constexpr float kRootTwo = std::numbers::sqrt2_v<float>;
  const Batch t = xsimd::abs(z), e = exp_of_nonpositive(Batch(-0.5f) * z * z);
  const Batch u = Batch(1.0f) / xsimd::fma(t, Batch(0.3275911f / kRootTwo), Batch(1.0f));
  Batch p(1.061405429f);
  for (const float coefficient : {-1.453152027f, 1.421413741f, -0.284496736f, 0.254829592f}) {
    p = xsimd::fma(p, u, Batch(coefficient));
  }
  const Batch below = Batch(0.5f) * e * u * p;
  return {.distribution = xsimd::select(z < Batch(0.0f), below, Batch(1.0f) - below),
          .density = e * Batch(std::numbers::inv_sqrtpi_v<float> / kRootTwo)};
}

}  // namespace

void activate(Activation activation, const Preactivations& of, float* hidden) {
  for (std::size_t i = 0; i < of.count; i += Batch::size) {
    const Batch z = load(of.z + i);
    const Batch value = activation == Activation::kRelu   ? relu(z)
                        : activation == Activation::kGelu ? z * normal(z).distribution
                                                          : z * sigmoid(z) * load(of.up + i);
    value.store_unaligned(hidden + i);
  }
}

void activate_backward(Activation activation, const Preactivations& of, float* d_hidden,
                       float* d_up) {
  for (std::size_t i = 0; i < of.count; i += Batch::size) {
    const Batch z = load(of.z + i), d = load(d_hidden + i);
    Batch dz;
    if (activation == Activation::kRelu) {
      dz = xsimd::select(z <= Batch(0.0f), Batch(0.0f), d);
    } else if (activation == Activation::kGelu) {
      const Normal of_z = normal(z);
      dz = d * xsimd::fma(z, of_z.density, of_z.distribution);
    } else {
      const Batch s = sigmoid(z);
      (d * z * s).store_unaligned(d_up + i);
      dz = d * load(of.up + i) * s * (Batch(1.0f) + z * (Batch(1.0f) - s));
    }
    dz.store_unaligned(d_hidden + i);
  }
}

}  // namespace manyheads
