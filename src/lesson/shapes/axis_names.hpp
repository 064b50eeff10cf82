#pragma once
/// What axes are called: names with sizes, the aliases of the field, and the nearest name to a
/// slip.

#include <string>
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

/// Null where no size has exactly this name.
const NamedSize* find_exactly(const NamedSizes& sizes, std::string_view name);

/// An exact name goes before an alias. Null where the name and its aliases name no size.
const NamedSize* find_by_alias(const NamedSizes& sizes, std::string_view name);

/// The size that has exactly this name; it must be there.
Size size_named(const NamedSizes& sizes, std::string_view name);

/// The core's own name for it, "d_head" for d_k; the name itself where it is no alias.
std::string_view own_name(std::string_view alias);

/// What to write instead of a name that is no size here: "did you mean d_head?" where one is near,
/// else "there are B, T, H".
std::string hint_for(std::string_view unknown, const NamedSizes& sizes);

}  // namespace manyheads
