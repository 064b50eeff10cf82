#include "tensor/message.hpp"

namespace manyheads {

Piece::Piece(const char* text) : text_(text) {}
Piece::Piece(std::string_view text) : text_(text) {}
Piece::Piece(const std::string& text) : text_(text) {}
Piece::Piece(Digits digits) : text_(std::to_string(digits.magnitude)) {
  if (digits.negative) text_.insert(0, 1, '-');
}

std::string message(std::initializer_list<Piece> pieces) {
  std::string whole;
  for (const Piece& piece : pieces) whole += piece.text();
  return whole;
}

}  // namespace manyheads
