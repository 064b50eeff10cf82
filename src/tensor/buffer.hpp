#pragma once
/// Working memory of the kernels.

#include <cstddef>
#include <memory>
#include <new>
#include <string_view>

#include "tensor/shape.hpp"

namespace manyheads {

/// Room for floats, on a cache line's start: an AVX-512 load that crosses two lines takes twice as
/// long. It only ever grows, and forgets what it held when it does.
class Buffer {
 public:
  /// Room for `shape`, not set. Where it throws, what was there is kept.
  /// @throws ShapeError for an axis of 0, OutOfMemoryError where it would exceed kMaxTensorBytes.
  float* reserve(std::initializer_list<Size> shape, std::string_view name);

  float* data() { return floats_.get(); }
  const float* data() const { return floats_.get(); }
  /// How many floats there is room for.
  std::size_t capacity() const { return capacity_; }

 private:
  static constexpr std::align_val_t kCacheLine{64};
  struct Release {
    void operator()(float* floats) const { operator delete[](floats, kCacheLine); }
  };

  std::unique_ptr<float[], Release> floats_;
  std::size_t capacity_ = 0;
};

}  // namespace manyheads
