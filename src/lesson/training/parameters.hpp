#pragma once
/// All numbers that training changes, in one vector, and their gradients in another.

#include <cstddef>
#include <span>
#include <vector>

#include "tensor/shape.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// The place of a matrix among the parameters.
struct ParameterMatrix {
  std::size_t first = 0, rows = 0, columns = 0;
  std::size_t size() const { return rows * columns; }
};

class Parameters {
 public:
  /// Adds a matrix of zeros. @throws OutOfMemoryError
  ParameterMatrix add(Size rows, Size columns);

  std::span<float> values() { return values_; }
  std::span<const float> values() const { return values_; }
  std::span<float> gradients() { return gradients_; }
  std::size_t size() const { return values_.size(); }

  float* values(const ParameterMatrix& matrix) { return values_.data() + matrix.first; }
  const float* values(const ParameterMatrix& matrix) const { return values_.data() + matrix.first; }
  float* gradients(const ParameterMatrix& matrix) { return gradients_.data() + matrix.first; }

 private:
  std::vector<float> values_, gradients_;
};

/// Copies a matrix of the parameters into a layer's weight. A shared matrix is one column block,
/// [d_model, D] for W_Q, which is repeated for each head of the weight, [d_model, H * D].
void repeat_columns(const float* block, const ParameterMatrix& matrix, Tensor& weight);
/// The gradient of repeat_columns: sums the column blocks.
void sum_columns(const Tensor& weight, const ParameterMatrix& matrix, float* block);

}  // namespace manyheads
