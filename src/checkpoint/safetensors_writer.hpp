#pragma once
/// Writes safetensors, all F32.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/tensor.hpp"

namespace manyheads {

/// Collects a file's tensors and metadata. The same ones in the same order give the same bytes.
/// Names must be UTF-8 and all different.
class SafetensorsWriter {
 public:
  void add_metadata(std::string_view key, std::string_view value);
  /// @param tensor  must live until `write`, which reads it
  void add(std::string_view name, const Tensor& tensor);

  /// Bytes of the file so far: a multiple of 8 for the header, and 4 for each element.
  Size size() const;
  /// @param destination  size() bytes
  void write(std::span<std::uint8_t> destination) const;

 private:
  std::string header() const;

  struct Entry {
    std::string json;  ///< ends in a comma
    const Tensor* tensor;
  };

  std::string metadata_;  ///< JSON, each member ending in a comma
  std::vector<Entry> entries_;
  Size data_size_ = 0;
};

}  // namespace manyheads
