#pragma once
/// Runs attention with an online softmax, with every combination of options and several tiles.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/random_heads.hpp"
#include "lesson/schedules/attend_online_softmax.hpp"

namespace manyheads {

struct OnlineRun {
  OnlineSoftmaxSteps steps;
  Tensor heads;
};

inline OnlineRun run_online(const RandomHeads& heads, const ForwardOptions& options, Tile tile) {
  OnlineRun result;
  const HeadRows<float> rows = heads.rows_out(result.heads);
  result.steps = attend_online_softmax(heads.arguments(options), tile, rows);
  return result;
}

inline Tensor online_output(const RandomHeads& heads, const ForwardOptions& options, Tile tile) {
  return run_online(heads, options, tile).heads;
}

inline float largest_magnitude(const Tensor& x) {
  float largest = 0.0f;
  for (const float value : elements(x)) largest = std::max(largest, std::abs(value));
  return largest;
}

/// Error bound: 1e-6 of the largest value of V. Only a head mask or dropout makes outputs larger.
inline void expect_close_to_softmax(const Tensor& actual, const Tensor& expected,
                                    const RandomHeads& heads) {
  const double tolerance = 1e-6 * largest_magnitude(heads.v);
  ASSERT_EQ(to_text(shape_of(actual)), to_text(shape_of(expected)));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(actual.data()[i], expected.data()[i], tolerance) << "element " << i;
  }
}

// Smaller than a vector, not a divisor of S, several vectors and a rest, larger than T and S.
inline constexpr std::array<Tile, 5> kTiles = {{{1, 1}, {3, 2}, {4, 19}, {2, 32}, {100, 100}}};

/// Calls `check` with every combination of options and every tile.
template <typename Check>
void for_each_case(const HeadSizes& sizes, Check check) {
  const RandomOptions options(sizes);
  for (unsigned bits = 0; bits < RandomOptions::kCombinations; ++bits) {
    for (const Tile& tile : kTiles) {
      SCOPED_TRACE(to_text(sizes) + ", options " + std::to_string(bits) + ", tile " +
                   to_text(Shape{tile.queries, tile.keys}));
      check(options.combined(bits), tile);
    }
  }
}

}  // namespace manyheads
