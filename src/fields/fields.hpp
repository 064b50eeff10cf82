#pragma once
/// For each struct of settings one table: the name, the member and the kind of each field. This
/// table decides how the struct crosses to JavaScript and what a checkpoint stores of it. The build
/// also writes the package's own table, emscripten/package/fields.ts, from it.

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "fields/choices.hpp"

namespace manyheads {

enum class FieldKind : std::uint8_t {
  kSize,    ///< a whole number of 1 or more; 0 where the field is not set
  kCount,   ///< as kSize, but JavaScript does not check that a tensor could have this size
  kWhole,   ///< a whole number
  kFlag,    ///< true or false
  kChoice,  ///< a value of an enumeration
  kSet,     ///< some of the choices, one bit for each
  kNumber,  ///< a double
};

/// A value of any kind as 64 bits: a whole number, or the bits of a double.
using FieldBits = std::uint64_t;

struct FieldType {
  FieldKind kind;
  std::span<const std::string_view> choices = {};
};

/// "64", "true", "sqrt-d-head", "qv", "none" for an empty set, "0x147ae147ae147bp-59" (exact; C's
/// and Python's hexadecimal floats)
std::string to_text(const FieldType& type, FieldBits bits);

/// The value that to_text writes as this text; for a double also one with other digits ("0x2p0" is
/// "0x1p1"). Empty for every other text, for a size of 0 and for a whole number above `largest`.
std::optional<FieldBits> from_text(const FieldType& type, std::string_view text,
                                   std::uint64_t largest = UINT64_MAX);

/// The number that JavaScript has for this value.
double to_number(FieldKind kind, FieldBits bits);
/// A whole number beyond 64 bits becomes the largest one, and one below 0, or NaN, becomes 0.
FieldBits from_number(FieldKind kind, double number);

template <typename Struct>
struct Field {
  std::string_view name;
  FieldType type;
  FieldBits (*get)(const Struct&);
  void (*set)(Struct&, FieldBits);
  /// Added after the first checkpoints were written: a checkpoint has it only where it is not the
  /// default.
  bool added_later = false;
};

template <typename Struct>
constexpr Field<Struct> added_later(Field<Struct> field) {
  field.added_later = true;
  return field;
}

template <typename Struct>
bool is_in_checkpoint(const Field<Struct>& field, const Struct& values) {
  return !field.added_later || field.get(values) != field.get(Struct{});
}

/// The fields of a struct: specialised next to each that has a table.
template <typename Struct>
inline constexpr std::array<Field<Struct>, 0> kFields = {};

namespace field {

template <typename Type>
struct Present {
  using Value = Type;
};
template <typename Type>
struct Present<std::optional<Type>> {
  using Value = Type;
};

template <auto Member>
struct MemberTraits;
template <typename Owner, typename Type, Type Owner::*Member>
struct MemberTraits<Member> {
  using Struct = Owner;
  using Value = typename Present<Type>::Value;

  /// An absent value counts as the first one of its type.
  static FieldBits get(const Struct& values) {
    if constexpr (!std::same_as<Type, Value>) {
      return static_cast<FieldBits>((values.*Member).value_or(Value{}));
    } else if constexpr (std::floating_point<Value>) {
      return std::bit_cast<FieldBits>(values.*Member);
    } else if constexpr (requires { (values.*Member).size(); }) {
      FieldBits bits = 0;
      for (std::size_t i = 0; i < (values.*Member).size(); ++i) {
        bits |= FieldBits{(values.*Member)[i]} << i;
      }
      return bits;
    } else {
      return static_cast<FieldBits>(values.*Member);
    }
  }

  static void set(Struct& values, FieldBits bits) {
    if constexpr (std::floating_point<Value>) {
      values.*Member = std::bit_cast<Value>(bits);
    } else if constexpr (requires { (values.*Member).size(); }) {
      for (std::size_t i = 0; i < (values.*Member).size(); ++i) {
        (values.*Member)[i] = (bits >> i & 1) != 0;
      }
    } else if constexpr (std::same_as<Value, std::size_t>) {  // of 32 bits in WebAssembly
      values.*Member = static_cast<std::size_t>(std::min<FieldBits>(bits, SIZE_MAX));
    } else {
      values.*Member = static_cast<Value>(bits);
    }
  }
};

template <auto Member>
constexpr auto make_field(std::string_view name, const FieldType& type) {
  using Traits = MemberTraits<Member>;
  return Field<typename Traits::Struct>{name, type, &Traits::get, &Traits::set, false};
}

template <auto Member>
constexpr auto size(std::string_view name) {
  return make_field<Member>(name, {FieldKind::kSize});
}
template <auto Member>
constexpr auto count(std::string_view name) {
  return make_field<Member>(name, {FieldKind::kCount});
}
template <auto Member>
constexpr auto whole(std::string_view name) {
  return make_field<Member>(name, {FieldKind::kWhole});
}
template <auto Member>
constexpr auto flag(std::string_view name) {
  return make_field<Member>(name, {FieldKind::kFlag});
}
template <auto Member>
constexpr auto choice(std::string_view name) {
  return make_field<Member>(name,
                            {FieldKind::kChoice, kChoices<typename MemberTraits<Member>::Value>});
}
/// For an array of flags.
template <auto Member, typename Enumeration>
constexpr auto set(std::string_view name) {
  return make_field<Member>(name, {FieldKind::kSet, kChoices<Enumeration>});
}
template <auto Member>
constexpr auto number(std::string_view name) {
  return make_field<Member>(name, {FieldKind::kNumber});
}

}  // namespace field

template <typename Struct, typename... More>
constexpr std::array<Field<Struct>, 1 + sizeof...(More)> fields(const Field<Struct>& first,
                                                                const More&... more) {
  return {first, more...};
}

/// The index of a member in its struct's table. Not consteval: with sanitizers on, GCC cannot
/// compare addresses of functions at compile time.
template <auto Member>
std::size_t field_index() {
  using Traits = field::MemberTraits<Member>;
  const auto& all = kFields<typename Traits::Struct>;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].get == &Traits::get) return i;
  }
  throw std::logic_error("the member is in no table");
}

/// The values of a struct of which any field may be absent.
template <typename Struct>
struct Entries {
  std::array<std::optional<FieldBits>, kFields<Struct>.size()> values;

  template <auto Member>
  std::optional<FieldBits>& entry() {
    return values[field_index<Member>()];
  }
};

/// An absent field gets the struct's default.
template <typename Struct>
Struct from_entries(const Entries<Struct>& entries) {
  Struct result;
  for (std::size_t i = 0; i < entries.values.size(); ++i) {
    if (entries.values[i]) kFields<Struct>[i].set(result, *entries.values[i]);
  }
  return result;
}

}  // namespace manyheads
