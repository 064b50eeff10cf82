#pragma once
/// Patterns that tell how elements move, "b t (h d) -> b h t d".
/// @see Rogozhnikov 2022, "Einops: clear and reliable tensor manipulations with Einstein-like
///      notation", section 3.

#include <cstddef>
#include <string_view>
#include <vector>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// A name on one side of a pattern. Names of one group lie side by side in one axis of the tensor.
struct PatternName {
  std::string_view name;  ///< empty for a number, which is a new axis of that size
  std::size_t column;
  std::size_t group;
  Size size;  ///< 0: not known yet
};

/// In the order in which they are written; a group without names is an axis of size 1.
struct PatternSide {
  std::vector<PatternName> names;
  std::size_t groups = 0;
};

struct AxisPattern {
  PatternSide left, right;
};

inline constexpr std::string_view kArrow = "->";

/// @param text_is  begins the messages, "step 2, column 4: ..."
/// @throws FormatError with the column for anything but names, numbers and parentheses, for a name
///         that stands twice on one side, or on the left alone.
AxisPattern parse_pattern(std::string_view text, std::string_view text_is);

/// Gives each name of the left its size, all of which must be in `sizes`.
/// @return the shape of a tensor that the left describes
/// @throws FormatError for a name that has no size
Shape start_of(AxisPattern& pattern, const NamedSizes& sizes, std::string_view text_is);

/// Moves the elements of x. Names on the right alone are new axes, along which they are repeated.
/// A name that is not in `sizes` gets its size from x.
/// @throws ShapeError where x is not what the left describes, or the result holds more than
///         kMaxTagged elements; FormatError for a size that cannot be known
Tensor rearranged(const Tensor& x, AxisPattern& pattern, const NamedSizes& sizes,
                  std::string_view text_is);

/// Elements of a tensor that carry their origins: floats tell so many apart.
inline constexpr Size kMaxTagged = Size{1} << 20;

/// @throws ShapeError where there would be more elements than kMaxTagged
void require_few(const Shape& shape, std::string_view text_is);

}  // namespace manyheads
