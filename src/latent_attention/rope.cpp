#include "latent_attention/rope.hpp"

#include <cmath>

namespace manyheads {
namespace {

/// The angle by which the pair that begins at `first` rotates from one position to the next.
double pair_frequency(std::size_t first, std::size_t width) {
  return std::pow(10000.0, -static_cast<double>(first) / static_cast<double>(width));
}

/// Rotates one pair of every row. Heads and batch rows have the same angles.
/// @param pairs  [B, heads, T, 2]
void rotate_pairs(const HeadRows<float>& pairs, const ForwardShape& run, std::size_t heads,
                  double frequency) {
  for (std::size_t t = 0; t < run.T; ++t) {
    const double angle = static_cast<double>(run.S - run.T + t) * frequency;
    const auto cosine = static_cast<float>(std::cos(angle));
    const auto sine = static_cast<float>(std::sin(angle));
    for (std::size_t b = 0; b < run.B; ++b) {
      for (std::size_t h = 0; h < heads; ++h) {
        float* const pair = pairs.row(b, h, t);
        const float x = pair[0], y = pair[1];
        pair[0] = x * cosine - y * sine;
        pair[1] = x * sine + y * cosine;
      }
    }
  }
}

}  // namespace

void rotate(const HeadRows<float>& rows, const ForwardShape& run, std::size_t heads,
            std::size_t width) {
  HeadRows<float> pairs = rows;
  for (std::size_t first = 0; first < width; first += 2) {
    pairs.data = rows.data + first;
    rotate_pairs(pairs, run, heads, pair_frequency(first, width));
  }
}

void rotate_reference(std::span<float> row, std::size_t position) {
  for (std::size_t first = 0; first < row.size(); first += 2) {
    const double angle = static_cast<double>(position) * pair_frequency(first, row.size());
    const double x = row[first], y = row[first + 1];
    row[first] = static_cast<float>(x * std::cos(angle) - y * std::sin(angle));
    row[first + 1] = static_cast<float>(x * std::sin(angle) + y * std::cos(angle));
  }
}

}  // namespace manyheads
