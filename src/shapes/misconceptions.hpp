#pragma once
/// What a wrong shape usually means.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shapes/axis_expression.hpp"

namespace manyheads {

struct Misconception {
  std::string_view name;    ///< "transposed", "missing-batch", ...
  std::string explanation;  ///< with the learner's own sizes
};

/// The slip that turns the right axes into the shape that was given; empty where none known does.
std::optional<Misconception> misconception_of(const Shape& given,
                                              std::span<const std::string_view> axes,
                                              const NamedSizes& sizes);

}  // namespace manyheads
