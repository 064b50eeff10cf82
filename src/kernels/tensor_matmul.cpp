#include <numeric>
#include <optional>

#include "kernels/matmul.hpp"
#include "kernels/matvec.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

/// The index of an operand's own matrix for matrix `index` of the broadcast batch.
std::size_t operand_index(std::size_t index, const Shape& batch, const Shape& own) {
  const Shape at = coordinates(index, batch), strides = broadcast_strides(own, batch);
  return static_cast<std::size_t>(
      std::inner_product(at.begin(), at.end(), strides.begin(), Size{0}));
}

}  // namespace

MatrixView as_matrix(const Tensor& tensor) {
  const std::size_t width = tensor.shape().back();
  return {tensor.data(), tensor.size() / width, width, width};
}

Tensor matmul(const Tensor& a, const Tensor& b) {
  Shape shape_a = shape_of(a), shape_b = shape_of(b);
  const bool a_is_vector = shape_a.size() == 1, b_is_vector = shape_b.size() == 1;
  if (shape_a.empty() || shape_b.empty()) {
    throw ShapeError({shape_a.empty() ? "a" : "b", std::nullopt, "at least one axis", "a number"},
                     "matmul: a number has no axis to sum over; use multiply");
  }
  if (a_is_vector) shape_a = {1, shape_a[0]};
  if (b_is_vector) shape_b.push_back(1);
  const Size rows = shape_a.end()[-2], inner = shape_a.end()[-1], columns = shape_b.end()[-1];
  require_axis("matmul", "b", shape_of(b), b_is_vector ? 0 : shape_b.size() - 2, inner,
               "the last axis of a");

  const Shape batch_a(shape_a.begin(), shape_a.end() - 2),
      batch_b(shape_b.begin(), shape_b.end() - 2);
  const Shape batch = broadcast_shape("matmul", shape_a, shape_b, "a", "b", 2);
  Shape result = batch;
  if (!a_is_vector) result.push_back(rows);
  if (!b_is_vector) result.push_back(columns);
  Tensor c = make_tensor(result, "the product");

  PackedMatrix packed;
  const auto M = static_cast<std::size_t>(rows), K = static_cast<std::size_t>(inner),
             N = static_cast<std::size_t>(columns);
  for (std::size_t i = 0; i < c.size() / (M * N); ++i) {
    const float* const left = a.data() + operand_index(i, batch, batch_a) * M * K;
    const float* const right = b.data() + operand_index(i, batch, batch_b) * K * N;
    float* const product = c.data() + i * M * N;
    if (N == 1) {  // a packed column would take the memory of a whole panel
      matvec({{left, K}, M, K}, right, product);
      continue;
    }
    if (i == 0 || b.size() > K * N) packed.assign({right, K, N, N});  // b has several matrices
    matmul({left, M, K, K}, packed, N, {}, {product, N});
  }
  return c;
}

}  // namespace manyheads
