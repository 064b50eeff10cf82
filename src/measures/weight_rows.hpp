#pragma once
/// The rows of a tensor of attention weights, with or without a batch axis.

#include <span>
#include <string_view>

#include "tensor/tensor.hpp"

namespace manyheads {

/// Keeps a pointer into `weights`, which must live as long.
struct WeightRows {
  /// @throws ShapeError unless weights is [B, H, T, S] or [H, T, S]
  WeightRows(std::string_view operation, const Tensor& weights)
      : B(1), H(0), T(0), S(0), data(weights.data()) {
    const Shape shape = shape_of(weights);
    require_rank(operation, "weights", shape, {3, 4}, "[B, H, T, S] or [H, T, S]");
    checked_size(shape, "weights");
    const auto size = [&](std::size_t back) { return weights.shape()[shape.size() - back]; };
    if (shape.size() == 4) B = size(4);
    H = size(3);
    T = size(2);
    S = size(1);
  }

  std::span<const float> row(std::size_t b, std::size_t h, std::size_t t) const {
    return {data + ((b * H + h) * T + t) * S, S};
  }

  std::size_t B, H, T, S;
  const float* data;
};

}  // namespace manyheads
