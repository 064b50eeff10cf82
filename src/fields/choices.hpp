#pragma once
/// The names of the values of an enumeration in JavaScript and in checkpoints.

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace manyheads {

/// The names of the values 0, 1, ... of an enumeration: specialised next to each that has names.
template <typename Enumeration>
inline constexpr std::array<std::string_view, 0> kChoices = {};

template <typename... Texts>
constexpr std::array<std::string_view, sizeof...(Texts)> choices(const Texts&... texts) {
  return {std::string_view(texts)...};
}

/// All values of an enumeration that has names, in order.
template <typename Enumeration>
constexpr auto all_values() {
  std::array<Enumeration, kChoices<Enumeration>.size()> values;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Enumeration>(i);
  return values;
}

template <typename Enumeration>
requires std::is_enum_v<Enumeration>
constexpr std::string_view to_text(Enumeration value) {
  static_assert(!kChoices<Enumeration>.empty());
  return kChoices<Enumeration>[static_cast<std::size_t>(value)];
}

}  // namespace manyheads
