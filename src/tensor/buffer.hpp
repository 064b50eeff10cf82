#pragma once
/// Working memory of the kernels.

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <xsimd/xsimd.hpp>

#include "tensor/shape.hpp"

namespace manyheads {

/// Room for floats. It only ever grows, and forgets what it held when it does. Where vectors are
/// wider than 16 bytes it starts on a cache line: a load that crosses two lines takes twice as
/// long.
class Buffer {
 public:
  /// Room for `shape`, not set. Where it throws, what was there is kept.
  /// @throws ShapeError for an axis of 0, OutOfMemoryError where it would exceed kMaxTensorBytes.
  float* reserve(std::initializer_list<Size> shape, std::string_view name);

  float* data() { return blocks_ ? blocks_[0].floats : nullptr; }
  const float* data() const { return blocks_ ? blocks_[0].floats : nullptr; }
  /// How many floats there is room for.
  std::size_t capacity() const { return capacity_; }

 private:
  static constexpr std::size_t kAlignment = xsimd::batch<float>::size > 4
                                                ? 64
                                                : alignof(float);  // 0.5 KB less WebAssembly
  struct alignas(kAlignment) Block {
    float floats[16];
  };

  std::unique_ptr<Block[]> blocks_;
  std::size_t capacity_ = 0;
};

}  // namespace manyheads
