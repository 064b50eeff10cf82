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

void repeat_columns(const float* of, const ParameterMatrix& matrix, Tensor& into) {
  for (std::size_t at = 0; at < into.size(); at += matrix.columns) {
    const std::size_t row = at / into.shape(1);
    std::copy_n(of + row * matrix.columns, matrix.columns, into.data() + at);
  }
}

void sum_columns(const Tensor& of, const ParameterMatrix& matrix, float* into) {
  std::fill_n(into, matrix.size(), 0.0f);
  for (std::size_t at = 0; at < of.size(); at += matrix.columns) {
    float* const row = into + at / of.shape(1) * matrix.columns;
    for (std::size_t j = 0; j < matrix.columns; ++j) row[j] += of.data()[at + j];
  }
}

}  // namespace manyheads
