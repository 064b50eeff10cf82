#pragma once
/// Sum, mean and maximum over one axis or over everything.

#include <cstdint>
#include <optional>

#include "tensor/tensor.hpp"

namespace manyheads {

enum class Reduction { kSum, kMean, kMax };

/// @param axis       negative ones count from the back; empty: over all elements
/// @param keep_axes  a reduced axis stays, with size 1
/// @throws ConfigError where there is no such axis
Tensor reduce(const Tensor& x, Reduction reduction, std::optional<std::int64_t> axis,
              bool keep_axes);

}  // namespace manyheads
