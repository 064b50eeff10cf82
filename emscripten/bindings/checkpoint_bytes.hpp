#pragma once
/// A checkpoint that a caller in JavaScript passed.

#include <cstdint>

#include "checkpoint/byte_source.hpp"

// In checkpoint_bytes.js.
extern "C" void copy_checkpoint_bytes(double offset, double size, double address);

namespace manyheads {

/// A checkpoint that stays in JavaScript's memory.
class BytesInJavaScript : public ByteSource {
 public:
  explicit BytesInJavaScript(Size size) : size_(size) {}
  Size size() const override { return size_; }
  void read(Size offset, std::size_t size, void* destination) const override {
    copy_checkpoint_bytes(static_cast<double>(offset), static_cast<double>(size),
                          static_cast<double>(reinterpret_cast<std::uintptr_t>(destination)));
  }

 private:
  Size size_;
};

}  // namespace manyheads
