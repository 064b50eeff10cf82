#pragma once
/// Patterns that say how elements move, "b t (h d) -> b h t d".
/// @see Rogozhnikov 2022, "Einops: clear and reliable tensor manipulations with Einstein-like
/// notation", section 3.

#include <cstddef>
#include <string_view>
#include <vector>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// A name on one side of a pattern. The names of one group share one axis of the tensor.
struct PatternName {
  std::string_view name;  ///< empty for a number: a new axis of that size
  std::size_t column;
  std::size_t group;
  Size size;  ///< 0: not known yet
};

/// The names of one side in written order. A group without names is an axis of size 1.
struct PatternSide {
  std::vector<PatternName> names;
  std::size_t groups = 0;
};

struct AxisPattern {
  PatternSide left, right;
};

inline constexpr std::string_view kArrow = "->";

/// @param prefix  begins the messages: "step 2" for "step 2, column 4: ..."
/// @throws FormatError with the column for anything but names, numbers and parentheses, for a name
/// that is twice on one side, or only on the left
AxisPattern parse_pattern(std::string_view text, std::string_view prefix);

/// Sets the sizes of the names on the left, which must be in `sizes`.
/// @return the shape of the tensor that the left describes
/// @throws FormatError for a name without a size
Shape make_start_shape(AxisPattern& pattern, const NamedSizes& sizes, std::string_view prefix);

/// Moves the elements of x. Along names that are only on the right, elements are repeated. A name
/// that is not in `sizes` gets its size from x.
/// @throws ShapeError if x is not what the left describes, or if the result has more than
/// kMaxChainElements elements; FormatError for a size that is not known
Tensor apply_pattern(const Tensor& x, AxisPattern& pattern, const NamedSizes& sizes,
                     std::string_view prefix);

/// The most elements that a tensor of a chain may have. Each origin is a float, and all must
/// differ.
inline constexpr Size kMaxChainElements = Size{1} << 20;

/// @throws ShapeError if a tensor of this shape has more elements than kMaxChainElements
void require_small(const Shape& shape, std::string_view prefix);

}  // namespace manyheads
