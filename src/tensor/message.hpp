#pragma once
/// Puts the sentences of errors and explanations together.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace manyheads {

/// A text or a whole number within a message. Out of line, as is `message`: string concatenation
/// inlined at every error costs tens of kilobytes of WebAssembly.
class Piece {
 public:
  Piece(const char* text);
  Piece(std::string_view text);
  Piece(const std::string& text);
  template <std::integral Number>
  Piece(Number number)
      : Piece(Digits{number < 0 ? 0 - static_cast<std::uint64_t>(number)
                                : static_cast<std::uint64_t>(number),
                     number < 0}) {}

  /// To at most three decimals; printf's way of printing any double costs 8 KB.
  Piece(double number);

  std::string_view text() const { return text_; }

 private:
  struct Digits {
    std::uint64_t magnitude;
    bool negative;
  };
  explicit Piece(Digits digits);

  std::string text_;
};

std::string message(std::initializer_list<Piece> pieces);

}  // namespace manyheads
