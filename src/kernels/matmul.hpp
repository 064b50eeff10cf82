#pragma once
/// Matrix product C = A B (+ bias), and the packed form of B that the fast path reads.

#include <cstddef>
#include <span>

#include "kernels/matrix_view.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// The rows along the last axis of a tensor, all of one matrix.
MatrixView rows_of(const Tensor& tensor);

// Matrices are passed by reference: by value, WebAssembly copies them through memory, written in
// halves and read as a whole, which stalls.

/// Contiguous rows, `row_stride` floats apart.
struct RowsOut {
  float* data;
  std::size_t row_stride;
};

/// The right-hand side of a product as the kernel reads it: panels of a few vectors' width, packed
/// or in place.
struct Panels {
  const float* data;
  std::size_t row_stride;    ///< from one row of a panel to the next
  std::size_t panel_stride;  ///< from one panel to the next
};

/// The right-hand side of a product, cut into panels of a few vectors' width, each stored row
/// after row, so that the kernel reads it once from front to back. The last panel ends in columns
/// of zeros.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  explicit PackedMatrix(MatrixView matrix) { assign(matrix); }

  /// Room for a matrix of this size, not initialised. Call it before drawing or computing what is
  /// to be packed: it throws if there is no memory.
  void resize(std::size_t rows, std::size_t columns);
  /// Packs `matrix`; allocates only if it is larger than all before it.
  void assign(MatrixView matrix);
  void assign(const PagedMatrix& matrix);
  void assign_transposed(const PagedMatrix& matrix);
  /// Packs the transpose of another packed matrix, square after square.
  void assign_transposed(const PackedMatrix& of);
  /// The matrix again, [rows, columns].
  Tensor unpacked() const;

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  /// `columns` rounded up to whole panels; such a product needs no edge tiles.
  static std::size_t padded(std::size_t columns);
  std::size_t bytes() const { return padded(columns_) * rows_ * sizeof(float); }
  const float* panel(std::size_t index) const;
  operator Panels() const;

 private:
  [[gnu::noinline]] void put(std::size_t row, std::size_t column, const MatrixView& piece);

  Buffer panels_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

/// `b` in place if it is small and its columns fill whole vectors, else packed. For a product of
/// all its columns.
Panels panels_of(const MatrixView& b, PackedMatrix& packed);
Panels panels_of(const PagedMatrix& b, PackedMatrix& packed);

/// c[i, j] = bias[j] + sum over k of a[i, k] * b[k, j].
/// @param a     [M, K], its rows contiguous, or its columns: a transposed matrix is read in place
/// @param b     [>= K, >= columns, with its zeros]; rows from K on and columns from `columns` on
///              are not read
/// @param bias  [columns], or empty for none
void matmul(const MatrixView& a, const Panels& b, std::size_t columns, std::span<const float> bias,
            const RowsOut& c);

/// c[i, j] += sum over k of a[i, k] * b[k, j]; otherwise as matmul.
void matmul_add(const MatrixView& a, const Panels& b, std::size_t columns, const RowsOut& c);

/// The same by its definition; what `matmul` is tested against.
void matmul_reference(MatrixView a, MatrixView b, std::span<const float> bias, RowsOut c);

/// NumPy's `a @ b`: the last two axes are matrices, the axes before them broadcast; a vector
/// counts as a row on the left and as a column on the right, and its axis is dropped again.
/// @throws ShapeError where the inner sizes differ or the batch axes do not broadcast.
Tensor matmul(const Tensor& a, const Tensor& b);

}  // namespace manyheads
