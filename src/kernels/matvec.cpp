#include "kernels/matvec.hpp"

#include <algorithm>
#include <array>
#include <xsimd/xsimd.hpp>

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

/// Rows whose products run side by side: each element of x is loaded once for all of them.
constexpr std::size_t kRows = 4;
/// Vectors of sums that stay in registers while the rows pass: 8 + a weight leave V8 room.
constexpr std::size_t kColumnVectors = 8;

template <std::size_t Rows>
void multiply_rows(const float* a, std::size_t row_stride, std::size_t columns, const float* x,
                   float* y) {
  const std::size_t whole = columns / Batch::size * Batch::size;
  std::array<Batch, Rows> sums;
  sums.fill(Batch(0.0f));
  for (std::size_t k = 0; k < whole; k += Batch::size) {
    const Batch of_x = Batch::load_unaligned(x + k);
    for (std::size_t i = 0; i < Rows; ++i) {
      sums[i] = xsimd::fma(Batch::load_unaligned(a + i * row_stride + k), of_x, sums[i]);
    }
  }
  for (std::size_t i = 0; i < Rows; ++i) {
    float sum = xsimd::reduce_add(sums[i]);
    for (std::size_t k = whole; k < columns; ++k) sum += a[i * row_stride + k] * x[k];
    y[i] = sum;
  }
}

template <std::size_t Vectors>
void add_rows(const float* x, MatrixView a, float* y) {
  std::array<Batch, Vectors> sums;
  sums.fill(Batch(0.0f));
  for (std::size_t i = 0; i < a.rows; ++i) {
    const Batch weight(x[i]);
    for (std::size_t v = 0; v < Vectors; ++v) {
      const float* row = a.data + i * a.row_stride + v * Batch::size;
      sums[v] = xsimd::fma(weight, Batch::load_unaligned(row), sums[v]);
    }
  }
  for (std::size_t v = 0; v < Vectors; ++v) sums[v].store_unaligned(y + v * Batch::size);
}

}  // namespace

void matvec(MatrixView a, const float* x, float* y) {
  std::size_t i = 0;
  for (; i + kRows <= a.rows; i += kRows) {
    multiply_rows<kRows>(a.data + i * a.row_stride, a.row_stride, a.columns, x, y + i);
  }
  for (; i < a.rows; ++i) {
    multiply_rows<1>(a.data + i * a.row_stride, a.row_stride, a.columns, x, y + i);
  }
}

void vecmat(const float* x, MatrixView a, float* y) {
  const auto rest_from = [&](std::size_t j) {
    return MatrixView{a.data + j, a.rows, a.columns - j, a.row_stride};
  };
  std::size_t j = 0;
  for (; j + kColumnVectors * Batch::size <= a.columns; j += kColumnVectors * Batch::size) {
    add_rows<kColumnVectors>(x, rest_from(j), y + j);
  }
  for (; j + Batch::size <= a.columns; j += Batch::size) add_rows<1>(x, rest_from(j), y + j);
  for (; j < a.columns; ++j) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < a.rows; ++i) sum += x[i] * a.data[i * a.row_stride + j];
    y[j] = sum;
  }
}

}  // namespace manyheads
