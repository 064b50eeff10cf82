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
/// By all steps together: about a second's work.
constexpr Size kMaxMoves = 16 * kMaxTagged;

/// Elements that carry their own number.
Tensor first_tensor(const Shape& shape) {
  Size count = 1;
  for (const Size size : shape) count *= size;
  const std::vector<std::int64_t> sizes(shape.begin(), shape.end());
  return reshape(arange(0.0, static_cast<double>(count), 1.0), sizes);
}

/// What a teacher calls one of them.
std::string_view word_for(std::string_view axis) {
  const std::string_view own = own_name(axis);
  if (own == "B") return "sequence";
  if (own == "T") return "token";
  if (own == "S") return "key";
  if (own == "H") return "head";
  if (own == "G") return "key head";
  if (own.starts_with("d_")) return "number";
  return axis;
}

/// "token 1, head 0, number 2"; an axis of size 1 tells nothing.
std::string in_words(float origin, const PatternChainResult& result) {
  const Shape at = result.coordinates_of(origin);
  const NamedSizes& axes = result.axes;
  std::string text;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].size == 1) continue;
    text += message({text.empty() ? "" : ", ", word_for(axes[i].name), " ", at[i]});
  }
  return text.empty() ? std::string("the only element") : text;
}

std::string explained(const PatternChainResult& result, std::string_view goal) {
  const Shape shape = shape_of(result.origins), wanted = shape_of(result.wanted);
  const std::size_t count = result.origins.size();
  if (shape != wanted) {
    return message({"The shape is ", shape, ". Wanted is ", wanted, ", ", goal, "."});
  }
  if (!result.first_misplaced) {
    return message({"Each of the ", count, " elements stands where it should."});
  }
  const std::size_t at = *result.first_misplaced;
  const auto all = elements(result.wanted);
  const float held = elements(result.origins)[at];
  const auto belongs = std::find(all.begin(), all.end(), held);
  return message({"The shape is right, but ", result.misplaced, " of ", count,
                  " elements stand in a wrong place. At ", coordinates(at, shape), " stands ",
                  in_words(held, result), ", which should stand at ",
                  coordinates(static_cast<std::size_t>(belongs - all.begin()), shape),
                  "; here should stand ", in_words(all[at], result), "."});
}

}  // namespace

Shape coordinates(std::size_t element, const Shape& shape) {
  Shape at(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    at[axis] = element % shape[axis];
    element /= shape[axis];
  }
  return at;
}

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
  const Shape start = start_of(pattern, sizes, "expected");
  require_few(start, "expected");
  PatternChainResult result{};
  for (const PatternName& each : pattern.left.names) result.axes.push_back({each.name, each.size});
  result.origins = first_tensor(start);
  result.wanted = rearranged(result.origins, pattern, sizes, "expected");

  Size moves = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    take_step(result.origins, steps[i], sizes, message({"step ", i + 1}));
    moves += result.origins.size();
    if (moves <= kMaxMoves) continue;
    throw ConfigError("steps", {"steps: step ", i + 1, " makes them move more than ", kMaxMoves,
                                " elements in all, which smaller sizes or fewer steps keep"});
  }

  const auto given = elements(result.origins), wanted = elements(result.wanted);
  if (shape_of(result.origins) != shape_of(result.wanted)) {
    result.misplaced = given.size();
  } else {
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (given[i] == wanted[i]) continue;
      if (result.misplaced++ == 0) result.first_misplaced = i;
    }
  }
  result.explanation = explained(result, pattern.goal);
  return result;
}

}  // namespace manyheads
