#include "tensor/buffer.hpp"

namespace manyheads {

float* Buffer::reserve(std::initializer_list<Size> shape, std::string_view name) {
  const auto count = static_cast<std::size_t>(checked_size(shape, name));
  if (count > capacity_) {
    floats_.reset(new (kCacheLine) float[count]);
    capacity_ = count;
  }
  return data();
}

}  // namespace manyheads
