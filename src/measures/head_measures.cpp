#include "measures/head_measures.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "measures/weight_rows.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

double row_entropy(std::span<const float> row) {
  double sum = 0.0;
  for (const float weight : row) {
    if (weight != 0.0f) sum -= weight * std::log(static_cast<double>(weight));
  }
  return sum;
}

bool has_any_weight(std::span<const float> row) {
  return std::ranges::any_of(row, [](float weight) { return weight != 0.0f; });
}

/// Half of sum a ln(a / m) plus half of sum b ln(b / m), where m is the mean of a and b.
double jensen_shannon(std::span<const float> a, std::span<const float> b) {
  double sum = 0.0;
  for (std::size_t s = 0; s < a.size(); ++s) {
    const double mean = 0.5 * (static_cast<double>(a[s]) + b[s]);
    if (a[s] != 0.0f) sum += 0.5 * a[s] * std::log(a[s] / mean);
    if (b[s] != 0.0f) sum += 0.5 * b[s] * std::log(b[s] / mean);
  }
  return sum > 0.0 || std::isnan(sum) ? sum : 0.0;  // rounding may give less than 0
}

double mean_distance(const WeightRows& rows, std::size_t first, std::size_t second) {
  double sum = 0.0;
  std::size_t count = 0;
  for (std::size_t b = 0; b < rows.B; ++b) {
    for (std::size_t t = 0; t < rows.T; ++t) {
      const auto one = rows.row(b, first, t), other = rows.row(b, second, t);
      if (!has_any_weight(one) && !has_any_weight(other)) continue;
      sum += jensen_shannon(one, other);
      ++count;
    }
  }
  return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

}  // namespace

Tensor entropy(const Tensor& weights) {
  const WeightRows rows("entropy", weights);
  Shape shape = shape_of(weights);
  shape.pop_back();
  Tensor result = make_tensor(shape, "entropy");
  float* out = result.data();
  for (std::size_t b = 0; b < rows.B; ++b) {
    for (std::size_t h = 0; h < rows.H; ++h) {
      for (std::size_t t = 0; t < rows.T; ++t) {
        *out++ = static_cast<float>(row_entropy(rows.row(b, h, t)));
      }
    }
  }
  return result;
}

Tensor head_distance(const Tensor& weights) {
  const WeightRows rows("head_distance", weights);
  Tensor distance = make_tensor({rows.H, rows.H}, "head_distance");
  distance.fill(0.0f);
  for (std::size_t i = 0; i < rows.H; ++i) {
    for (std::size_t j = i + 1; j < rows.H; ++j) {
      distance(i, j) = distance(j, i) = static_cast<float>(mean_distance(rows, i, j));
    }
  }
  return distance;
}

HeadDiversity head_diversity(const Tensor& weights) {
  const std::size_t H = WeightRows("head_diversity", weights).H;
  if (H < 2) {
    const std::size_t axis = weights.dimension() - 3;
    throw ShapeError(
        {"weights", axis, "at least 2", "1"},
        {"`head_diversity`: weights has 1 head (axis ", axis, "), wanted at least 2 to compare"});
  }
  const Tensor distance = head_distance(weights);
  const HeadPair first{{0, 1}, distance(0, 1)};
  HeadDiversity diversity{.mean = 0, .most = first, .least = first};
  for (std::size_t i = 0; i < H; ++i) {
    for (std::size_t j = i + 1; j < H; ++j) {
      const HeadPair pair{{i, j}, distance(i, j)};
      if (pair.distance > diversity.most.distance) diversity.most = pair;
      if (pair.distance < diversity.least.distance) diversity.least = pair;
      diversity.mean += pair.distance;
    }
  }
  diversity.mean /= static_cast<double>(H * (H - 1)) / 2;
  return diversity;
}

Tensor saturation(const Tensor& weights) {
  const WeightRows rows("saturation", weights);
  Tensor result = make_tensor({rows.H}, "saturation");
  for (std::size_t h = 0; h < rows.H; ++h) {
    double sum = 0.0;
    for (std::size_t b = 0; b < rows.B; ++b) {
      for (std::size_t t = 0; t < rows.T; ++t) {
        for (const double weight : rows.row(b, h, t)) sum += weight * (1.0 - weight);
      }
    }
    result(h) = static_cast<float>(sum / static_cast<double>(rows.B * rows.T));
  }
  return result;
}

}  // namespace manyheads
