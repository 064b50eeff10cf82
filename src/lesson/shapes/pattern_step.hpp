#pragma once
/// One step of a chain: a pattern, or NumPy's reshape, transpose and swapaxes.

#include <string_view>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Replaces x by the step's result. A blank step does nothing.
/// @param prefix  begins the messages: "step 2"
/// @throws FormatError with the column, ShapeError if the step does not fit
void run_step(Tensor& x, std::string_view step, const NamedSizes& sizes, std::string_view prefix);

}  // namespace manyheads
