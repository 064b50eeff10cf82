#pragma once
/// What a wrong shape usually means.

#include <optional>
#include <string>
#include <vector>

#include "shapes/axis_expression.hpp"
#include "shapes/shape_stages.hpp"

namespace manyheads {

struct Misconception {
  std::string name;         ///< "transposed", "missing-batch", ...
  std::string explanation;  ///< with the learner's own sizes
};

/// The slip that turns the right axes into the shape that was given; empty where none known does.
std::optional<Misconception> misconception_of(const Shape& given,
                                              const std::vector<AxisNames>& axes,
                                              const NamedSizes& sizes);

}  // namespace manyheads
