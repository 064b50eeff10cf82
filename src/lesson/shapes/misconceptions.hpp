#pragma once
/// What a wrong shape usually means.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/shapes/axis_expression.hpp"
#include "lesson/shapes/shape_stages.hpp"

namespace manyheads {

using Axes = std::vector<std::string_view>;

/// One way to get the axes wrong.
struct Slip {
  std::string_view name;   ///< "transposed", "missing-batch", ...
  std::string_view stage;  ///< the only one where it is made; empty: wherever it changes the axes
  void (*apply)(Axes& axes);
  /// With "{H}" for "H = 4", and "{0}" for the first axis that is right.
  std::string_view explanation;
};

/// In the order in which they are tried: where two give the same axes, the more special first.
std::span<const Slip> slips();

/// The axes that the slip leads to; empty where it does not apply.
Axes slipped_axes(const Slip& slip, const ShapeStage& stage);

struct Misconception {
  std::string_view name;
  std::string explanation;  ///< with the learner's own sizes
};

/// The slip that turns the right axes into the shape that was given; empty where none known does.
std::optional<Misconception> misconception_of(const Shape& given, const ShapeStage& stage,
                                              const NamedSizes& sizes);

}  // namespace manyheads
