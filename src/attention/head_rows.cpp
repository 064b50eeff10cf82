#include "attention/head_rows.hpp"

#include <algorithm>

namespace manyheads {

void copy_rows(const HeadRows<const float>& from, const RowsToCopy& sizes,
               const HeadRows<float>& to) {
  for (std::size_t b = 0; b < sizes.B; ++b) {
    for (std::size_t h = 0; h < sizes.heads; ++h) {
      for (std::size_t i = 0; i < sizes.rows; ++i) {
        std::copy_n(from.row(b, h, i), sizes.width, to.row(b, h, sizes.first_in_copy + i));
      }
    }
  }
}

}  // namespace manyheads
