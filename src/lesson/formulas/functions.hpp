#pragma once
/// The mathematics of formulas. std::exp and std::pow have tables of 7 KB, so both are computed
/// here instead.

#include <string>
#include <string_view>

namespace manyheads {

/// Takes one argument, or two and more, which are combined from left to right.
struct FormulaFunction {
  std::string_view name;
  double (*unary)(double);
  double (*binary)(double, double) = nullptr;
};

/// Null where no function has this name.
const FormulaFunction* find_function(std::string_view name);

/// "sqrt, exp, log, ...", as a message lists them.
std::string list_functions();

/// Exact if the result is exact in a double.
double whole_power(double base, unsigned exponent);

/// base^exponent. Its error is only rounding, which grows with |exponent log base|.
double power(double base, double exponent);

}  // namespace manyheads
