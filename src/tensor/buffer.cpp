#include "tensor/buffer.hpp"

namespace manyheads {

float* Buffer::reserve(std::initializer_list<Size> shape, std::string_view name) {
  const auto count = static_cast<std::size_t>(checked_size(shape, name));
  if (count > capacity_) {
    // Not aligned by `new`, whose part for that is 0.5 KB of WebAssembly; nor set to 0.
    floats_.reset(new float[count + kLine / sizeof(float) - 1]);
    capacity_ = count;
  }
  return data();
}

}  // namespace manyheads
