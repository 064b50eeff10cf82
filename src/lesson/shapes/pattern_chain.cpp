#include "lesson/shapes/pattern_chain.hpp"

#include <algorithm>

#include "lesson/shapes/axis_pattern.hpp"
#include "lesson/shapes/pattern_step.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

constexpr std::size_t kMaxSteps = 100;
/// For all steps together. These take about a second.
constexpr Size kMaxMoves = 16 * kMaxChainElements;

/// A tensor whose elements are 0, 1, 2, ...
Tensor make_first_tensor(const Shape& shape) {
  Size count = 1;
  for (const Size size : shape) count *= size;
  const std::vector<std::int64_t> sizes(shape.begin(), shape.end());
  return reshape(arange(0.0, static_cast<double>(count), 1.0), sizes);
}

void compare_elements(PatternChainResult& result) {
  const auto origins = elements(result.origins), wanted = elements(result.wanted);
  if (shape_of(result.origins) != shape_of(result.wanted)) {
    result.misplaced = origins.size();
    return;
  }
  for (std::size_t i = 0; i < origins.size(); ++i) {
    if (origins[i] != wanted[i] && result.misplaced++ == 0) result.first_misplaced = i;
  }
  if (!result.first_misplaced) return;
  const auto place = std::find(wanted.begin(), wanted.end(), origins[*result.first_misplaced]);
  result.right_place = static_cast<std::size_t>(place - wanted.begin());
}

}  // namespace

Shape PatternChainResult::coordinates_of(float origin) const {
  Shape shape;
  for (const NamedSize& axis : axes) shape.push_back(axis.size);
  return coordinates(static_cast<std::size_t>(origin), shape);
}

PatternChainResult run_pattern(std::span<const std::string_view> steps, const NamedSizes& sizes,
                               std::string_view expected) {
  if (steps.size() > kMaxSteps) {
    throw ConfigError("steps", {"steps: there are ", steps.size(), ", wanted at most ", kMaxSteps});
  }
  AxisPattern pattern = parse_pattern(expected, "expected");
  const Shape start = make_start_shape(pattern, sizes, "expected");
  require_small(start, "expected");
  PatternChainResult result{};
  for (const PatternName& each : pattern.left.names) result.axes.push_back({each.name, each.size});
  result.origins = make_first_tensor(start);
  result.wanted = apply_pattern(result.origins, pattern, sizes, "expected");

  Size moves = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    run_step(result.origins, steps[i], sizes, message({"step ", i + 1}));
    moves += result.origins.size();
    if (moves <= kMaxMoves) continue;
    throw ConfigError("steps", {"steps: step ", i + 1, " makes them move more than ", kMaxMoves,
                                " elements in all; use smaller sizes or fewer steps"});
  }

  compare_elements(result);
  return result;
}

}  // namespace manyheads
