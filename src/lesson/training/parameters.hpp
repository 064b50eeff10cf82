#pragma once
/// The numbers that training changes, in one piece, and their gradients in another.

#include <cstddef>
#include <span>
#include <vector>

#include "tensor/shape.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Where a matrix lies among the parameters.
struct ParameterMatrix {
  std::size_t first = 0, rows = 0, columns = 0;
  std::size_t size() const { return rows * columns; }
};

class Parameters {
 public:
  /// A further matrix of zeros. @throws OutOfMemoryError
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

/// A matrix that all heads share, or that each has a block of: W_Q is [d_model, H * D] to a layer,
/// but [d_model, D] here where it is shared, as a column block that is repeated.
void repeat_columns(const float* of, const ParameterMatrix& matrix, Tensor& into);
/// The gradient of repeat_columns: blocks are summed.
void sum_columns(const Tensor& of, const ParameterMatrix& matrix, float* into);

}  // namespace manyheads
