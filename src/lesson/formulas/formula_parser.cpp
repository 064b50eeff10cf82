#include "lesson/formulas/formula_parser.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "lesson/formulas/functions.hpp"
#include "lesson/shapes/axis_names.hpp"
#include "lesson/shapes/text_cursor.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

constexpr std::size_t kMaxLength = 1000;
constexpr int kMaxDepth = 50;

/// Where Python and JavaScript keep their functions.
bool is_module(std::string_view name) {
  return name == "math" || name == "np" || name == "numpy" || name == "torch" || name == "Math";
}

/// Parses and evaluates in one pass; each rule of the grammar is a function.
class FormulaParser {
 public:
  FormulaParser(std::string_view text, const NamedValues& values) : text_(text), values_(values) {
    if (text.size() > kMaxLength) refuse(kMaxLength, {"this is too long for a formula"});
  }

  double value() {
    skip_spaces();
    if (at_end()) refuse(0, {"nothing is written here"});
    const double result = sum();
    if (!at_end()) refuse_rest();
    return result;
  }

  double finite_value() {
    const double result = value();
    if (std::isfinite(result)) return result;
    refuse(not_finite_at_, {"this has no finite value"});
  }

 private:
  /// product { (+ | -) product }
  double sum() {
    double result = product();
    while (true) {
      const std::size_t place = position_;
      if (take("+")) {
        result = checked(result + product(), place);
      } else if (take_minus()) {
        result = checked(result - product(), place);
      } else {
        return result;
      }
    }
  }

  /// factor { (* | /) factor }
  double product() {
    double result = factor();
    while (true) {
      const std::size_t place = position_;
      if (take("*") || take("\u00b7") || take("\u00d7")) {
        result = checked(result * factor(), place);
      } else if (take("//")) {
        refuse(place, {"// rounds; write / where it divides, or floor(...)"});
      } else if (take("/") || take("\u00f7")) {
        result = checked(result / factor(), place);
      } else {
        return result;
      }
    }
  }

  /// { + | - } (√ factor | atom [^ factor]). All nesting passes through here.
  double factor() {
    if (++depth_ > kMaxDepth) refuse(position_, {"too much inside each other"});
    bool negative = false;
    while (true) {
      if (take_minus()) {
        negative = !negative;
      } else if (!take("+")) {
        break;
      }
    }
    const std::size_t place = position_;
    const double size = take("\u221a") ? checked(std::sqrt(factor()), place) : atom_or_power();
    --depth_;
    return negative ? -size : size;
  }

  double atom_or_power() {
    const double base = atom();
    const std::size_t place = position_;
    if (take("^") || take("**")) return checked(power(base, factor()), place);
    if (take("\u00b2")) return base * base;
    return base;
  }

  double atom() {
    if (at_end()) refuse(position_, {"a value is missing at the end"});
    const std::size_t place = position_;
    if (is_digit(text_[position_]) || text_[position_] == '.') return number();
    if (starts_name(text_[position_])) return name_or_call();
    if (!take("(")) refuse(position_, {"a value is missing before ", character()});
    const double inside = sum();
    close(place);
    return inside;
  }

  double number() {
    const std::size_t place = position_;
    double digits = 0;
    int decimals = 0, count = 0;
    for (bool is_fraction = false; !at_end(); ++position_) {
      if (is_digit(text_[position_])) {
        digits = digits * 10 + (text_[position_] - '0');
        decimals += is_fraction;
        ++count;
      } else if (text_[position_] == '.' && !is_fraction) {
        is_fraction = true;
      } else {
        break;
      }
    }
    if (count == 0) refuse(place, {"a number has digits"});
    const int ten_to = exponent() - decimals;
    skip_spaces();
    const double scale = whole_power(10, static_cast<unsigned>(std::abs(ten_to)));
    return checked(ten_to < 0 ? digits / scale : digits * scale, place);
  }

  /// What follows the e of 1e9; 0 where none does.
  int exponent() {
    std::size_t next = position_;
    const auto is = [&](char c) { return next < text_.size() && text_[next] == c; };
    if (!is('e') && !is('E')) return 0;
    ++next;
    const bool negative = is('-');
    if (negative || is('+')) ++next;
    if (next == text_.size() || !is_digit(text_[next])) return 0;
    int size = 0;
    for (; next < text_.size() && is_digit(text_[next]); ++next) {
      size = std::min(size * 10 + (text_[next] - '0'), 400);  // beyond any double
    }
    position_ = next;
    return negative ? -size : size;
  }

  double name_or_call() {
    const std::size_t place = position_;
    std::string_view word = take_word();
    const bool is_qualified = is_module(word) && !at_end() && text_[position_] == '.';
    if (is_qualified) {
      ++position_;
      word = take_word();
    }
    skip_spaces();
    const FormulaFunction* function = find_function(word);
    const bool is_called = !at_end() && text_[position_] == '(';
    if (function && is_called) return call(*function, place);
    if (const NamedValue* known = is_qualified ? nullptr : find(word)) return known->value;
    if (function) refuse(place, {"write ", word, "(...), with what it is taken of"});
    if (is_called) refuse_unknown_function(word, place);
    refuse_unknown_name(word, place);
  }

  double call(const FormulaFunction& function, std::size_t place) {
    const std::size_t open = position_;
    take("(");
    double result = sum();
    if (function.unary) result = function.unary(result);
    while (function.binary && take(",")) result = function.binary(result, sum());
    close(open);
    return checked(result, place);
  }

  void close(std::size_t open) {
    if (take(")")) return;
    if (at_end()) refuse(open, {"'(' is not closed"});
    refuse_rest();
  }

  const NamedValue* find(std::string_view name) const {
    for (const NamedValue& each : values_) {
      if (each.name == name) return &each;
    }
    for (const NamedValue& each : values_) {
      if (own_name(each.name) == own_name(name)) return &each;
    }
    return nullptr;
  }

  bool at_end() const { return position_ == text_.size(); }
  void skip_spaces() {
    while (!at_end() && is_space(text_[position_])) ++position_;
  }
  bool take(std::string_view symbol) {
    if (!text_.substr(position_).starts_with(symbol)) return false;
    position_ += symbol.size();
    skip_spaces();
    return true;
  }
  bool take_minus() { return take("-") || take("\u2212"); }
  std::string_view take_word() {
    const std::size_t first = position_;
    while (!at_end() && continues_name(text_[position_])) ++position_;
    return text_.substr(first, position_ - first);
  }

  /// Remembers the first operation whose result is not finite, for the message.
  double checked(double value, std::size_t place) {
    if (!std::isfinite(value) && not_finite_at_ == 0) not_finite_at_ = place;
    return value;
  }

  /// The UTF-8 character at this place, as a message quotes it.
  Quoted character() const {
    std::size_t bytes = 1;
    while (position_ + bytes < text_.size() && (text_[position_ + bytes] & 0xC0) == 0x80) ++bytes;
    return {text_.substr(position_, bytes)};
  }

  /// @param place  in bytes; columns are characters, from 1
  [[noreturn]] void refuse(std::size_t place, Pieces reason) const {
    std::size_t column = 1;
    for (const char c : text_.substr(0, place)) column += (c & 0xC0) != 0x80;
    throw FormatError({.column = column}, {"formula, column ", column, ": ", message(reason)});
  }
  [[noreturn]] void refuse_rest() const {
    const char c = text_[position_];
    if (c == ')') refuse(position_, {"')' closes nothing"});
    const bool is_value = continues_name(c) || c == '(' || c == '.' || character().text == "\u221a";
    if (is_value)
      refuse(position_, {"an operator is missing before ", character(), "; * multiplies"});
    refuse(position_, {character(), " does not belong in a formula"});
  }
  [[noreturn]] void refuse_unknown_function(std::string_view word, std::size_t place) const {
    refuse(place, {Quoted{word}, " is not a function here; there are ", list_functions()});
  }
  [[noreturn]] void refuse_unknown_name(std::string_view word, std::size_t place) const {
    std::string known;
    for (const auto& each : values_) known += message({known.empty() ? "" : ", ", each.name});
    refuse(place, {Quoted{word}, " is not known here", known.empty() ? "" : "; there are ", known});
  }

  std::string_view text_;
  const NamedValues& values_;
  std::size_t position_ = 0;
  int depth_ = 0;
  std::size_t not_finite_at_ = 0;
};

}  // namespace

double parse_formula(std::string_view text, const NamedValues& values) {
  return FormulaParser(text, values).value();
}

double parse_finite_formula(std::string_view text, const NamedValues& values) {
  return FormulaParser(text, values).finite_value();
}

}  // namespace manyheads
