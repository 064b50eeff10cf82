#include "lesson/training/parameters.hpp"

#include <algorithm>

namespace manyheads {

ParameterMatrix Parameters::add(Size rows, Size columns) {
  constexpr std::string_view kName = "the parameters";
  const Size more = checked_size({rows, columns}, kName);
  const Size all = checked_size({values_.size() + more}, kName);
  const ParameterMatrix matrix{values_.size(), static_cast<std::size_t>(rows),
                               static_cast<std::size_t>(columns)};
  values_.resize(static_cast<std::size_t>(all));
  gradients_.resize(static_cast<std::size_t>(all));
  return matrix;
}

void repeat_columns(const float* block, const ParameterMatrix& matrix, Tensor& weight) {
  for (std::size_t at = 0; at < weight.size(); at += matrix.columns) {
    const std::size_t row = at / weight.shape(1);
    std::copy_n(block + row * matrix.columns, matrix.columns, weight.data() + at);
  }
}

void sum_columns(const Tensor& weight, const ParameterMatrix& matrix, float* block) {
  std::fill_n(block, matrix.size(), 0.0f);
  for (std::size_t at = 0; at < weight.size(); at += matrix.columns) {
    float* const row = block + at / weight.shape(1) * matrix.columns;
    for (std::size_t j = 0; j < matrix.columns; ++j) row[j] += weight.data()[at + j];
  }
}

}  // namespace manyheads
