#pragma once
/// The fields of a struct as entries, to compare two of them.

#include <cstddef>

#include "fields/fields.hpp"

namespace manyheads {

template <typename Struct>
Entries<Struct> to_entries(const Struct& from) {
  Entries<Struct> entries;
  for (std::size_t i = 0; i < entries.values.size(); ++i) {
    entries.values[i] = kFields<Struct>[i].get(from);
  }
  return entries;
}

}  // namespace manyheads
