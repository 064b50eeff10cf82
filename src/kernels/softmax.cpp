#include "kernels/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>
#include <xsimd/xsimd.hpp>

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Nothing above -infinity, or a NaN that the maximum passed over: fills the row with 0 or NaN.
bool fill_row_without_maximum(std::span<float> scores) {
  const bool hidden =
      std::all_of(scores.begin(), scores.end(), [](float score) { return score == -kInfinity; });
  std::fill(scores.begin(), scores.end(), hidden ? 0.0f : std::numeric_limits<float>::quiet_NaN());
  return !hidden;
}

}  // namespace

bool softmax_row(std::span<float> scores) {
  float* const row = scores.data();
  const std::size_t whole = scores.size() / Batch::size * Batch::size;
  float row_max = -kInfinity;
  if (whole > 0) {
    Batch largest(-kInfinity);
    for (std::size_t s = 0; s < whole; s += Batch::size) {
      largest = xsimd::max(largest, Batch::load_unaligned(row + s));
    }
    row_max = xsimd::reduce_max(largest);
  }
  for (std::size_t s = whole; s < scores.size(); ++s) row_max = std::max(row_max, row[s]);
  if (!(row_max > -kInfinity)) return fill_row_without_maximum(scores);

  Batch sums(0.0f);
  for (std::size_t s = 0; s < whole; s += Batch::size) {
    const Batch weight = xsimd::exp(Batch::load_unaligned(row + s) - Batch(row_max));
    weight.store_unaligned(row + s);
    sums += weight;
  }
  float sum = xsimd::reduce_add(sums);
  for (std::size_t s = whole; s < scores.size(); ++s) {
    sum += (row[s] = std::exp(row[s] - row_max));
  }

  const float inverse = 1.0f / sum;
  for (float& weight : scores) weight *= inverse;
  return true;
}

bool softmax_row_reference(std::span<float> scores) {
  const float row_max = *std::max_element(scores.begin(), scores.end());  // keeps exp() finite
  if (!(row_max > -kInfinity)) return fill_row_without_maximum(scores);
  float sum = 0.0f;
  for (float& score : scores) sum += (score = std::exp(score - row_max));
  for (float& weight : scores) weight /= sum;
  return true;
}

Tensor softmax(const Tensor& x, std::int64_t axis) {
  const Shape shape = shape_of(x);
  const std::size_t at = normalized_axis("softmax", axis, shape.size());
  const auto stride = static_cast<std::size_t>(axis_stride(shape, at));
  Tensor weights = x;
  std::vector<float> row(static_cast<std::size_t>(shape[at]));
  for (std::size_t begin = 0; begin < x.size(); begin += stride * row.size()) {
    for (std::size_t column = begin; column < begin + stride; ++column) {
      for (std::size_t s = 0; s < row.size(); ++s) row[s] = x.data()[column + s * stride];
      if (!softmax_row(row)) std::fill(row.begin(), row.end(), std::nanf(""));
      for (std::size_t s = 0; s < row.size(); ++s) weights.data()[column + s * stride] = row[s];
    }
  }
  return weights;
}

}  // namespace manyheads
