#pragma once
/// Names of axes: their sizes, the aliases that papers and libraries use, and suggestions for
/// misspelt names.

#include <string>
#include <string_view>
#include <vector>

#include "tensor/shape.hpp"

namespace manyheads {

/// The text of the name must live as long as this.
struct NamedSize {
  std::string_view name;
  Size size;
  bool operator==(const NamedSize&) const = default;
};
using NamedSizes = std::vector<NamedSize>;

/// Null if no size has exactly this name.
const NamedSize* find_exactly(const NamedSizes& sizes, std::string_view name);

/// Prefers the exact name over an alias. Null if there is neither.
const NamedSize* find_by_alias(const NamedSizes& sizes, std::string_view name);

/// The size with exactly this name, which must exist.
Size get_size(const NamedSizes& sizes, std::string_view name);

/// The core's name for an alias, "d_head" for d_k; another name is returned as it is.
std::string_view core_name(std::string_view alias);

/// What to write instead of an unknown name: "did you mean d_head?" if a known one is similar,
/// otherwise "there are B, T, H".
std::string hint_for(std::string_view unknown, const NamedSizes& sizes);

}  // namespace manyheads
