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
    largest = max_keeping_first_nan(largest, Batch::load_unaligned(scores.data() + s));
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
  // The exponential is computed in two loops, since each of its operations waits for the one
  // before. The CPU looks ahead by a number of operations, so by twice as many scores where a loop
  // has half of them: 0.72 ns a score in Node, 0.95 in one loop.
  constexpr std::size_t kBlock = 16 * Batch::size;
  std::array<float, kBlock> powers, padded;
  Batch sums(0.0f);
  for (std::size_t first = 0; first < scores.size(); first += kBlock) {
    const auto block = scores.subspan(first, std::min(kBlock, scores.size() - first));
    const std::size_t count = whole_vectors(block.size());
    float* values = block.data();
    if (count > block.size()) {
      values = padded.data();
      std::fill(std::copy(block.begin(), block.end(), values), values + count, -kInfinity);
    }
    for (std::size_t i = 0; i < count; i += Batch::size) {
      const Batch score = Batch::load_unaligned(values + i);
      const auto [rest, power] = split_exponent((score - Batch(shift)) * Batch(factor));
      rest.store_unaligned(values + i);
      power.store_unaligned(powers.data() + i);
    }
    for (std::size_t i = 0; i < count; i += Batch::size) {
      const Batch weight =
          exp_of_rest(Batch::load_unaligned(values + i)) * Batch::load_unaligned(powers.data() + i);
      weight.store_unaligned(values + i);
      sums += weight;
    }
    if (count > block.size()) std::copy_n(values, block.size(), block.begin());
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
  if (scores.empty()) return false;
  const float row_max = *std::max_element(scores.begin(), scores.end());  // keeps exp() finite
  if (!(row_max > -kInfinity)) return fill_row_without_maximum(scores) != 0.0f;
  float sum = 0.0f;
  for (float& score : scores) sum += (score = std::exp(score - row_max));
  for (float& weight : scores) weight /= sum;
  return true;
}

}  // namespace manyheads
