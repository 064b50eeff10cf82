#pragma once
/// The mathematics of formulas. std::exp and std::pow bring tables of 7 KB, so both are made here.

#include <string>
#include <string_view>

namespace manyheads {

/// Takes one argument, or two and more, from left to right.
struct FormulaFunction {
  std::string_view name;
  double (*unary)(double);
  double (*binary)(double, double) = nullptr;
};

/// Null where no function has this name.
const FormulaFunction* find_function(std::string_view name);

/// "sqrt, exp, log, ...", as a message lists them.
std::string list_functions();

/// Exact as long as the result is.
double whole_power(double base, unsigned exponent);

/// base^exponent, off by rounding alone, which grows with |exponent log base|.
double power(double base, double exponent);

}  // namespace manyheads
