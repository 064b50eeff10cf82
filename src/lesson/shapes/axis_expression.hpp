#pragma once
/// Shapes as people write them: "[B, H, T, d_k]", "(2, 4, 6, 16)", "B x T x H*d_head", "b t (h d)".

#include <string_view>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// What parse_shape gives for -1, where that may stand.
inline constexpr Size kWhatIsLeft = ~Size{0};

struct ShapeReading {
  std::string_view text_is = "shape";  ///< begins the messages, "shape, column 4: ..."
  bool takes_what_is_left = false;     ///< -1 may stand for one axis, as in reshape
};

/// Items are separated by commas, spaces, x or ×; the outermost pair of brackets is the list. An
/// item is a number, a name, or what *, ·, /, + or parentheses make of them, "(h d)" being a
/// product; names have the usual aliases (d_k for d_head, N for T, h for H). "[]" is a scalar.
/// @throws FormatError with the column, and what to write instead, for empty text, brackets that do
/// not match, empty items, unknown names, inexact division, sizes under 1 or over 2^31, more than
/// kMaxRank of them.
Shape parse_shape(std::string_view text, const NamedSizes& sizes, const ShapeReading& reading = {});

}  // namespace manyheads
