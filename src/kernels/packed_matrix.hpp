#pragma once
/// The right-hand side B of a matrix product, as the fast path reads it.

#include <cstddef>

#include "kernels/matrix_view.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// The right-hand side of a product as the kernel reads it: panels, each a few vectors wide, packed
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

  /// Makes room for a matrix of this size, not initialised. Call it before you draw or compute the
  /// values: it throws if there is no memory.
  void resize(std::size_t rows, std::size_t columns);
  /// Packs `matrix`; allocates only if it is larger than all before it.
  void assign(MatrixView matrix);
  void assign(const PagedMatrix& matrix);
  void assign_transposed(const PagedMatrix& matrix);
  /// Packs the transpose of another packed matrix, square after square.
  void assign_transposed(const PackedMatrix& other);
  /// A copy that is not packed, [rows, columns].
  Tensor unpack() const;

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  /// `columns` rounded up to whole panels. A product of that width needs no edge tiles.
  static std::size_t padded(std::size_t columns);
  /// Whether a matrix with this many contiguous columns can be read in place, without packing.
  static bool reads_in_place(std::size_t columns);
  std::size_t bytes() const { return padded(columns_) * rows_ * sizeof(float); }
  const float* panel(std::size_t index) const;
  operator Panels() const;

 private:
  [[gnu::noinline]] void pack_piece(std::size_t row, std::size_t column, const MatrixView& piece);

  Buffer panels_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

/// Panels of `b` in place, where PackedMatrix::reads_in_place(b.columns).
Panels panels_in_place(const MatrixView& b);

/// Panels of `b` for a product with all its columns: in place if `b` is small and its columns fill
/// whole vectors, otherwise packed into `packed`.
Panels make_panels(const MatrixView& b, PackedMatrix& packed);
Panels make_panels(const PagedMatrix& b, PackedMatrix& packed);

}  // namespace manyheads
