#include "checkpoint/safetensors_header.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "checkpoint/byte_source.hpp"
#include "checkpoint/json_reader.hpp"

namespace manyheads {
namespace {

struct Dtype {
  std::string_view name;
  Size bits;
};

/// All dtypes of the reference implementation: a file may also contain tensors that nobody reads.
constexpr std::array<Dtype, 22> kDtypes = {{
    {"BOOL", 8},        {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},
    {"I8", 8},          {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8},
    {"F8_E5M2FNUZ", 8}, {"I16", 16},    {"U16", 16},    {"F16", 16},    {"BF16", 16},
    {"I32", 32},        {"U32", 32},    {"F32", 32},    {"C64", 64},    {"F64", 64},
    {"I64", 64},        {"U64", 64},
}};

Size dtype_bits(std::string_view dtype, Size offset) {
  for (const Dtype& each : kDtypes) {
    if (each.name == dtype) return each.bits;
  }
  refuse_bytes(offset, {"there is no dtype ", Quoted{dtype}});
}

[[noreturn]] void refuse_overflow(std::string_view name, Size offset) {
  refuse_bytes(offset, {"tensor ", Quoted{name}, " would have 2^64 bits or more"});
}

/// Reads the list of sizes. @return their product
Size read_element_count(JsonReader& reader, std::string_view name, Size offset) {
  Size elements = 1;
  reader.expect('[');
  for (bool first = true; reader.next_item(first, ']');) {
    if (__builtin_mul_overflow(elements, reader.whole_number(), &elements))
      refuse_overflow(name, offset);
  }
  return elements;
}

enum class TensorKey : unsigned { kDtype, kShape, kDataOffsets };
constexpr std::array<std::string_view, 3> kTensorKeys = {"dtype", "shape", "data_offsets"};
constexpr unsigned kAllTensorKeys = 7;  // one bit each

/// Reads a key and adds its bit to `seen`.
TensorKey read_tensor_key(JsonReader& reader, std::string_view name, unsigned& seen) {
  const Size offset = reader.offset();
  const std::string_view key = reader.key();
  const auto index = static_cast<unsigned>(std::find(kTensorKeys.begin(), kTensorKeys.end(), key) -
                                           kTensorKeys.begin());
  if (index == kTensorKeys.size()) {
    refuse_bytes(offset, {"tensor ", Quoted{name}, " has an unknown key ", Quoted{key}});
  }
  if (seen & 1u << index) {
    refuse_bytes(offset, {"tensor ", Quoted{name}, " has ", Quoted{key}, " twice"});
  }
  seen |= 1u << index;
  return static_cast<TensorKey>(index);
}

/// Reads [0, 24].
void read_data_offsets(JsonReader& reader, HeaderItem& tensor) {
  reader.expect('[');
  reader.skip_spaces();
  tensor.begin = reader.whole_number();
  reader.skip_spaces();
  reader.expect(',');
  reader.skip_spaces();
  tensor.end = reader.whole_number();
  reader.skip_spaces();
  reader.expect(']');
}

/// Requires that the data_offsets leave room for exactly this many elements.
void require_data_size(const HeaderItem& tensor, Size elements, Size bits_per_element) {
  const auto& [name, shape, dtype, begin, end, offset] = tensor;
  Size bits = 0;
  if (__builtin_mul_overflow(elements, bits_per_element, &bits)) refuse_overflow(name, offset);
  if (bits % 8 != 0) {
    refuse_bytes(offset, {"tensor ", Quoted{name}, " is ", dtype, " ", Quoted{shape},
                          ", which does not fill whole bytes"});
  }
  if (end < begin || end - begin != bits / 8) {
    refuse_bytes(offset, {"tensor ", Quoted{name}, " is ", dtype, " ", Quoted{shape}, ", which is ",
                          bits / 8, " bytes, but its data_offsets are [", begin, ", ", end, "]"});
  }
}

/// Reads {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}. The keys may be in any
/// order.
HeaderItem read_tensor(JsonReader& reader, std::string_view name, Size offset) {
  HeaderItem tensor{.name = name, .offset = offset};
  Size elements = 0, bits_per_element = 0;
  unsigned seen = 0;
  reader.expect('{');
  for (bool first = true; reader.next_item(first, '}');) {
    const TensorKey key = read_tensor_key(reader, name, seen);
    const Size value_offset = reader.offset();
    if (key == TensorKey::kDtype) {
      tensor.dtype = reader.string();
      bits_per_element = dtype_bits(tensor.dtype, value_offset);
    } else if (key == TensorKey::kShape) {
      const char* const begin = reader.position();
      elements = read_element_count(reader, name, value_offset);
      tensor.text = {begin, static_cast<std::size_t>(reader.position() - begin)};
    } else {
      read_data_offsets(reader, tensor);
    }
  }
  if (seen != kAllTensorKeys) {
    refuse_bytes(offset, {"tensor ", Quoted{name}, " must have dtype, shape and data_offsets"});
  }
  require_data_size(tensor, elements, bits_per_element);
  return tensor;
}

/// Reads {"format": "pt"}.
void read_metadata_entries(JsonReader& reader, std::vector<HeaderItem>& entries) {
  reader.expect('{');
  for (bool first = true; reader.next_item(first, '}');) {
    HeaderItem entry{.offset = reader.offset()};
    entry.name = reader.key();
    entry.text = reader.string();
    entries.push_back(entry);
  }
}

using Order = bool (*)(const HeaderItem&, const HeaderItem&);

/// Heap sort: takes n log n for any order, even a hostile one, and its code is small.
void sort(std::vector<HeaderItem>& items, Order before) {
  std::make_heap(items.begin(), items.end(), before);
  std::sort_heap(items.begin(), items.end(), before);
}

void sort_by_name(std::vector<HeaderItem>& items) {
  sort(items, [](const HeaderItem& a, const HeaderItem& b) { return a.name < b.name; });
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (items[i].name != items[i - 1].name) continue;
    refuse_bytes(std::max(items[i].offset, items[i - 1].offset),
                 {Quoted{items[i].name}, " is there twice"});
  }
}

/// Requires that the data of all tensors fill the file without gaps or overlaps, in any order.
void require_no_gaps(std::vector<HeaderItem>& tensors, Size data_size, Size data_start) {
  sort(tensors, [](const HeaderItem& a, const HeaderItem& b) {
    return a.begin < b.begin || (a.begin == b.begin && a.end < b.end);
  });
  Size covered = 0;
  for (const HeaderItem& tensor : tensors) {
    if (tensor.begin != covered) {
      refuse_bytes(tensor.offset,
                   {"the data of tensor ", Quoted{tensor.name}, " begins at ", tensor.begin,
                    ", wanted ", covered, ": tensors must not overlap or leave gaps"});
    }
    covered = tensor.end;
  }
  if (covered != data_size) {
    refuse_bytes(data_start + std::min(covered, data_size),
                 {"the header describes ", covered, " bytes of data, the file has ", data_size});
  }
}

}  // namespace

SafetensorsHeader read_safetensors_header(std::string& text, Size data_size) {
  SafetensorsHeader header;
  bool has_metadata = false;
  JsonReader reader(text.data(), text.size(), kHeaderStart);
  reader.expect('{');
  for (bool first = true; reader.next_item(first, '}');) {
    const Size offset = reader.offset();
    const std::string_view name = reader.key();
    if (name != "__metadata__") {
      header.tensors.push_back(read_tensor(reader, name, offset));
      continue;
    }
    if (std::exchange(has_metadata, true)) {
      refuse_bytes(offset, {Quoted{name}, " is there twice"});
    }
    read_metadata_entries(reader, header.metadata);
  }
  reader.expect_end();
  require_no_gaps(header.tensors, data_size, kHeaderStart + text.size());
  sort_by_name(header.tensors);
  sort_by_name(header.metadata);
  return header;
}

const HeaderItem* find_item(const std::vector<HeaderItem>& items, std::string_view name) {
  const auto found = std::lower_bound(
      items.begin(), items.end(), name,
      [](const HeaderItem& item, std::string_view wanted) { return item.name < wanted; });
  return found != items.end() && found->name == name ? &*found : nullptr;
}

Shape shape_of(const HeaderItem& tensor) {
  // The reader only writes where it decodes strings, and a shape has none.
  JsonReader reader(const_cast<char*>(tensor.text.data()), tensor.text.size(), tensor.offset);
  Shape shape;
  reader.expect('[');
  for (bool first = true; reader.next_item(first, ']');) {
    const Size size = reader.whole_number();
    if (size == 0 || shape.size() == kMaxRank) {
      refuse_bytes(tensor.offset,
                   {"tensor ", Quoted{tensor.name}, " has shape ", Quoted{tensor.text},
                    "; tensors here have at most ", kMaxRank, " axes, each of at least 1"});
    }
    shape.push_back(size);
  }
  return shape;
}

void refuse_metadata(const HeaderItem& item, std::string_view field) {
  refuse_bytes(item.offset, {"metadata ", Quoted{item.name}, " is ", Quoted{item.text},
                             ", which is not a valid ", field});
}

void refuse_metadata(const ConfigError& contradiction) {
  throw FormatError({}, {"checkpoint: its metadata: ", contradiction.message()});
}

}  // namespace manyheads
