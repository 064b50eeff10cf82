#pragma once
/// Arithmetic element by element; shapes broadcast as NumPy's do.

#include <cstdint>

#include "tensor/tensor.hpp"

namespace manyheads {

/// Each of these throws ShapeError where the shapes do not broadcast.
Tensor add(const Tensor& a, const Tensor& b);
Tensor subtract(const Tensor& a, const Tensor& b);
Tensor multiply(const Tensor& a, const Tensor& b);
Tensor divide(const Tensor& a, const Tensor& b);
/// a where `condition` is not zero, else b.
Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b);
/// |a - b| <= atol + rtol * |b| everywhere; NaN is close to nothing.
/// @throws ConfigError for a tolerance that is NaN or negative
bool allclose(const Tensor& a, const Tensor& b, double rtol, double atol);
/// The largest |a - b|. NaN where either holds NaN. Equal infinities have difference 0.
double largest_difference(const Tensor& a, const Tensor& b);

Tensor exp(const Tensor& x);
Tensor sqrt(const Tensor& x);

/// Keeps the elements on and below (tril), or on and above (triu), diagonal k of the last two axes.
/// @throws ShapeError where there are fewer than two axes.
Tensor tril(const Tensor& x, std::int64_t k);
Tensor triu(const Tensor& x, std::int64_t k);

/// start, start + step, ... up to but without stop, computed in double. As in NumPy, there are
/// ceil((stop - start) / step) numbers: where that is rounded up, the last one may reach stop.
/// @throws ConfigError for a step of 0 or a number that is not finite, ShapeError where the result
/// would be empty, OutOfMemoryError
Tensor arange(double start, double stop, double step);

}  // namespace manyheads
