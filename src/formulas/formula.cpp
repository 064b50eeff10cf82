#include "formulas/formula.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "shapes/axis_names.hpp"
#include "shapes/text_cursor.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"
#include "tensor/random.hpp"

namespace manyheads {
namespace {

constexpr std::size_t kMaxLength = 1000;
constexpr int kMaxDepth = 50;

/// Exact as long as the result is.
double whole_power(double base, unsigned exponent) {
  double power = 1;
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if (exponent & 1) power *= base;
  }
  return power;
}

/// std::exp brings 2 KB of tables. x = n ln 2 + rest, and the series of a rest of at most 0.35.
double exponential(double x) {
  if (!(std::abs(x) < 800)) return x < 0 ? 0 : x > 0 ? std::numeric_limits<double>::infinity() : x;
  const double n = std::nearbyint(x / std::numbers::ln2);
  const double rest = x - n * 0x1.62e42fefa3800p-1 - n * 0x1.ef35793c76730p-45;
  double term = 1, sum = 1;
  for (int i = 1; i <= 14; ++i) sum += term *= rest / i;
  return std::ldexp(sum, static_cast<int>(n));
}

/// std::pow brings 5 KB of them. This is off by rounding alone, which grows with |y log x|.
double power(double base, double exponent) {
  const double size = std::abs(exponent);
  if (size <= 1024 && 2 * size == std::floor(2 * size)) {
    const double whole = whole_power(base, static_cast<unsigned>(size));
    const double result = size == std::floor(size) ? whole : whole * std::sqrt(base);
    return exponent < 0 ? 1 / result : result;
  }
  return exponential(exponent * std::log(base));
}

/// Exact for powers of two.
double log2_of(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return exponent + std::log(mantissa) / std::numbers::ln2;
}

struct Function {
  std::string_view name;
  double (*of_one)(double);
  double (*of_two)(double, double) = nullptr;
};

constexpr Function kFunctions[] = {
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"exp", exponential},
    {"log", [](double x) { return std::log(x); }},
    {"ln", [](double x) { return std::log(x); }},
    {"log2", log2_of},
    {"ceil", [](double x) { return std::ceil(x); }},
    {"floor", [](double x) { return std::floor(x); }},
    {"min", nullptr, [](double x, double y) { return std::min(x, y); }},
    {"max", nullptr, [](double x, double y) { return std::max(x, y); }},
};

const Function* function_named(std::string_view name) {
  for (const Function& function : kFunctions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

/// Where Python and JavaScript keep them.
bool holds_functions(std::string_view name) {
  return name == "math" || name == "np" || name == "numpy" || name == "torch" || name == "Math";
}

/// Reads and computes at once, each rule of the grammar by a function of its own.
class Evaluator {
 public:
  Evaluator(std::string_view text, const NamedValues& values) : text_(text), values_(values) {
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
      const std::size_t place = at_;
      if (take("+")) {
        result = noted(result + product(), place);
      } else if (take_minus()) {
        result = noted(result - product(), place);
      } else {
        return result;
      }
    }
  }

  /// factor { (* | /) factor }
  double product() {
    double result = factor();
    while (true) {
      const std::size_t place = at_;
      if (take("*") || take("\u00b7") || take("\u00d7")) {
        result = noted(result * factor(), place);
      } else if (take("//")) {
        refuse(place, {"// rounds; write / where it divides, or floor(...)"});
      } else if (take("/") || take("\u00f7")) {
        result = noted(result / factor(), place);
      } else {
        return result;
      }
    }
  }

  /// { + | - } (√ factor | atom [^ factor]). Whatever nests comes through here.
  double factor() {
    if (++depth_ > kMaxDepth) refuse(at_, {"too much inside each other"});
    bool negative = false;
    while (true) {
      if (take_minus()) {
        negative = !negative;
      } else if (!take("+")) {
        break;
      }
    }
    const std::size_t place = at_;
    const double size = take("\u221a") ? noted(std::sqrt(factor()), place) : raised();
    --depth_;
    return negative ? -size : size;
  }

  double raised() {
    const double base = atom();
    const std::size_t place = at_;
    if (take("^") || take("**")) return noted(power(base, factor()), place);
    if (take("\u00b2")) return base * base;
    return base;
  }

  double atom() {
    if (at_end()) refuse(at_, {"a value is missing at the end"});
    const std::size_t place = at_;
    if (is_digit(text_[at_]) || text_[at_] == '.') return number();
    if (starts_name(text_[at_])) return named();
    if (!take("(")) refuse(at_, {"a value is missing before ", character()});
    const double inside = sum();
    close(place);
    return inside;
  }

  double number() {
    const std::size_t place = at_;
    double digits = 0;
    int decimals = 0, count = 0;
    for (bool is_fraction = false; !at_end(); ++at_) {
      if (is_digit(text_[at_])) {
        digits = digits * 10 + (text_[at_] - '0');
        decimals += is_fraction;
        ++count;
      } else if (text_[at_] == '.' && !is_fraction) {
        is_fraction = true;
      } else {
        break;
      }
    }
    if (count == 0) refuse(place, {"a number has digits"});
    const int ten_to = exponent() - decimals;
    skip_spaces();
    const double scale = whole_power(10, static_cast<unsigned>(std::abs(ten_to)));
    return noted(ten_to < 0 ? digits / scale : digits * scale, place);
  }

  /// What follows the e of 1e9; 0 where none does.
  int exponent() {
    std::size_t next = at_;
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
    at_ = next;
    return negative ? -size : size;
  }

  double named() {
    const std::size_t place = at_;
    std::string_view word = take_word();
    const bool is_qualified = holds_functions(word) && !at_end() && text_[at_] == '.';
    if (is_qualified) {
      ++at_;
      word = take_word();
    }
    skip_spaces();
    const Function* function = function_named(word);
    const bool is_called = !at_end() && text_[at_] == '(';
    if (function && is_called) return call(*function, place);
    if (const NamedValue* known = is_qualified ? nullptr : find(word)) return known->value;
    if (function) refuse(place, {"write ", word, "(...), with what it is taken of"});
    if (is_called) refuse_unknown_function(word, place);
    refuse_unknown_name(word, place);
  }

  double call(const Function& function, std::size_t place) {
    const std::size_t open = at_;
    take("(");
    double result = sum();
    if (function.of_one) result = function.of_one(result);
    while (function.of_two && take(",")) result = function.of_two(result, sum());
    close(open);
    return noted(result, place);
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

  bool at_end() const { return at_ == text_.size(); }
  void skip_spaces() {
    while (!at_end() && is_space(text_[at_])) ++at_;
  }
  bool take(std::string_view symbol) {
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    skip_spaces();
    return true;
  }
  bool take_minus() { return take("-") || take("\u2212"); }
  std::string_view take_word() {
    const std::size_t first = at_;
    while (!at_end() && continues_name(text_[at_])) ++at_;
    return text_.substr(first, at_ - first);
  }

  /// The first operation whose result is not finite is where such a value comes from.
  double noted(double value, std::size_t place) {
    if (!std::isfinite(value) && not_finite_at_ == 0) not_finite_at_ = place;
    return value;
  }

  /// The UTF-8 character that stands here, as a message quotes it.
  Quoted character() const {
    std::size_t bytes = 1;
    while (at_ + bytes < text_.size() && (text_[at_ + bytes] & 0xC0) == 0x80) ++bytes;
    return {text_.substr(at_, bytes)};
  }

  /// @param place  in bytes; columns are characters, from 1
  [[noreturn]] void refuse(std::size_t place, Pieces reason) const {
    std::size_t column = 1;
    for (const char c : text_.substr(0, place)) column += (c & 0xC0) != 0x80;
    throw FormatError({.column = column}, {"formula, column ", column, ": ", message(reason)});
  }
  [[noreturn]] void refuse_rest() const {
    const char c = text_[at_];
    if (c == ')') refuse(at_, {"')' closes nothing"});
    const bool is_value = continues_name(c) || c == '(' || c == '.' || character().text == "\u221a";
    if (is_value) refuse(at_, {"an operator is missing before ", character(), "; * multiplies"});
    refuse(at_, {character(), " does not belong in a formula"});
  }
  [[noreturn]] void refuse_unknown_function(std::string_view word, std::size_t place) const {
    std::string known;
    for (const Function& each : kFunctions)
      known += message({known.empty() ? "" : ", ", each.name});
    refuse(place, {Quoted{word}, " is not a function here; there are ", known});
  }
  [[noreturn]] void refuse_unknown_name(std::string_view word, std::size_t place) const {
    std::string known;
    for (const auto& each : values_) known += message({known.empty() ? "" : ", ", each.name});
    refuse(place, {Quoted{word}, " is not known here", known.empty() ? "" : "; there are ", known});
  }

  std::string_view text_;
  const NamedValues& values_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::size_t not_finite_at_ = 0;
};

/// Any numbers; whole ones that differ, where ceil and floor change nothing; and large ones, beyond
/// what a min or max may bound.
enum class Draw { kAny, kWhole, kLarge };

double value_drawn(Draw draw, std::size_t place, SeededGenerator& generator) {
  if (draw == Draw::kWhole) return 3 + 2 * static_cast<double>(place);
  const double number = 1 + 31 * generator.uniform();
  return draw == Draw::kLarge ? 10000 * number : number;
}

/// "d_model" is drawn, "d_model = num_heads*d_head" follows from those before it.
NamedValue drawn(std::string_view name, const NamedValues& before, Draw draw,
                 SeededGenerator& generator) {
  const std::size_t sign = name.find('=');
  if (sign == name.npos) return {name, value_drawn(draw, before.size(), generator)};
  const double value = Evaluator(name.substr(sign + 1), before).value();
  std::size_t end = sign;
  while (end > 0 && is_space(name[end - 1])) --end;
  return {name.substr(0, end), value};
}

}  // namespace

double evaluate_formula(std::string_view text, const NamedValues& values) {
  return Evaluator(text, values).finite_value();
}

bool same_value(std::string_view a, std::string_view b, std::span<const std::string_view> names) {
  constexpr double kTolerance = 1e-9;
  constexpr std::array kDraws = {Draw::kAny, Draw::kAny, Draw::kAny,   Draw::kAny,  Draw::kAny,
                                 Draw::kAny, Draw::kAny, Draw::kWhole, Draw::kLarge};
  bool was_compared = false;
  for (std::size_t i = 0; i < kDraws.size(); ++i) {
    SeededGenerator generator(i);
    NamedValues values;
    for (const std::string_view name : names) {
      values.push_back(drawn(name, values, kDraws[i], generator));
    }
    const double x = Evaluator(a, values).value(), y = Evaluator(b, values).value();
    if (!std::isfinite(x) && !std::isfinite(y)) continue;
    // exp(x)/exp(x) overflows where 1 does not
    if (kDraws[i] == Draw::kLarge && !std::isfinite(x - y)) continue;
    const double larger = std::max(std::abs(x), std::abs(y));
    if (!(std::abs(x - y) <= kTolerance * larger) || !std::isfinite(larger)) return false;
    was_compared = true;
  }
  return was_compared;
}

}  // namespace manyheads
