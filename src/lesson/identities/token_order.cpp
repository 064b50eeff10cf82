#include "lesson/identities/token_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace manyheads {

std::size_t token_axis(const Tensor& x) { return x.dimension() - 2; }

void copy_tokens(const Tensor& from, std::size_t first, std::size_t count, Tensor& to,
                 std::size_t target) {
  const std::size_t width = from.shape().back();
  const std::size_t row = from.shape()[token_axis(from)] * width;
  const std::size_t to_row = to.shape()[token_axis(to)] * width;
  for (std::size_t b = 0; b < from.size() / row; ++b) {
    std::copy_n(from.data() + b * row + first * width, count * width,
                to.data() + b * to_row + target * width);
  }
}

Tensor reorder_tokens(const Tensor& x, std::span<const std::int64_t> order) {
  Tensor moved = x;
  for (std::size_t t = 0; t < order.size(); ++t) {
    copy_tokens(x, static_cast<std::size_t>(order[t]), 1, moved, t);
  }
  return moved;
}

Tensor reverse_tokens(const Tensor& x) {
  std::vector<std::int64_t> order(x.shape()[token_axis(x)]);
  std::iota(order.rbegin(), order.rend(), 0);
  return reorder_tokens(x, order);
}

Tensor fill_with_nan(const Shape& shape) {
  Tensor x = make_tensor(shape, "the output");
  x.fill(std::numeric_limits<float>::quiet_NaN());
  return x;
}

}  // namespace manyheads
