#pragma once
/// Shapes as people write them: "[B, H, T, d_k]", "(2, 4, 6, 16)", "B x T x H*d_head", "b t (h d)".

#include <string_view>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// parse_shape returns this for -1, if it is allowed.
inline constexpr Size kRemaining = ~Size{0};

struct ShapeSyntax {
  std::string_view prefix = "shape";  ///< begins the messages: "shape, column 4: ..."
  bool allows_remaining = false;      ///< whether one axis may be -1, as in reshape
};

/// Axes are separated by commas, spaces, x or ×; the outermost pair of brackets is the list. A size
/// is a number, a name, or an expression with *, ·, /, + and parentheses, where "(h d)" is a
/// product. Names have the usual aliases (d_k for d_head, N for T, h for H). "[]" is a scalar.
/// @throws FormatError with the column and what to write instead: for empty text, brackets that do
/// not match, missing sizes, unknown names, divisions with a remainder, sizes under 1 or over 2^31,
/// and more than kMaxRank axes
Shape parse_shape(std::string_view text, const NamedSizes& sizes, const ShapeSyntax& syntax = {});

}  // namespace manyheads
