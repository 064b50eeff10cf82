#pragma once
/// The source of a file's bytes. They are read piece by piece, so that only the needed part of a
/// large checkpoint is copied.

#include <cstdint>
#include <cstring>
#include <span>

#include "tensor/message.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual Size size() const = 0;
  /// Copies bytes offset .. offset + size - 1, which the file must have.
  virtual void read(Size offset, std::size_t size, void* destination) const = 0;
};

/// A file in memory; does not own it.
class BytesInMemory : public ByteSource {
 public:
  explicit BytesInMemory(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  Size size() const override { return bytes_.size(); }
  void read(Size offset, std::size_t size, void* destination) const override {
    if (size > 0) std::memcpy(destination, bytes_.data() + offset, size);
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

/// @throws FormatError "safetensors, byte 17: ..."
[[noreturn]] void refuse_bytes(Size offset, Pieces reason);

}  // namespace manyheads
