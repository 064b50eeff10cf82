#pragma once
/// Rows of several heads, in place.

#include <cstddef>
#include <type_traits>

#include "kernels/matrix_view.hpp"

namespace manyheads {

/// The rows of all heads, [B, heads, rows, width], with any strides; the last axis is contiguous.
/// Tied heads have a head stride of 0: every head reads the same rows.
template <typename Float>
struct HeadRows {
  Float* data;
  std::size_t batch_stride;
  std::size_t head_stride;
  std::size_t row_stride;
  // The pages of a paged cache. @see Rows
  Float* const* pages = nullptr;
  std::size_t page_rows = 0;

  Rows<Float> head(std::size_t b, std::size_t h) const {
    return {data + b * batch_stride + h * head_stride, row_stride, pages, page_rows};
  }
  Float* row(std::size_t b, std::size_t h, std::size_t i) const { return head(b, h).row(i); }
  operator HeadRows<const Float>() const requires(!std::is_const_v<Float>) {
    return {data, batch_stride, head_stride, row_stride, pages, page_rows};
  }
};

/// Heads that lie side by side in memory, [B, rows, heads, width].
template <typename Float>
HeadRows<Float> side_by_side(Float* data, std::size_t rows, std::size_t heads, std::size_t width) {
  return {data, rows * heads * width, width, heads * width};
}

/// Which rows to copy.
struct RowsToCopy {
  std::size_t B, heads, rows, width;
  std::size_t first_in_copy = 0;
};
void copy_rows(const HeadRows<const float>& from, const RowsToCopy& sizes,
               const HeadRows<float>& to);

/// Keys and values as attention reads them, [B, heads, S, width] each.
struct KeysAndValues {
  HeadRows<const float> k, v;
};

}  // namespace manyheads
