#include <cmath>

#include "fuzz/targets.hpp"
#include "lesson/formulas/formula.hpp"

namespace manyheads::fuzz {

/// Lines: two formulas, then a name.
void fuzz_formulas(Choices& choices) {
  const NamedValues values = {{"d_k", 4}, {"n", choices.number()}, {"h", 0.5}, {"x", -3}};
  const std::string text = choices.rest();
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string a = text.substr(0, end), rest = text.substr(std::min(end + 1, text.size()));
  const std::size_t end_of_b = std::min(rest.find('\n'), rest.size());
  const std::string b = rest.substr(0, end_of_b),
                    name = rest.substr(std::min(end_of_b + 1, rest.size()));
  const std::vector<std::string_view> names = {"d_k", "n", "h", "x", name};

  for (const std::string& formula : {a, b}) {
    double value = 0;
    const auto error = kind_of_error([&] { value = evaluate_formula(formula, values); });
    require(!error || error == Error::Kind::kFormat, "text that is no formula is a FormatError");
    require(error || std::isfinite(value), "a formula's value is finite");
  }
  bool are_same = false, are_same_reversed = false;
  const auto error = kind_of_error([&] { are_same = same_value(a, b, names); });
  const auto reversed = kind_of_error([&] { are_same_reversed = same_value(b, a, names); });
  require(error == reversed, "both orders are an error, or none");
  require(are_same == are_same_reversed, "the order of two formulas does not matter");
  require(!error || error == Error::Kind::kFormat, "text that is no formula is a FormatError");
}

}  // namespace manyheads::fuzz
