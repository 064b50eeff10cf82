#pragma once
/// The header of a safetensors file: its tensors and the rules for them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/error.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// The file begins with the header's length, in 8 bytes.
inline constexpr std::size_t kHeaderStart = 8;

/// A tensor, or an entry of `__metadata__`. Its texts are views into the header.
struct HeaderItem {
  std::string_view name = {};
  std::string_view text = {};   ///< a tensor's shape as it is written; metadata's value
  std::string_view dtype = {};  ///< "F32", ...; empty for metadata
  Size begin = 0, end = 0;      ///< of the data, counted from the header's end
  Size offset = 0;              ///< offset of `name` in the file
};

/// Both lists are sorted by name: find_item needs that.
struct SafetensorsHeader {
  std::vector<HeaderItem> tensors, metadata;
};

/// Reads the header. It accepts what the format's reference implementation accepts
/// (huggingface/safetensors, tensor.rs), but refuses four more things: repeated names and spaces
/// before the first brace, which the format forbids, unknown keys of a tensor, and null as the
/// metadata. It takes n log n time in the header's size, whatever the header contains.
/// @param text       decoded in place: it must outlive the result
/// @param data_size  bytes after the header, every one of which must belong to one tensor
/// @throws FormatError with the offset in the file
SafetensorsHeader read_safetensors_header(std::string& text, Size data_size);

/// Null where no item has this name.
const HeaderItem* find_item(const std::vector<HeaderItem>& items, std::string_view name);

/// The shape of a tensor of the header.
/// @throws FormatError for more axes than a tensor may have, or an axis of 0
Shape shape_of(const HeaderItem& tensor);

/// Refuses metadata whose text is not a value of the field.
/// @throws FormatError with the offset in the file
[[noreturn]] void refuse_metadata(const HeaderItem& item, std::string_view field);

/// Refuses metadata that contradict each other.
/// @throws FormatError with what a configuration of them says
[[noreturn]] void refuse_metadata(const ConfigError& contradiction);

}  // namespace manyheads
