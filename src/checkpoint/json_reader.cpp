#include "checkpoint/json_reader.hpp"

#include <array>
#include <string>
#include <utility>

#include "checkpoint/byte_source.hpp"

namespace manyheads {

void JsonReader::expect(char wanted) {
  if (!take(wanted)) refuse_here({"wanted '", std::string_view(&wanted, 1), "'"});
}

bool JsonReader::next_item(bool& first, char closing) {
  skip_spaces();
  if (take(closing)) return false;
  if (!std::exchange(first, false)) expect(',');
  skip_spaces();
  return true;
}

std::string_view JsonReader::key() {
  const std::string_view name = string();
  skip_spaces();
  expect(':');
  skip_spaces();
  return name;
}

std::string_view JsonReader::string() {
  expect('"');
  char* const first = text_ + position_;
  out_ = first;
  while (!take('"')) {
    const unsigned char c = peek();
    if (position_ == size_ || c < 0x20) refuse_here({"wanted '\"' at the end of the text"});
    if (c == '\\') {
      read_escape();
    } else if (c < 0x80) {
      *out_++ = text_[position_++];
    } else {
      append(read_utf8());
    }
  }
  return {first, static_cast<std::size_t>(out_ - first)};
}

Size JsonReader::whole_number() {
  const std::size_t first = position_;
  Size number = 0;
  while (is_digit() && (position_ == first || text_[first] != '0')) {
    const auto digit = static_cast<Size>(text_[position_] - '0');
    if (__builtin_mul_overflow(number, Size{10}, &number) ||
        __builtin_add_overflow(number, digit, &number)) {
      refuse_bytes(start_ + first, {"the number is 2^64 or more"});
    }
    ++position_;
  }
  if (position_ == first) refuse_here({"wanted a whole number"});
  return number;
}

void JsonReader::skip_spaces() {
  while (position_ < size_ &&
         (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t')) {
    ++position_;
  }
}

void JsonReader::expect_end() {
  skip_spaces();
  if (position_ < size_) refuse_here({"wanted nothing after the closing '}'"});
}

void JsonReader::refuse_here(Pieces wanted) const {
  const auto c = static_cast<unsigned char>(position_ < size_ ? text_[position_] : 0);
  const std::string_view printable(text_ + position_, 1);
  const std::string found = position_ == size_    ? "the end of the header"
                            : c > ' ' && c < 0x7f ? message({Quoted{printable}})
                                                  : message({"a byte ", c});
  refuse_bytes(offset(), {message(wanted), ", found ", found});
}

bool JsonReader::take(char wanted) {
  const bool is_next = position_ < size_ && text_[position_] == wanted;
  position_ += is_next;
  return is_next;
}

void JsonReader::read_escape() {
  constexpr std::string_view kLetters = "\"\\/bfnrtu", kMeanings = "\"\\/\b\f\n\r\t";
  ++position_;
  const std::size_t letter = position_ < size_ ? kLetters.find(text_[position_]) : kLetters.size();
  if (letter >= kLetters.size()) refuse_here({"wanted one of ", kLetters, " after a backslash"});
  ++position_;
  if (letter < kMeanings.size()) {
    *out_++ = kMeanings[letter];
    return;
  }
  std::uint32_t code = read_hexadecimal();
  if (code >= 0xdc00 && code < 0xe000) refuse_here({"half of a surrogate pair is missing"});
  if (code >= 0xd800 && code < 0xdc00) {
    expect('\\');
    expect('u');
    const std::uint32_t low = read_hexadecimal();
    if (low < 0xdc00 || low >= 0xe000) refuse_here({"half of a surrogate pair is missing"});
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  append(code);
}

std::uint32_t JsonReader::read_hexadecimal() {
  std::uint32_t code = 0;
  for (int i = 0; i < 4; ++i, ++position_) {
    const unsigned char c = peek(), letter = c | 0x20;
    if (is_digit()) {
      code = code * 16 + (c - '0');
    } else if (letter >= 'a' && letter <= 'f') {
      code = code * 16 + (letter - 'a' + 10);
    } else {
      refuse_here({"wanted four hexadecimal digits after \\u"});
    }
  }
  return code;
}

/// Reads one character of several bytes. Only the shortest form is allowed, and no surrogates.
std::uint32_t JsonReader::read_utf8() {
  constexpr std::array<std::uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const std::size_t first = position_;
  const unsigned char lead = peek();
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  std::uint32_t code = lead & (0x7fu >> bytes);
  bool good = lead >= 0xc0 && lead < 0xf8;
  while (++position_ < first + bytes && good) {
    good = (peek() & 0xc0u) == 0x80;
    code = code << 6 | (peek() & 0x3fu);
  }
  if (!good || code < kSmallest[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    position_ = first;
    refuse_here({"wanted UTF-8"});
  }
  return code;
}

/// Appends a character in UTF-8, which is never longer than its escaped text.
void JsonReader::append(std::uint32_t code) {
  if (code < 0x80) {
    *out_++ = static_cast<char>(code);
    return;
  }
  const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  *out_++ = static_cast<char>((0xff00u >> (following + 1) & 0xffu) | code >> (6 * following));
  for (int i = following - 1; i >= 0; --i) {
    *out_++ = static_cast<char>(0x80u | (code >> (6 * i) & 0x3fu));
  }
}

}  // namespace manyheads
