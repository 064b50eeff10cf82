#pragma once
/// Reads a line of text from left to right and knows in which column it stands.

#include <cstddef>
#include <string_view>

#include "tensor/message.hpp"

namespace manyheads {

/// @param text_is  what cannot be read: "step 2, column 4: ..."
/// @throws FormatError with the column
[[noreturn]] void refuse_text(std::string_view text_is, std::size_t column, Pieces reason);

// As in the C locale, whatever the program's is.
inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool continues_name(char c) { return starts_name(c) || is_digit(c); }

class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }
  /// A NUL where it is done.
  char peek() const { return done() ? '\0' : text_[at_]; }
  bool sees(std::string_view symbol) const { return text_.substr(at_).starts_with(symbol); }
  /// In characters, from 1.
  std::size_t column() const { return column_; }
  std::string_view rest() const { return text_.substr(at_); }

  /// Past one character of this many bytes.
  void advance(std::size_t bytes = 1) {
    at_ += bytes;
    ++column_;
  }
  /// Back over so many characters of one byte.
  void rewind(std::size_t characters) {
    at_ -= characters;
    column_ -= characters;
  }
  std::string_view take_while(bool (*belongs)(char)) {
    const std::size_t first = at_;
    while (!done() && belongs(text_[at_])) advance();
    return text_.substr(first, at_ - first);
  }
  void skip_spaces() { take_while(is_space); }

  /// The whole UTF-8 character that it stands on.
  std::string_view character() const {
    std::size_t bytes = 1;
    while (at_ + bytes < text_.size() && (text_[at_ + bytes] & 0xC0) == 0x80) ++bytes;
    return text_.substr(at_, bytes);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t column_ = 1;
};

}  // namespace manyheads
