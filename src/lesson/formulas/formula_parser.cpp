#include "lesson/formulas/formula_parser.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "lesson/formulas/functions.hpp"
#include "lesson/shapes/axis_names.hpp"
#include "lesson/text/expression_parser.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// The modules of mathematical functions in Python and JavaScript.
bool is_module(std::string_view name) {
  return name == "math" || name == "np" || name == "numpy" || name == "torch" || name == "Math";
}

class FormulaParser : ExpressionParser<FormulaParser, double> {
 public:
  FormulaParser(std::string_view text, const NamedValues& values)
      : ExpressionParser(text, "formula"), values_(values) {}

  double value() {
    scanner_.skip_spaces();
    if (scanner_.done()) refuse(1, {"nothing is written here"});
    const double result = sum();
    if (!scanner_.done()) refuse_rest();
    return result;
  }

  double finite_value() {
    const double result = value();
    if (std::isfinite(result)) return result;
    refuse(not_finite_column_, {"this has no finite value"});
  }

 private:
  friend class ExpressionParser<FormulaParser, double>;

  static constexpr std::string_view kName = "formula";
  static constexpr OperatorSymbol kSums[] = {
      {"+", Operation::kAdd}, {"-", Operation::kSubtract}, {"\u2212", Operation::kSubtract}};
  static constexpr OperatorSymbol kProducts[] = {
      {"*", Operation::kMultiply},      {"\u00b7", Operation::kMultiply},
      {"\u22c5", Operation::kMultiply}, {"\u00d7", Operation::kMultiply},
      {"//", Operation::kFloorDivide},  {"/", Operation::kDivide},
      {"\u00f7", Operation::kDivide}};
  static constexpr std::uint64_t kEnoughDigits = 100'000'000'000'000'000;  ///< a double has 17
  static constexpr int kMaxDepth = 50;
  static constexpr std::string_view kTooDeep = "too much inside each other";

  double apply(Operation operation, double left, double right, std::size_t column) {
    switch (operation) {
      case Operation::kAdd:
        return checked(left + right, column);
      case Operation::kSubtract:
        return checked(left - right, column);
      case Operation::kMultiply:
        return checked(left * right, column);
      case Operation::kDivide:
        return checked(left / right, column);
      case Operation::kFloorDivide:
        break;
    }
    refuse(column, {"// rounds; write / where it divides, or floor(...)"});
  }

  /// { + | - } root [^ factor]. All nesting but that of roots passes through here.
  double factor() {
    return nested(scanner_.column(), [this] {
      const bool negative = take_signs();
      const double size = root_or_power();
      return negative ? -size : size;
    });
  }

  /// @return whether they make a number negative
  bool take_signs() {
    bool negative = false;
    while (true) {
      if (take("-") || take("\u2212")) {
        negative = !negative;
      } else if (!take("+")) {
        return negative;
      }
    }
  }

  /// √ { + | - } root | atom: as sqrt(...), before a power.
  double root() {
    const std::size_t column = scanner_.column();
    if (!take("\u221a")) return atom();
    return nested(column, [&] {
      const bool negative = take_signs();
      const double inside = root();
      return checked(std::sqrt(negative ? -inside : inside), column);
    });
  }

  double root_or_power() {
    const double base = root();
    const std::size_t column = scanner_.column();
    if (take("^") || take("**")) return checked(power(base, factor()), column);
    if (take("\u00b2")) return checked(base * base, column);
    return base;
  }

  double parenthesized() {
    const std::size_t column = scanner_.column();
    take("(");
    const double inside = sum();
    close(column);
    return inside;
  }

  double number() {
    const std::size_t column = scanner_.column();
    const std::string_view whole = scanner_.take_while(is_digit);
    const std::string_view decimals =
        scanner_.take(".") ? scanner_.take_while(is_digit) : std::string_view();
    if (whole.empty() && decimals.empty()) refuse(column, {"a number has digits"});
    std::uint64_t digits = 0;
    int power_of_ten = -static_cast<int>(decimals.size());
    for (const std::string_view part : {whole, decimals}) {
      for (const char digit : part) {
        if (digits < kEnoughDigits) {
          digits = digits * 10 + static_cast<std::uint64_t>(digit - '0');
        } else {
          ++power_of_ten;
        }
      }
    }
    power_of_ten += exponent();
    scanner_.skip_spaces();
    return checked(scaled(static_cast<double>(digits), power_of_ten), column);
  }

  /// digits * 10^power_of_ten, in steps whose powers of ten are finite.
  static double scaled(double digits, int power_of_ten) {
    constexpr int kMost = 300;
    while (power_of_ten != 0) {
      const int step = std::clamp(power_of_ten, -kMost, kMost);
      const double scale = whole_power(10, static_cast<unsigned>(std::abs(step)));
      digits = step < 0 ? digits / scale : digits * scale;
      power_of_ten -= step;
    }
    return digits;
  }

  /// The exponent after the e of 1e9, or 0.
  int exponent() {
    TextScanner ahead = scanner_;
    if (!ahead.take("e") && !ahead.take("E")) return 0;
    const bool negative = ahead.take("-");
    if (!negative) ahead.take("+");
    const std::string_view digits = ahead.take_while(is_digit);
    if (digits.empty()) return 0;
    int size = 0;
    for (const char digit : digits) {
      size = std::min(size * 10 + (digit - '0'), 400);  // beyond any double
    }
    scanner_ = ahead;
    return negative ? -size : size;
  }

  /// A name or a call.
  double name() {
    const std::size_t column = scanner_.column();
    std::string_view word = scanner_.take_while(continues_name);
    const bool is_qualified = is_module(word) && scanner_.take(".");
    if (is_qualified) word = scanner_.take_while(continues_name);
    scanner_.skip_spaces();
    const FormulaFunction* function = find_function(word);
    const bool is_called = scanner_.peek() == '(';
    if (function && is_called) return call(*function, column);
    if (const NamedValue* known = is_qualified ? nullptr : find(word)) {
      return checked(known->value, column);
    }
    if (function) refuse(column, {"write ", word, "(...), with what it is taken of"});
    if (is_called) refuse_unknown_function(word, column);
    refuse_unknown_name(word, column);
  }

  double call(const FormulaFunction& function, std::size_t column) {
    const std::size_t open = scanner_.column();
    take("(");
    double result = sum();
    if (function.unary) result = function.unary(result);
    while (function.binary && take(",")) result = function.binary(result, sum());
    close(open);
    return checked(result, column);
  }

  void close(std::size_t open) {
    if (take(")")) return;
    if (scanner_.done()) refuse(open, {"'(' is not closed"});
    refuse_rest();
  }

  const NamedValue* find(std::string_view name) const {
    for (const NamedValue& each : values_) {
      if (each.name == name) return &each;
    }
    for (const NamedValue& each : values_) {
      if (core_name(each.name) == core_name(name)) return &each;
    }
    return nullptr;
  }

  /// Remembers the first operation whose result is not finite, for the message.
  double checked(double value, std::size_t column) {
    if (!std::isfinite(value) && not_finite_column_ == 0) not_finite_column_ = column;
    return value;
  }

  [[noreturn]] void refuse_missing_value() const {
    const std::size_t column = scanner_.column();
    if (scanner_.done()) refuse(column, {"a value is missing at the end"});
    refuse(column, {"a value is missing before ", Quoted{scanner_.character()}});
  }
  [[noreturn]] void refuse_rest() const {
    const std::size_t column = scanner_.column();
    const char next = scanner_.peek();
    const Quoted character{scanner_.character()};
    if (next == ')') refuse(column, {"')' closes nothing"});
    const bool is_value =
        continues_name(next) || next == '(' || next == '.' || character.text == "\u221a";
    if (is_value) refuse(column, {"an operator is missing before ", character, "; * multiplies"});
    refuse(column, {character, " does not belong in a formula"});
  }
  [[noreturn]] void refuse_unknown_function(std::string_view word, std::size_t column) const {
    refuse(column, {Quoted{word}, " is not a function here; there are ", list_functions()});
  }
  [[noreturn]] void refuse_unknown_name(std::string_view word, std::size_t column) const {
    std::string known;
    for (const auto& each : values_)
      known += message({known.empty() ? "" : ", ", Quoted{each.name}});
    refuse(column,
           {Quoted{word}, " is not known here", known.empty() ? "" : "; there are ", known});
  }

  const NamedValues& values_;
  std::size_t not_finite_column_ = 0;  ///< 0: everything is finite so far
};

}  // namespace

double parse_formula(std::string_view text, const NamedValues& values) {
  return FormulaParser(text, values).value();
}

double parse_finite_formula(std::string_view text, const NamedValues& values) {
  return FormulaParser(text, values).finite_value();
}

}  // namespace manyheads
