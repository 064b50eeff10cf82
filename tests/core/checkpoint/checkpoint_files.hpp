#pragma once
/// Checkpoints in memory.

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "checkpoint/safetensors.hpp"
#include "checkpoint/safetensors_writer.hpp"

namespace manyheads {

using Bytes = std::vector<std::uint8_t>;

/// A file with this header and `data_size` bytes of data: 0, 1, 2, ...
inline Bytes make_file(std::string_view header, std::size_t data_size = 0) {
  Bytes bytes(kHeaderStart + header.size() + data_size);
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<std::uint8_t>(std::uint64_t{header.size()} >> 8 * i);
  }
  std::copy(header.begin(), header.end(), bytes.begin() + kHeaderStart);
  for (std::size_t i = 0; i < data_size; ++i) {
    bytes[kHeaderStart + header.size() + i] = static_cast<std::uint8_t>(i);
  }
  return bytes;
}

inline Bytes make_file(const SafetensorsWriter& writer) {
  Bytes bytes(static_cast<std::size_t>(writer.size()));
  writer.write(bytes);
  return bytes;
}

inline Bytes golden_file(const std::string& name) {
  std::ifstream stream(std::string(MANYHEADS_GOLDEN_DIR) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A checkpoint that keeps its bytes.
struct Checkpoint {
  explicit Checkpoint(Bytes file_bytes)
      : bytes(std::move(file_bytes)), source(bytes), file(source) {}
  Checkpoint(const Checkpoint&) = delete;

  Tensor tensor(std::string_view name) const { return file.tensor(*file.find(name)); }

  Bytes bytes;
  BytesInMemory source;
  Safetensors file;
};

}  // namespace manyheads
