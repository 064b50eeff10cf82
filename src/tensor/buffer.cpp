#include "tensor/buffer.hpp"

#include <algorithm>

namespace manyheads {

float* Buffer::reserve(std::initializer_list<Size> shape, std::string_view name) {
  const auto count = static_cast<std::size_t>(checked_size(shape, name));
  if (count > capacity_) {
    // By half at least: what grows with a cache, token by token, is seldom allocated.
    const std::size_t room = std::max(count, capacity_ + capacity_ / 2);
    // Not aligned by `new`, whose part for that is 0.5 KB of WebAssembly; nor set to 0.
    floats_.reset(new float[room + kLine / sizeof(float) - 1]);
    capacity_ = room;
  }
  return data();
}

}  // namespace manyheads
