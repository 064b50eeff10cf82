#pragma once
/// Reads a line of text from left to right and counts columns, for formulas, shapes and patterns.

#include <cstddef>
#include <string_view>

#include "tensor/message.hpp"

namespace manyheads {

/// @param prefix  begins the message: "step 2" for "step 2, column 4: ..."
/// @throws FormatError with the column
[[noreturn]] void refuse_text(std::string_view prefix, std::size_t column, Pieces reason);

// ASCII only, whatever the program's locale is.
inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool continues_name(char c) { return starts_name(c) || is_digit(c); }

class TextScanner {
 public:
  /// The most bytes: a longer text is refused before it is read.
  static constexpr std::size_t kMaxLength = 1000;

  explicit TextScanner(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }
  /// The next byte; NUL at the end.
  char peek() const { return done() ? '\0' : text_[at_]; }
  /// The byte before; NUL at the start.
  char previous() const { return at_ == 0 ? '\0' : text_[at_ - 1]; }
  bool sees(std::string_view symbol) const { return text_.substr(at_).starts_with(symbol); }
  /// In characters, from 1.
  std::size_t column() const { return column_; }
  std::string_view rest() const { return text_.substr(at_); }

  /// The next UTF-8 character. In text that is not UTF-8, bytes that belong to no character follow
  /// one another as one, but never a character of ASCII.
  std::string_view character() const {
    std::size_t bytes = 1;
    const bool is_ascii = (text_[at_] & 0x80) == 0;
    while (!is_ascii && at_ + bytes < text_.size() && continues_character(text_[at_ + bytes]))
      ++bytes;
    return text_.substr(at_, bytes);
  }

  /// Moves past the next character.
  void advance() {
    at_ += character().size();
    ++column_;
  }
  /// Moves back over characters of one byte.
  void rewind(std::size_t characters) {
    at_ -= characters;
    column_ -= characters;
  }
  /// Moves past this symbol if it is next.
  bool take(std::string_view symbol) {
    if (!sees(symbol)) return false;
    at_ += symbol.size();
    for (const char c : symbol) column_ += !continues_character(c);
    return true;
  }
  std::string_view take_while(bool (*belongs)(char)) {
    const std::size_t first = at_;
    while (!done() && belongs(text_[at_])) advance();
    return text_.substr(first, at_ - first);
  }
  void skip_spaces() { take_while(is_space); }

 private:
  static bool continues_character(char c) { return (c & 0xC0) == 0x80; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t column_ = 1;
};

}  // namespace manyheads
