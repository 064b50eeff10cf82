#pragma once
/// Shapes as people write them: "[B, H, T, d_k]", "(2, 4, 6, 16)", "B x T x H*d_head", "b t (h d)".

#include <string_view>
#include <vector>

#include "tensor/shape.hpp"

namespace manyheads {

/// What an axis is called, and how large it is here; the name belongs to someone else.
struct NamedSize {
  std::string_view name;
  Size size;
  bool operator==(const NamedSize&) const = default;
};
using NamedSizes = std::vector<NamedSize>;

/// Whether both are names of one axis, such as d_k and d_head; each is one of the usual names.
bool same_axis(std::string_view a, std::string_view b);

/// The size that has exactly this name; it must be there.
Size size_named(const NamedSizes& sizes, std::string_view name);

/// Items are separated by commas, spaces, x or ×; the outermost pair of brackets is the list. An
/// item is a number, a name, or a product of them with *, ·, / or in parentheses, "(h d)"; names
/// have the usual aliases (d_k for d_head, N for T, h for H). "[]" is a scalar.
/// @throws FormatError with the column for empty text, brackets that do not match, empty items,
/// unknown names, inexact division, sizes under 1 or over 2^31, more than kMaxRank of them.
Shape parse_shape(std::string_view text, const NamedSizes& sizes);

}  // namespace manyheads
