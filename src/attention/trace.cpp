#include "attention/trace.hpp"

#include <algorithm>

namespace manyheads {

void drop_batch_axis_unless_batched(Tensor& tensor, const ForwardShape& run) {
  if (run.batched) return;
  Shape shape = shape_of(tensor);
  shape.erase(shape.begin());
  tensor.reshape(shape);
}

Tensor copy_heads(const HeadRows<const float>& source, const ForwardShape& run, std::size_t heads,
                  std::size_t rows, std::size_t width, std::string_view name) {
  Tensor copy = make_tensor({run.B, heads, rows, width}, name);
  float* out = copy.data();
  for (std::size_t b = 0; b < run.B; ++b) {
    for (std::size_t h = 0; h < heads; ++h) {
      for (std::size_t i = 0; i < rows; ++i) out = std::copy_n(source.row(b, h, i), width, out);
    }
  }
  drop_batch_axis_unless_batched(copy, run);
  return copy;
}

}  // namespace manyheads
