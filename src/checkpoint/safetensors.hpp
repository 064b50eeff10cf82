#pragma once
/// Reads safetensors: 8 bytes with the header's length, a header in JSON, the tensors' bytes.
/// @see github.com/huggingface/safetensors, "Format"

#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/byte_source.hpp"
#include "checkpoint/safetensors_header.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// A checkpoint. Only its header is read at first; each tensor is read when it is needed.
class Safetensors {
 public:
  /// @param file  must outlive this
  /// @throws FormatError with the offset of the first wrong byte
  explicit Safetensors(const ByteSource& file);
  Safetensors(const Safetensors&) = delete;  // the items refer to the header
  Safetensors& operator=(const Safetensors&) = delete;

  /// Sorted by name.
  const std::vector<HeaderItem>& tensors() const { return header_.tensors; }
  /// Null if no tensor or entry has this name.
  const HeaderItem* find(std::string_view name) const { return find_item(header_.tensors, name); }
  const HeaderItem* metadata(std::string_view key) const {
    return find_item(header_.metadata, key);
  }

  /// The elements of a tensor, of dtype F32, F16 or BF16, exactly as float32.
  /// @throws FormatError for another dtype, an axis of 0 or too many axes; OutOfMemoryError
  Tensor tensor(const HeaderItem& item) const;

 private:
  const ByteSource* file_;
  std::string text_;  ///< the header; the items refer to it
  SafetensorsHeader header_;
};

}  // namespace manyheads
