#pragma once
/// Formulas as people write them: "sqrt(d_k)", "2·L·8·128·N", "d_head**0.5", "2^20".

#include <span>
#include <string_view>
#include <vector>

namespace manyheads {

/// The text of the name must live as long as this.
struct NamedValue {
  std::string_view name;
  double value;
};
using NamedValues = std::vector<NamedValue>;

/// + - * / and ^ (or **), which binds tightly and to the right; √, which binds more tightly;
/// parentheses; the functions sqrt, exp, log (natural, also ln), log2, ceil, floor, min and max,
/// also as math.sqrt or np.exp. Names have their aliases as in shapes: d_k for d_head.
/// @throws FormatError with the column for text that is not a formula, unknown names, and values
/// that are not finite
double evaluate_formula(std::string_view text, const NamedValues& values);

/// Whether two formulas agree to 1e-9 of their size in nine draws of their names: seven in (1, 32),
/// one of whole numbers, one of large ones. A name may be computed from those before it: "d_model =
/// num_heads*d_head". A draw in which neither formula is finite does not count, nor does the large
/// one where only one is; at least one draw must count.
/// @throws FormatError as evaluate_formula, but not for values that are not finite
bool same_value(std::string_view a, std::string_view b, std::span<const std::string_view> names);

}  // namespace manyheads
