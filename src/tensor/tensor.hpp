#pragma once
/// The containers of the core: float32, row-major, aliases over xtensor.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

// xtensor 0.26 moved its headers into folders; this is the one place that knows.
#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/containers/xarray.hpp>
#else
#include <xtensor/xarray.hpp>
#endif

#include "tensor/shape.hpp"

namespace manyheads {

/// Up to kMaxRank axes. A tensor of rank 0 holds one number. It is an xt::xarray whose shape is
/// stored in place at every rank: xarray's own shape allocates for a fifth axis, even when it is
/// moved. Moves are noexcept, so the program would end if that allocation failed.
/// Write manyheads::exp(x) even where you use the namespace. Since the type is xtensor's, exp(x)
/// may find xt::exp, whose result is a lazy view of x; so it is with sqrt, where, tril and
/// transpose.
using Tensor = xt::xarray_container<xt::uvector<float>, xt::layout_type::row_major,
                                    xt::svector<std::size_t, kMaxRank>>;

/// A tensor of this shape; its elements are not initialised.
/// @throws ShapeError for an axis of 0, OutOfMemoryError where it would exceed kMaxTensorBytes.
Tensor make_tensor(const Shape& shape, std::string_view name);

/// Gives `tensor` this shape; allocates only if the number of elements changes. If it throws, as
/// make_tensor does, or memory runs out, `tensor` is unchanged.
void resize(Tensor& tensor, const Shape& shape, std::string_view name);

/// The same for a tensor that may not exist yet. @return the tensor
Tensor& resize(std::optional<Tensor>& tensor, const Shape& shape, std::string_view name);

Shape shape_of(const Tensor& tensor);

inline std::span<const float> elements(const Tensor& tensor) {
  return {tensor.data(), tensor.size()};
}
inline std::span<float> elements(Tensor& tensor) { return {tensor.data(), tensor.size()}; }
std::span<const float> elements(const Tensor&& tensor) = delete;  // it would not outlive the call

}  // namespace manyheads
