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

/// The indices in the first tensor of an element with this origin.
NamedSizes find_indices(float origin, const NamedSizes& axes) {
  Shape shape;
  for (const NamedSize& axis : axes) shape.push_back(axis.size);
  const Shape all = coordinates(static_cast<std::size_t>(origin), shape);
  NamedSizes indices = axes;
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i].size = all[i];
  return indices;
}

void compare_elements(PatternChainResult& result) {
  const auto origins = elements(result.origins), wanted = elements(result.wanted);
  const Shape shape = shape_of(result.wanted);
  if (shape_of(result.origins) != shape) {
    result.misplaced = origins.size();
    return;
  }
  for (std::size_t i = 0; i < origins.size(); ++i) result.misplaced += origins[i] != wanted[i];
  if (result.misplaced == 0) return;
  std::size_t first = 0;
  while (origins[first] == wanted[first]) ++first;
  const auto belongs_at = std::find(wanted.begin(), wanted.end(), origins[first]) - wanted.begin();
  result.first_misplaced = {.at = coordinates(first, shape),
                            .belongs_at = coordinates(static_cast<std::size_t>(belongs_at), shape),
                            .holds = find_indices(origins[first], result.axes),
                            .should_hold = find_indices(wanted[first], result.axes)};
}

}  // namespace

PatternChainResult run_pattern(std::span<const std::string_view> steps, const NamedSizes& sizes,
                               std::string_view expected) {
  if (steps.size() > kMaxSteps) {
    throw ConfigError("steps", {"steps: there are ", steps.size(), ", wanted at most ", kMaxSteps});
  }
  AxisPattern pattern = parse_pattern(expected, "expected");
  const Shape start = make_start_shape(pattern, sizes, "expected");
  require_small(start, "expected");
  PatternChainResult result{};
  for (const PatternName& each : pattern.left.names) {
    result.axes.push_back({each.name, each.size});
    result.meanings.push_back({each.name, core_name(each.name)});
  }
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
