#pragma once
/// A learner's own chain of reshapes, transposes and patterns, run on elements that carry where
/// they came from: a right shape with wrong contents is found.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

struct PatternChainResult {
  NamedSizes axes;  ///< of the first tensor, as `expected` names them; their product counts it
  Tensor origins;   ///< what each element was in the first tensor, counted in row-major order
  Tensor wanted;    ///< the same for what `expected` makes
  std::size_t misplaced;  ///< elements of `origins` that differ; all where the shape does
  /// In row-major order; empty where the shape differs, or nothing is misplaced.
  std::optional<std::size_t> first_misplaced;
  std::string explanation;

  /// The element's place among `axes`.
  Shape coordinates_of(float origin) const;
};

/// @param steps     one transformation each; a blank one does nothing:
///                  "b t (h d) -> b h t d", as in einops, where names on the right alone repeat;
///                  "reshape(B, T, H, d_head)", in which one size may be -1;
///                  "transpose(0, 2, 1, 3)" and "swapaxes(1, 2)"
/// @param sizes     of the names in them
/// @param expected  one pattern, "b t (h d) -> b h t d". Its left side is the first tensor, whose
///                  names every element is told apart by; what it makes is the goal.
/// @throws FormatError with the step and the column, ShapeError with the step and the sizes where
///         a step does not fit or would make more than kMaxTagged elements, ConfigError for more
///         than 100 steps or such as move more than 2^24 elements in all
PatternChainResult run_pattern(std::span<const std::string_view> steps, const NamedSizes& sizes,
                               std::string_view expected);

/// Where an element stands in a tensor whose axes have these sizes.
Shape coordinates(std::size_t element, const Shape& shape);

}  // namespace manyheads
