/// C = A B in register tiles: a tile of kTileRows x kPanelWidth accumulators stays in registers
/// while k runs over the whole inner size; A is read in place, B from its panels.

#include "kernels/matmul.hpp"

#include <algorithm>
#include <array>
#include <xsimd/xsimd.hpp>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

constexpr std::size_t kPanelVectors = 4;
constexpr std::size_t kPanelWidth = kPanelVectors * Batch::size;
// Accumulators + one panel row + one element of A must fit the vector registers: V8 leaves
// WebAssembly 15 (2 x 4 + 4 + 1 = 13), AVX2 has 16, AVX-512 has 32 (6 x 4 + 4 + 1 = 29).
constexpr std::size_t kTileRows = Batch::size >= 16 ? 6 : 2;

/// One tile: `Rows` rows of A times one panel. Every element sums over k in ascending order,
/// wherever it lies in the tile, so a row's result does not depend on the rows beside it.
template <std::size_t Rows>
void multiply_tile(const float* a, std::size_t a_row_stride, const float* panel, std::size_t inner,
                   const float* bias_row, RowsOut c, std::size_t columns) {
  std::array<std::array<Batch, kPanelVectors>, Rows> sums;
  for (auto& row : sums) {
    for (std::size_t v = 0; v < kPanelVectors; ++v) {
      row[v] = Batch::load_unaligned(bias_row + v * Batch::size);
    }
  }
  for (std::size_t k = 0; k < inner; ++k, panel += kPanelWidth) {
    std::array<Batch, kPanelVectors> b;
    for (std::size_t v = 0; v < kPanelVectors; ++v) {
      b[v] = Batch::load_unaligned(panel + v * Batch::size);
    }
    for (std::size_t i = 0; i < Rows; ++i) {
      const Batch element(a[i * a_row_stride + k]);
      for (std::size_t v = 0; v < kPanelVectors; ++v) {
        sums[i][v] = xsimd::fma(element, b[v], sums[i][v]);
      }
    }
  }
  for (std::size_t i = 0; i < Rows; ++i) {
    float* out = c.data + i * c.row_stride;
    if (columns == kPanelWidth) {
      for (std::size_t v = 0; v < kPanelVectors; ++v) {
        sums[i][v].store_unaligned(out + v * Batch::size);
      }
    } else {
      std::array<float, kPanelWidth> whole;
      for (std::size_t v = 0; v < kPanelVectors; ++v) {
        sums[i][v].store_unaligned(whole.data() + v * Batch::size);
      }
      std::copy_n(whole.data(), columns, out);
    }
  }
}

/// Which of an operand's own matrices belongs to matrix `index` of the broadcast batch.
std::size_t operand_matrix(std::size_t index, const Shape& batch, const Shape& own) {
  const Shape strides = broadcast_strides(own, batch);
  Size matrix = 0, rest = index;
  for (std::size_t axis = batch.size(); axis-- > 0;) {
    matrix += rest % batch[axis] * strides[axis];
    rest /= batch[axis];
  }
  return static_cast<std::size_t>(matrix);
}

}  // namespace

void PackedMatrix::assign(MatrixView matrix) {
  rows_ = matrix.rows;
  columns_ = matrix.columns;
  const std::size_t panels = (columns_ + kPanelWidth - 1) / kPanelWidth;
  checked_size({panels, rows_, kPanelWidth}, "a packed matrix");
  panels_.resize(panels * rows_ * kPanelWidth);
  float* out = panels_.data();
  for (std::size_t first = 0; first < columns_; first += kPanelWidth) {
    const std::size_t width = std::min(kPanelWidth, columns_ - first);
    for (std::size_t k = 0; k < rows_; ++k, out += kPanelWidth) {
      const float* in = matrix.data + k * matrix.row_stride + first * matrix.column_stride;
      for (std::size_t j = 0; j < width; ++j) out[j] = in[j * matrix.column_stride];
      std::fill(out + width, out + kPanelWidth, 0.0f);
    }
  }
}

const float* PackedMatrix::panel(std::size_t index) const {
  return panels_.data() + index * rows_ * kPanelWidth;
}

Tensor PackedMatrix::unpacked() const {
  Tensor matrix = make_tensor({rows_, columns_}, "matrix");
  for (std::size_t k = 0; k < rows_; ++k) {
    for (std::size_t j = 0; j < columns_; ++j) {
      matrix(k, j) = panel(j / kPanelWidth)[k * kPanelWidth + j % kPanelWidth];
    }
  }
  return matrix;
}

void matmul(MatrixView a, const PackedMatrix& b, std::size_t columns, std::span<const float> bias,
            RowsOut c) {
  for (std::size_t first = 0; first < columns; first += kPanelWidth) {
    const std::size_t width = std::min(kPanelWidth, columns - first);
    std::array<float, kPanelWidth> bias_row{};
    if (!bias.empty()) std::copy_n(bias.data() + first, width, bias_row.data());
    const float* panel = b.panel(first / kPanelWidth);
    std::size_t i = 0;
    const auto rows_at = [&](std::size_t row) {
      return RowsOut{c.data + row * c.row_stride + first, c.row_stride};
    };
    for (; i + kTileRows <= a.rows; i += kTileRows) {
      multiply_tile<kTileRows>(a.data + i * a.row_stride, a.row_stride, panel, a.columns,
                               bias_row.data(), rows_at(i), width);
    }
    for (; i < a.rows; ++i) {
      multiply_tile<1>(a.data + i * a.row_stride, a.row_stride, panel, a.columns, bias_row.data(),
                       rows_at(i), width);
    }
  }
}

void matmul_reference(MatrixView a, MatrixView b, std::span<const float> bias, RowsOut c) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.columns; ++j) {
      float sum = bias.empty() ? 0.0f : bias[j];
      for (std::size_t k = 0; k < a.columns; ++k) {
        sum += a.data[i * a.row_stride + k * a.column_stride] *
               b.data[k * b.row_stride + j * b.column_stride];
      }
      c.data[i * c.row_stride + j] = sum;
    }
  }
}

Tensor matmul(const Tensor& a, const Tensor& b) {
  Shape of_a = shape_of(a), of_b = shape_of(b);
  const bool a_is_vector = of_a.size() == 1, b_is_vector = of_b.size() == 1;
  if (of_a.empty() || of_b.empty()) {
    throw ShapeError({of_a.empty() ? "a" : "b", std::nullopt, "at least one axis", "a number"},
                     "matmul: a number has no axis to sum over; use multiply");
  }
  if (a_is_vector) of_a.insert(of_a.begin(), 1);
  if (b_is_vector) of_b.push_back(1);
  const Size rows = of_a.end()[-2], inner = of_a.end()[-1], columns = of_b.end()[-1];
  require_axis("matmul", "b", shape_of(b), b_is_vector ? 0 : of_b.size() - 2, inner,
               "the last axis of a");

  const Shape batch_a(of_a.begin(), of_a.end() - 2), batch_b(of_b.begin(), of_b.end() - 2);
  const Shape batch = broadcast_shape("matmul", batch_a, batch_b);
  Shape result = batch;
  if (!a_is_vector) result.push_back(rows);
  if (!b_is_vector) result.push_back(columns);
  Tensor c = make_tensor(result, "the product");

  PackedMatrix packed;
  const auto M = static_cast<std::size_t>(rows), K = static_cast<std::size_t>(inner),
             N = static_cast<std::size_t>(columns);
  for (std::size_t i = 0; i < c.size() / (M * N); ++i) {
    packed.assign({b.data() + operand_matrix(i, batch, batch_b) * K * N, K, N, N});
    matmul({a.data() + operand_matrix(i, batch, batch_a) * M * K, M, K, K}, packed, N, {},
           {c.data() + i * M * N, N});
  }
  return c;
}

}  // namespace manyheads
