#include "tensor/buffer.hpp"

namespace manyheads {

float* Buffer::reserve(std::initializer_list<Size> shape, std::string_view name) {
  const auto count = static_cast<std::size_t>(checked_size(shape, name));
  if (count > capacity_) {
    constexpr std::size_t kFloats = sizeof(Block) / sizeof(float);
    blocks_.reset(new Block[(count + kFloats - 1) / kFloats]);  // not made, so not set, to 0
    capacity_ = count;
  }
  return data();
}

}  // namespace manyheads
