#pragma once
/// What a wrong shape usually means: which misconception leads to it.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lesson/shapes/axis_expression.hpp"
#include "lesson/shapes/shape_stages.hpp"

namespace manyheads {

using Axes = std::vector<std::string_view>;

/// One way to get the axes wrong.
struct Mistake {
  std::string_view misconception;  ///< "transposed", "missing-batch", ...
  std::string_view stage;          ///< the only stage where it happens; empty: all that it changes
  void (*apply)(Axes& axes);
};

/// All mistakes, in the order in which they are tried: if two lead to the same axes, the more
/// specific one comes first.
std::span<const Mistake> mistakes();

/// The axes that the mistake leads to; empty where it does not apply.
Axes mistaken_axes(const Mistake& mistake, const ShapeStage& stage);

/// Why the answer has this shape: the misconception of the first mistake that leads to it, if one
/// does.
std::optional<std::string_view> find_misconception(const Shape& answer, const ShapeStage& stage,
                                                   const NamedSizes& sizes);

}  // namespace manyheads
