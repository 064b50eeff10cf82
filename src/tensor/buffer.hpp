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

/// Memory for floats that begins at a cache line, because vectors that cross two lines take longer
/// to load. It only grows. When it grows, its contents are lost.
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

  /// Makes room for `shape`, not initialised. If it throws, the contents stay as they were.
  /// @throws ShapeError for an axis of 0, OutOfMemoryError where it would exceed kMaxTensorBytes.
  float* reserve(std::initializer_list<Size> shape, std::string_view name);

  float* data() { return align(floats_.get()); }
  const float* data() const { return align(floats_.get()); }
  /// The number of floats that fit.
  std::size_t capacity() const { return capacity_; }

 private:
  static constexpr std::size_t kCacheLineBytes = 64;
  static float* align(float* floats) {
    return reinterpret_cast<float*>(
        (reinterpret_cast<std::uintptr_t>(floats) + kCacheLineBytes - 1) &
        ~std::uintptr_t{kCacheLineBytes - 1});
  }

  std::unique_ptr<float[]> floats_;
  std::size_t capacity_ = 0;
};

}  // namespace manyheads
