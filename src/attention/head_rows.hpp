#pragma once
/// Rows of several heads where they lie.

#include <cstddef>
#include <type_traits>

#include "kernels/matrix_view.hpp"

namespace manyheads {

/// The rows of all heads, [B, heads, rows, width], wherever they lie; the last axis is contiguous.
/// A head stride of 0 lets every head read the same rows: that is what tied heads are.
template <typename Float>
struct HeadRows {
  Float* data;
  std::size_t batch_stride;
  std::size_t head_stride;
  std::size_t row_stride;
  // Those of a paged cache. @see Rows
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

/// Keys and values as attention reads them, [B, heads, S, width] each.
struct KeysAndValues {
  HeadRows<const float> k, v;
};

}  // namespace manyheads
