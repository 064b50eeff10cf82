#pragma once
/// One step of a chain: a pattern, or NumPy's reshape, transpose and swapaxes.

#include <string_view>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Replaces x by what the step makes of it; a blank step makes nothing.
/// @param text_is  "step 2", begins the messages
/// @throws FormatError with the column, ShapeError where it does not fit
void take_step(Tensor& x, std::string_view step, const NamedSizes& sizes, std::string_view text_is);

}  // namespace manyheads
