#pragma once
/// Shapes whose sizes come from outside: counted in 64 bits, checked before they are cast.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "tensor/xtensor.hpp"

namespace manyheads {

using Size = std::uint64_t;
inline constexpr std::size_t kMaxRank = 8;
/// Lies in place up to kMaxRank axes, so that a shape costs no allocation.
using Shape = xt::svector<Size, kMaxRank>;

/// One tensor holds at most 2 GiB; one byte less in 32-bit WebAssembly, where the difference of two
/// pointers, from which containers tell their size, reaches no further.
inline constexpr Size kMaxTensorBytes = std::min(Size{1} << 31, static_cast<Size>(PTRDIFF_MAX));

/// a * b, or the largest Size where that does not fit.
Size saturating_product(Size a, Size b);

/// The number of elements of `shape`; the one place where sizes from outside are multiplied.
/// @throws ShapeError for an axis of 0 or more than kMaxRank axes.
/// @throws OutOfMemoryError where float32 elements would exceed kMaxTensorBytes.
Size checked_size(const Shape& shape, std::string_view name);

/// "[2, 6, 64]"
std::string to_text(const Shape& shape);

/// The shape that both broadcast to, by NumPy's rule: sizes are equal or 1, from the last axis on.
/// @throws ShapeError naming the first axis, from the right, that does not fit.
Shape broadcast_shape(std::string_view operation, const Shape& a, const Shape& b,
                      std::string_view name_a = "a", std::string_view name_b = "b");

/// How far apart neighbours along `axis` lie in a row-major tensor.
Size axis_stride(const Shape& shape, std::size_t axis);

/// For each axis of `result`, how far a tensor of this shape moves on it: 0 where it broadcasts.
Shape broadcast_strides(const Shape& shape, const Shape& result);

/// `axis` counted from the front; negative ones count from the back.
/// @throws ConfigError naming `axis` where there is no such axis.
std::size_t normalized_axis(std::string_view operation, std::int64_t axis, std::size_t rank);

/// @throws ShapeError unless the size of this axis is the one wanted.
void require_axis(std::string_view operation, std::string_view argument, const Shape& shape,
                  std::size_t axis, Size wanted, std::string_view meaning);

/// @throws ShapeError unless the rank is one of those wanted, e.g. "[T, S] or [B, T, S]".
void require_rank(std::string_view operation, std::string_view argument, const Shape& shape,
                  std::initializer_list<std::size_t> wanted, std::string_view meaning);

}  // namespace manyheads
