#pragma once
/// Sum, mean and maximum over one axis or over everything.

#include <cmath>
#include <cstdint>
#include <optional>

#include "fields/choices.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

enum class Reduction { kSum, kMean, kMax };
template <>
inline constexpr auto kChoices<Reduction> = choices("sum", "mean", "max");

/// @param axis       negative ones count from the back; empty: over all elements
/// @param keep_axes  a reduced axis stays, with size 1
/// @throws ConfigError where there is no such axis
Tensor reduce(const Tensor& x, Reduction reduction, std::optional<std::int64_t> axis,
              bool keep_axes);

/// The larger of two numbers, NaN where one is NaN. std::max and xt::amax would ignore a NaN.
inline constexpr auto larger_or_nan = [](double a, double b) {
  return std::isnan(a) || b <= a ? a : b;
};

}  // namespace manyheads
