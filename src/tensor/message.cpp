#include "tensor/message.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace manyheads {
namespace {

constexpr char kNameMark = '`';

void append_whole(std::string& text, std::uint64_t number) {
  std::array<char, 20> digits;
  char* const end = digits.data() + digits.size();
  char* first = end;
  do *--first = static_cast<char>('0' + number % 10);
  while ((number /= 10) > 0);
  text.append(first, end);
}

void append_double(std::string& text, double number) {
  if (!(std::abs(number) <= 1e15)) {
    if (std::isinf(number)) {
      text += number < 0 ? "-Infinity" : "Infinity";
    } else {
      text += std::isnan(number) ? "NaN" : number < 0 ? "below -1e15" : "above 1e15";
    }
    return;
  }
  if (number < 0) text += '-';
  double size = std::abs(number);
  int exponent = 0;
  if (size > 0 && size < 1e-4) {
    while (size < 1 - 5e-9) {  // what rounds to 1 is enough
      size *= 10;
      --exponent;
    }
  }
  const std::uint64_t scale = size < 1e9 ? 100'000'000 : 1000;  // the product is below 2^64
  const auto parts = static_cast<std::uint64_t>(size * static_cast<double>(scale) + 0.5);
  append_whole(text, parts / scale);
  if (parts % scale > 0) {
    const std::size_t point = text.size();
    append_whole(text, scale + parts % scale);
    text[point] = '.';
    text.erase(text.find_last_not_of('0') + 1);
  }
  if (exponent < 0) {
    text += "e-";
    append_whole(text, static_cast<std::uint64_t>(-exponent));
  }
}

void append_shape(std::string& text, const Shape& shape) {
  text += '[';
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis > 0) text += ", ";
    append_whole(text, shape[axis]);
  }
  text += ']';
}

void append_quoted(std::string& text, std::string_view quoted) {
  constexpr std::size_t kLongest = 100;
  std::size_t kept = std::min(quoted.size(), kLongest);
  while (kept < quoted.size() && kept > 0 && (quoted[kept] & 0xc0) == 0x80) --kept;  // whole UTF-8
  text += '\'';
  for (const char c : quoted.substr(0, kept)) {
    text += static_cast<unsigned char>(c) < ' ' ? ' ' : c == kNameMark ? '\'' : c;
  }
  text += kept < quoted.size() ? "…'" : "'";
}

/// Removes backticks from the name itself.
void append_name(std::string& text, std::string_view name) {
  text += kNameMark;
  text += remove_name_marks(name);
  text += kNameMark;
}

}  // namespace

void Piece::append_to(std::string& text) const {
  switch (kind_) {
    case Kind::kText:
      text += text_;
      break;
    case Kind::kQuoted:
      append_quoted(text, text_);
      break;
    case Kind::kName:
      append_name(text, text_);
      break;
    case Kind::kNegative:
      text += '-';
      append_whole(text, 0 - whole_);
      break;
    case Kind::kWhole:
      append_whole(text, whole_);
      break;
    case Kind::kDouble:
      append_double(text, double_);
      break;
    case Kind::kShape:
      append_shape(text, *shape_);
      break;
  }
}

std::string message(Pieces pieces) {
  std::string whole;
  for (const Piece& piece : pieces) piece.append_to(whole);
  return whole;
}

std::string TensorName::marked() const {
  return is_in_file_ ? remove_name_marks(text_) : message({Name{text_}});
}

std::string remove_name_marks(std::string_view message) {
  std::string text(message);
  std::erase(text, kNameMark);
  return text;
}

}  // namespace manyheads
