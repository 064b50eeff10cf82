#pragma once
/// The value of a formula's text. Internal to formula.cpp.

#include <string_view>

#include "lesson/formulas/formula.hpp"

namespace manyheads {

/// The value may be infinite or NaN. @throws FormatError as evaluate_formula
double parse_formula(std::string_view text, const NamedValues& values);

/// The value is finite. @throws FormatError also with the column of the first operation whose
/// result is not finite
double parse_finite_formula(std::string_view text, const NamedValues& values);

}  // namespace manyheads
