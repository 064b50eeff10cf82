#include "tensor/buffer.hpp"

#include <algorithm>

namespace manyheads {

float* Buffer::reserve(std::initializer_list<Size> shape, std::string_view name) {
  const auto count = static_cast<std::size_t>(checked_size(shape, name));
  if (count > capacity_) {
    // At least half more, so that a buffer that grows with a cache, token by token, is rarely
    // allocated again.
    const std::size_t room = std::max(count, capacity_ + capacity_ / 2);
    // Aligned here and not by `new`, which would add 0.5 KB of WebAssembly. Not set to 0.
    floats_.reset(new float[room + kCacheLineBytes / sizeof(float) - 1]);
    capacity_ = room;
  }
  return data();
}

}  // namespace manyheads
