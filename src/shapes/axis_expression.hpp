#pragma once
/// Shapes as people write them: "[B, H, T, d_k]", "(2, 4, 6, 16)", "B x T x H*d_head", "b t (h d)".

#include <map>
#include <string>
#include <string_view>

#include "tensor/shape.hpp"

namespace manyheads {

/// What the axes of the field are called, and how large they are here: {"B": 2, "d_head": 16}.
using NamedSizes = std::map<std::string, Size>;

/// Items are separated by commas, spaces, x or ×; the outermost pair of brackets is the list. An
/// item is a number, a name, or a product of them with *, ·, / or in parentheses, "(h d)"; names
/// have the usual aliases (d_k for d_head, N for T, h for H). "[]" is a scalar.
/// @throws FormatError with the column for empty text, brackets that do not match, empty items,
/// unknown names, inexact division, sizes under 1 or over 2^31.
Shape parse_shape(std::string_view text, const NamedSizes& sizes);

}  // namespace manyheads
