#include "checkpoint/safetensors_writer.hpp"

#include <cstring>

#include "checkpoint/safetensors_header.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// A text as a JSON string.
std::string quote_json(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      quoted += "\\u00";
      quoted += kDigits[byte >> 4];
      quoted += kDigits[byte & 15];
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

}  // namespace

void SafetensorsWriter::add_metadata(std::string_view key, std::string_view value) {
  metadata_ += message({quote_json(key), ":", quote_json(value), ","});
}

void SafetensorsWriter::add(std::string_view name, const Tensor& tensor) {
  const Size end = data_size_ + Size{tensor.size()} * sizeof(float);
  entries_.push_back({message({quote_json(name), ":{\"dtype\":\"F32\",\"shape\":", shape_of(tensor),
                               ",\"data_offsets\":[", data_size_, ",", end, "]},"}),
                      &tensor});
  data_size_ = end;
}

/// Its length is a multiple of 8, so that the data are aligned if the file is.
std::string SafetensorsWriter::header() const {
  std::string text = "{";
  if (!metadata_.empty()) {
    text += message({"\"__metadata__\":{", metadata_});
    text.back() = '}';  // instead of the last comma
    text += ',';
  }
  for (const Entry& entry : entries_) text += entry.json;
  if (text.back() == ',') text.pop_back();
  text += '}';
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

Size SafetensorsWriter::size() const { return kHeaderStart + header().size() + data_size_; }

void SafetensorsWriter::write(std::span<std::uint8_t> destination) const {
  const std::string text = header();
  const std::uint64_t length = text.size();
  std::uint8_t* out = destination.data();
  const auto append = [&](const void* bytes, std::size_t count) {
    std::memcpy(out, bytes, count);
    out += count;
  };
  append(&length, sizeof length);
  append(text.data(), text.size());
  for (const auto& [json, tensor] : entries_) {
    append(tensor->data(), tensor->size() * sizeof(float));
  }
}

}  // namespace manyheads
