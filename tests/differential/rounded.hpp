#pragma once
/// Numbers in float64 that know how far a float32 computation may be from them.
/// @see Higham 2002, "Accuracy and Stability of Numerical Algorithms", section 3.3 (running error
///      analysis) and 4.2 (sums in any order)

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "tensor/tensor.hpp"

namespace manyheads::differential {

/// The largest relative error of one float32 operation.
inline constexpr double kUnit = 0x1p-24;
/// The largest error of one operation whose result is too small for a full float32.
inline constexpr double kTiny = 0x1p-149;

/// A result, and a bound on the error of any correct float32 computation of it. The bound is large
/// where terms cancel, so it is the right tolerance for this one number.
struct Rounded {
  double value = 0, error = 0;
};

inline Rounded operator*(Rounded a, double factor) {
  const double value = a.value * factor;
  return {value, (a.error * std::abs(factor)) * (1 + kUnit) + std::abs(value) * kUnit + kTiny};
}

/// A sum of numbers and products. Its bound holds for every order of adding.
class Sum {
 public:
  void add(Rounded a) { add(a, {1, 0}); }
  void add(Rounded a, Rounded b) {
    const double product = a.value * b.value;
    value_ += product;
    size_ += std::abs(product);
    error_ += std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error;
    ++terms_;
  }
  /// @param more  roundings of each term besides its product and the sum
  Rounded total(std::size_t more = 0) const {
    const auto roundings = static_cast<double>(terms_ + 1 + more);
    return {value_, error_ + roundings * (kUnit * (size_ + error_) + kTiny)};
  }

 private:
  double value_ = 0, size_ = 0, error_ = 0;
  std::size_t terms_ = 0;
};

/// A matrix of such numbers.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<Rounded> values = {};

  Matrix() = default;
  Matrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), values(row_count * column_count) {}
  /// A tensor's elements, which are exact; its last axis becomes the columns.
  explicit Matrix(const Tensor& tensor)
      : Matrix(tensor.size() / tensor.shape().back(), tensor.shape().back()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i].value = tensor.data()[i];
  }

  bool empty() const { return values.empty(); }
  Rounded& operator()(std::size_t row, std::size_t column) {
    return values[row * columns + column];
  }
  const Rounded& operator()(std::size_t row, std::size_t column) const {
    return values[row * columns + column];
  }
};

inline Matrix transposed(const Matrix& matrix) {
  Matrix result(matrix.columns, matrix.rows);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) result(j, i) = matrix(i, j);
  }
  return result;
}

/// a b + bias
/// @param bias  one row, or empty
/// @param more  as in Sum::total
inline Matrix product(const Matrix& a, const Matrix& b, const Matrix& bias = {},
                      std::size_t more = 0) {
  Matrix result(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.columns; ++j) {
      Sum sum;
      if (!bias.empty()) sum.add(bias.values[j]);
      for (std::size_t k = 0; k < a.columns; ++k) sum.add(a(i, k), b(k, j));
      result(i, j) = sum.total(more);
    }
  }
  return result;
}

}  // namespace manyheads::differential
