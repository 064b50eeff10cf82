#pragma once
/// Working memory of the kernels.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

#include "tensor/shape.hpp"

namespace manyheads {

/// Room for floats that begins at a cache line: vectors that cross two lines take longer to load.
/// It only grows, and loses its contents when it does.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : floats_(std::move(other.floats_)), capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    floats_ = std::move(other.floats_);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }

  /// Room for `shape`, not initialised. If it throws, the contents stay.
  /// @throws ShapeError for an axis of 0, OutOfMemoryError where it would exceed kMaxTensorBytes.
  float* reserve(std::initializer_list<Size> shape, std::string_view name);

  float* data() { return first_of(floats_.get()); }
  const float* data() const { return first_of(floats_.get()); }
  /// The number of floats that fit.
  std::size_t capacity() const { return capacity_; }

 private:
  static constexpr std::size_t kLine = 64;  ///< bytes
  static float* first_of(float* floats) {
    return reinterpret_cast<float*>((reinterpret_cast<std::uintptr_t>(floats) + kLine - 1) &
                                    ~std::uintptr_t{kLine - 1});
  }

  std::unique_ptr<float[]> floats_;
  std::size_t capacity_ = 0;
};

}  // namespace manyheads
