#pragma once
/// Products of matrices, by the kernel and by the reference.

#include <span>
#include <string>

#include "core/tensors.hpp"
#include "kernels/matmul.hpp"

namespace manyheads {

inline std::string sizes_text(std::size_t M, std::size_t K, std::size_t N) {
  return "M " + std::to_string(M) + ", K " + std::to_string(K) + ", N " + std::to_string(N);
}

inline Tensor multiply_packed(MatrixView a, const PackedMatrix& b, std::size_t columns,
                              std::span<const float> bias = {}) {
  Tensor c = make_tensor({a.rows, columns}, "c");
  matmul(a, b, columns, bias, {c.data(), columns});
  return c;
}

inline Tensor multiply_reference(MatrixView a, MatrixView b, std::span<const float> bias = {}) {
  Tensor c = make_tensor({a.rows, b.columns}, "c");
  matmul_reference(a, b, bias, {c.data(), b.columns});
  return c;
}

}  // namespace manyheads
