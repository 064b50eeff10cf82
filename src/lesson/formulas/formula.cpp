#include "lesson/formulas/formula.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "lesson/formulas/formula_parser.hpp"
#include "lesson/text/text_scanner.hpp"
#include "tensor/random.hpp"

namespace manyheads {
namespace {

/// Any numbers; whole numbers that all differ, which ceil and floor do not change; large numbers,
/// above the bound of a min or max.
enum class Draw { kAny, kWhole, kLarge };

double draw_number(Draw draw, std::size_t place, SeededGenerator& generator) {
  if (draw == Draw::kWhole) return 3 + 2 * static_cast<double>(place);
  const double number = 1 + 31 * generator.uniform();
  return draw == Draw::kLarge ? 10000 * number : number;
}

/// Draws "d_model", but computes "d_model = num_heads*d_head" from the values before it.
NamedValue draw_value(std::string_view name, const NamedValues& before, Draw draw,
                      SeededGenerator& generator) {
  TextScanner scanner(name);
  std::string_view left = scanner.take_while([](char c) { return c != '='; });
  if (scanner.done()) return {name, draw_number(draw, before.size(), generator)};
  // With spaces before it, the formula's columns are those of the whole text.
  const std::string formula = std::string(scanner.column(), ' ').append(scanner.rest().substr(1));
  while (!left.empty() && is_space(left.front())) left.remove_prefix(1);
  while (!left.empty() && is_space(left.back())) left.remove_suffix(1);
  return {left, parse_formula(formula, before)};
}

}  // namespace

double evaluate_formula(std::string_view text, const NamedValues& values) {
  return parse_finite_formula(text, values);
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
      values.push_back(draw_value(name, values, kDraws[i], generator));
    }
    const double x = parse_formula(a, values), y = parse_formula(b, values);
    if (!std::isfinite(x) && !std::isfinite(y)) continue;
    // exp(x)/exp(x) overflows, but 1 does not
    if (kDraws[i] == Draw::kLarge && !std::isfinite(x - y)) continue;
    const double larger = std::max(std::abs(x), std::abs(y));
    if (!(std::abs(x - y) <= kTolerance * larger) || !std::isfinite(larger)) return false;
    was_compared = true;
  }
  return was_compared;
}

}  // namespace manyheads
