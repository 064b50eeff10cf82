#pragma once
/// e^x for the exponents of a softmax, which are never above 0.

#include <cstdint>
#include <xsimd/xsimd.hpp>

#include "kernels/maximum.hpp"

namespace manyheads {

/// An exponent x as n ln 2 + rest, with a whole n and |rest| <= ln 2 / 2: e^x = power e^rest.
template <typename Batch>
struct SplitExponent {
  Batch rest;
  Batch power;  ///< 2^n
};

/// Splits x <= 0, in every lane. Below -87.6, where e^x leaves the normal floats, the power is
/// exactly 0; for -infinity too. NaN stays NaN.
/// @see Cody and Waite 1980, chapter 6, for the two-part ln 2.
template <typename Batch>
SplitExponent<Batch> split_exponent(Batch x) {
  constexpr float kSmallest = -88.0f;  // rounds to n = -127; its 2^n is 0 here
  // 1.5 * 2^23: adding it drops the fraction. 127 more: the low bits then hold n + 127, which is
  // how a float stores the exponent n.
  constexpr float kRoundToWhole = 12582912.0f + 127.0f;
  constexpr float kLn2High = 0.693359375f;  // has so few bits that n * kLn2High is exact
  constexpr float kLn2Low = -2.12194440e-4f;
  x = max_keeping_first_nan(x, Batch(kSmallest));
  const Batch shifted = xsimd::fma(x, Batch(1.44269504f), Batch(kRoundToWhole));
  const Batch n = shifted - Batch(kRoundToWhole);
  return {.rest = xsimd::fma(n, Batch(-kLn2Low), xsimd::fma(n, Batch(-kLn2High), x)),
          .power = xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(shifted) << 23)};
}

/// e^r for |r| <= ln 2 / 2, in every lane: a polynomial of degree 6, whose own relative error is
/// 3e-9.
template <typename Batch>
Batch exp_of_rest(Batch r) {
  Batch p(1.381454058e-3f);
  p = xsimd::fma(p, r, Batch(8.368745446e-3f));
  p = xsimd::fma(p, r, Batch(4.166838899e-2f));
  p = xsimd::fma(p, r, Batch(1.666652113e-1f));
  p = xsimd::fma(p, r, Batch(4.999999404e-1f));
  return xsimd::fma(r * r, p, r) + Batch(1.0f);
}

/// e^x for x <= 0, in every lane, with a relative error of at most 1e-7. xsimd::exp, which takes
/// any x, needs twice the time in WebAssembly.
template <typename Batch>
Batch exp_nonpositive(Batch x) {
  const auto [rest, power] = split_exponent(x);
  return exp_of_rest(rest) * power;
}

}  // namespace manyheads
