#include "fields/fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tensor/message.hpp"

namespace manyheads {
namespace {

constexpr std::array<std::string_view, 2> kFlags = {"false", "true"};

/// @param value  0 or more
std::string to_hexadecimal(double value) {
  if (std::isinf(value)) return "inf";
  int exponent = 0;
  auto digits = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  std::string text;
  for (; digits > 0; digits /= 16) text.insert(text.begin(), "0123456789abcdef"[digits % 16]);
  return message({"0x", text.empty() ? "0" : text, "p", value == 0 ? 0 : exponent - 53});
}

/// Empty unless the text is one or more digits and the number is at most `largest`.
std::optional<std::uint64_t> parse_digits(std::string_view text, unsigned base,
                                          std::uint64_t largest) {
  if (text.empty()) return {};
  std::uint64_t value = 0;
  for (const char digit : text) {
    const std::size_t place = std::string_view("0123456789abcdef").substr(0, base).find(digit);
    if (place == std::string_view::npos || value > largest / base) return {};
    value *= base;
    if (place > largest - value) return {};
    value += place;
  }
  return value;
}

std::optional<std::uint64_t> parse_decimal(std::string_view text, std::uint64_t largest) {
  if (text.size() > 1 && text.starts_with('0')) return {};  // "007" would come back as "7"
  return parse_digits(text, 10, largest);
}

std::optional<double> parse_hexadecimal(std::string_view text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  const std::size_t exponent_mark = text.find('p');
  if (!text.starts_with("0x") || exponent_mark == std::string_view::npos) return {};
  std::string_view exponent_text = text.substr(exponent_mark + 1);
  const bool negative = exponent_text.starts_with("-");
  if (negative) exponent_text.remove_prefix(1);
  const auto digits = parse_digits(text.substr(2, exponent_mark - 2), 16, std::uint64_t{1} << 53);
  const auto exponent = parse_digits(exponent_text, 10, 1200);
  if (!digits || !exponent) return {};
  const int magnitude = static_cast<int>(*exponent);
  return std::ldexp(static_cast<double>(*digits), negative ? -magnitude : magnitude);
}

std::string set_text(std::span<const std::string_view> choices, FieldBits bits) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (bits >> i & 1) text += choices[i];
  }
  return text.empty() ? "none" : text;
}

std::optional<FieldBits> find_choice(std::span<const std::string_view> choices,
                                     std::string_view text) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found == choices.end()) return {};
  return static_cast<FieldBits>(found - choices.begin());
}

}  // namespace

std::string to_text(const FieldType& type, FieldBits bits) {
  switch (type.kind) {
    case FieldKind::kFlag:
      return std::string(kFlags[static_cast<std::size_t>(bits)]);
    case FieldKind::kChoice:
      return std::string(type.choices[static_cast<std::size_t>(bits)]);
    case FieldKind::kSet:
      return set_text(type.choices, bits);
    case FieldKind::kNumber:
      return to_hexadecimal(std::bit_cast<double>(bits));
    default:
      return message({bits});
  }
}

std::optional<FieldBits> from_text(const FieldType& type, std::string_view text,
                                   std::uint64_t largest) {
  switch (type.kind) {
    case FieldKind::kFlag:
      return find_choice(kFlags, text);
    case FieldKind::kChoice:
      return find_choice(type.choices, text);
    case FieldKind::kSet:
      for (FieldBits bits = 0; bits >> type.choices.size() == 0; ++bits) {
        if (set_text(type.choices, bits) == text) return bits;
      }
      return {};
    case FieldKind::kNumber:
      if (const auto value = parse_hexadecimal(text)) return std::bit_cast<FieldBits>(*value);
      return {};
    case FieldKind::kSize:
      if (const auto size = parse_decimal(text, largest); size && *size > 0) return size;
      return {};
    default:
      return parse_decimal(text, largest);
  }
}

double to_number(FieldKind kind, FieldBits bits) {
  return kind == FieldKind::kNumber ? std::bit_cast<double>(bits) : static_cast<double>(bits);
}

FieldBits from_number(FieldKind kind, double number) {
  if (kind == FieldKind::kNumber) return std::bit_cast<FieldBits>(number);
  if (!(number > 0)) return 0;
  return number < 0x1p64 ? static_cast<FieldBits>(number) : UINT64_MAX;
}

}  // namespace manyheads
