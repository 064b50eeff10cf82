#pragma once
/// The same elements under another shape or in another order.

#include <cstdint>
#include <optional>
#include <span>

#include "tensor/tensor.hpp"

namespace manyheads {

/// @param shape  one size may be -1: it is computed from the others
/// @throws ShapeError where the elements do not fill it, ConfigError for other negative sizes
Tensor reshape(const Tensor& x, std::span<const std::int64_t> shape);

/// @param order  the new order of the axes; absent: reversed
/// @throws ConfigError where it is not a permutation of the axes
Tensor transpose(const Tensor& x, std::optional<std::span<const std::int64_t>> order = {});

/// Joins tensors along one axis. @throws ShapeError where another axis differs, ConfigError
Tensor concatenate(std::span<const Tensor* const> parts, std::int64_t axis);

/// The part of one axis to take: a single index, which drops the axis, or start:stop:step as in
/// Python.
struct AxisRange {
  std::optional<std::int64_t> index = {};
  std::optional<std::int64_t> start = {}, stop = {};
  std::int64_t step = 1;
};

/// Keeps the whole axis where there is no range for it.
/// @throws ConfigError for an index outside, a step of 0 or too many ranges; ShapeError where the
/// result would be empty.
Tensor slice(const Tensor& x, std::span<const AxisRange> ranges);

}  // namespace manyheads
