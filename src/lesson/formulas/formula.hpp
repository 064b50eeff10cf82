#pragma once
/// Formulas as people write them: "sqrt(d_k)", "2·L·8·128·N", "d_head**0.5", "2^20".

#include <span>
#include <string_view>
#include <vector>

namespace manyheads {

/// What a name stands for here; the name belongs to someone else.
struct NamedValue {
  std::string_view name;
  double value;
};
using NamedValues = std::vector<NamedValue>;

/// + - * / and ^ (or **), which binds tightest and to the right; parentheses; √ and the functions
/// sqrt, exp, log (natural, also ln), log2, ceil, floor, min and max, also as math.sqrt or np.exp.
/// Names have their aliases as in shapes: d_k for d_head.
/// @throws FormatError with the column for what cannot be read, for unknown names, and where the
/// value is not finite.
double evaluate_formula(std::string_view text, const NamedValues& values);

/// Whether two formulas agree to 1e-9 of their size in nine draws of their names: seven in (1, 32),
/// one of whole numbers, one of large ones. A name may follow from those before it: "d_model =
/// num_heads*d_head". Where neither has a finite value, a draw is left out; one at least must
/// remain.
/// @throws FormatError as evaluate_formula, save for values that are not finite.
bool same_value(std::string_view a, std::string_view b, std::span<const std::string_view> names);

}  // namespace manyheads
