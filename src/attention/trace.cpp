#include "attention/trace.hpp"

namespace manyheads {

Tensor copy_heads(const HeadRows<const float>& source, const ForwardShape& run, std::size_t heads,
                  std::size_t rows, std::size_t width, std::string_view name) {
  Tensor copy = make_tensor({run.B, heads, rows, width}, name);
  copy_rows(source, {run.B, heads, rows, width},
            {copy.data(), heads * rows * width, rows * width, width});
  drop_batch_axis_unless_batched(copy, run);
  return copy;
}

}  // namespace manyheads
