#include "kernels/softmax.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <xsimd/xsimd.hpp>

#include "kernels/exponential.hpp"
#include "kernels/maximum.hpp"

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// For a row without a finite maximum: fills it with 0 if all scores are -infinity, otherwise with
/// NaN.
/// @return its sum
float fill_row_without_maximum(std::span<float> scores) {
  const bool hidden =
      std::all_of(scores.begin(), scores.end(), [](float score) { return score == -kInfinity; });
  const float value = hidden ? 0.0f : std::numeric_limits<float>::quiet_NaN();
  std::fill(scores.begin(), scores.end(), value);
  return value;
}

}  // namespace

std::size_t whole_vectors(std::size_t count) {
  return (count + Batch::size - 1) / Batch::size * Batch::size;
}

float largest_score(const std::span<const float>& scores) {
  constexpr std::size_t kChains = 4;  // hide the latency of a maximum in long rows
  constexpr std::size_t kStride = kChains * Batch::size;
  const auto raise = [&](Batch& largest, std::size_t s) {
    largest = larger(largest, Batch::load_unaligned(scores.data() + s));
  };
  Batch largest(-kInfinity);
  std::size_t s = 0;
  if (scores.size() >= 2 * kStride) {
    std::array<Batch, kChains> chains;
    chains.fill(largest);
    for (; s + kStride <= scores.size(); s += kStride) {
      for (std::size_t i = 0; i < kChains; ++i) raise(chains[i], s + i * Batch::size);
    }
    for (const Batch& chain : chains) largest = xsimd::max(chain, largest);
  }
  for (; s + Batch::size <= scores.size(); s += Batch::size) raise(largest, s);
  float result = xsimd::reduce_max(largest);
  for (; s < scores.size(); ++s) result = scores[s] > result ? scores[s] : result;
  return result;
}

float exponentiate(const std::span<float>& scores, float shift, float factor) {
  const auto exponential = [&](Batch score) {
    return exp_nonpositive((score - Batch(shift)) * Batch(factor));
  };
  const std::size_t whole = scores.size() / Batch::size * Batch::size;
  Batch sums(0.0f);
  for (float* at = scores.data(); at < scores.data() + whole; at += Batch::size) {
    const Batch weight = exponential(Batch::load_unaligned(at));
    weight.store_unaligned(at);
    sums += weight;
  }
  if (whole < scores.size()) {  // the rest, filled up to a batch
    std::array<float, Batch::size> rest;
    rest.fill(-kInfinity);
    const auto tail = scores.subspan(whole);
    std::copy(tail.begin(), tail.end(), rest.begin());
    const Batch weight = exponential(Batch::load_unaligned(rest.data()));
    weight.store_unaligned(rest.data());
    std::copy_n(rest.begin(), tail.size(), tail.begin());
    sums += weight;
  }
  return xsimd::reduce_add(sums);
}

float unnormalized_softmax_row(const std::span<float>& scores, float factor) {
  const float largest = largest_score(scores);  // keeps exp() at or below 1
  if (!(largest > -kInfinity)) return fill_row_without_maximum(scores);
  return exponentiate(scores, largest, factor);
}

bool softmax_row(std::span<float> scores) {
  const float sum = unnormalized_softmax_row(scores, 1.0f);
  if (sum == 0.0f) return false;
  const float inverse = 1.0f / sum;
  for (float& weight : scores) weight *= inverse;
  return true;
}

bool softmax_row_reference(std::span<float> scores) {
  const float row_max = *std::max_element(scores.begin(), scores.end());  // keeps exp() finite
  if (!(row_max > -kInfinity)) return fill_row_without_maximum(scores) != 0.0f;
  float sum = 0.0f;
  for (float& score : scores) sum += (score = std::exp(score - row_max));
  for (float& weight : scores) weight /= sum;
  return true;
}

}  // namespace manyheads
