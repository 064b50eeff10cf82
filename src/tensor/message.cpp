#include "tensor/message.hpp"

#include <cmath>

namespace manyheads {

Piece::Piece(const char* text) : text_(text) {}
Piece::Piece(std::string_view text) : text_(text) {}
Piece::Piece(const std::string& text) : text_(text) {}
Piece::Piece(Digits digits) : text_(std::to_string(digits.magnitude)) {
  if (digits.negative) text_.insert(0, 1, '-');
}

Piece::Piece(double number) {
  if (!(std::abs(number) < 1e15)) {
    text_ = std::isnan(number) ? "NaN" : number < 0 ? "below -1e15" : "above 1e15";
    return;
  }
  const auto thousandths = static_cast<std::uint64_t>(std::llround(std::abs(number) * 1000));
  text_ = std::to_string(thousandths / 1000);
  if (const std::uint64_t rest = thousandths % 1000; rest > 0) {
    text_ += '.' + std::to_string(1000 + rest).substr(1);
    text_.erase(text_.find_last_not_of('0') + 1);
  }
  if (number < 0) text_.insert(0, 1, '-');
}

std::string message(std::initializer_list<Piece> pieces) {
  std::string whole;
  for (const Piece& piece : pieces) whole += piece.text();
  return whole;
}

}  // namespace manyheads
