#include "checkpoint/safetensors_header.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

struct Dtype {
  std::string_view name;
  Size bits;
};

/// All that the reference implementation knows: a file may hold any, whatever is asked for.
constexpr std::array<Dtype, 22> kDtypes = {{
    {"BOOL", 8},        {"F4", 4},      {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},
    {"I8", 8},          {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8},
    {"F8_E5M2FNUZ", 8}, {"I16", 16},    {"U16", 16},    {"F16", 16},    {"BF16", 16},
    {"I32", 32},        {"U32", 32},    {"F32", 32},    {"C64", 64},    {"F64", 64},
    {"I64", 64},        {"U64", 64},
}};

/// Reads JSON's texts, whole numbers, lists and objects, from front to back.
class HeaderReader {
 public:
  /// @param text   texts in it are decoded where they stand
  /// @param start  where it begins in the file
  HeaderReader(char* text, std::size_t size, Size start)
      : text_(text), size_(size), start_(start) {}

  Size offset() const { return start_ + at_; }
  const char* here() const { return text_ + at_; }

  void expect(char wanted) {
    if (!take(wanted)) refuse_here({"wanted '", std::string_view(&wanted, 1), "'"});
  }

  /// Whether the list or object has an item more, which is then next; the comma before is read.
  bool another(bool& first, char closing) {
    skip_spaces();
    if (take(closing)) return false;
    if (!std::exchange(first, false)) expect(',');
    skip_spaces();
    return true;
  }

  /// A key and its colon.
  std::string_view key() {
    const std::string_view name = string();
    skip_spaces();
    expect(':');
    skip_spaces();
    return name;
  }

  std::string_view string() {
    expect('"');
    char* const first = text_ + at_;
    out_ = first;
    while (!take('"')) {
      const unsigned char c = peek();
      if (at_ == size_ || c < 0x20) refuse_here({"wanted '\"' at the end of the text"});
      if (c == '\\') {
        escape();
      } else if (c < 0x80) {
        *out_++ = text_[at_++];
      } else {
        append(utf8());
      }
    }
    return {first, static_cast<std::size_t>(out_ - first)};
  }

  Size whole() {
    const std::size_t first = at_;
    Size number = 0;
    while (is_digit() && (at_ == first || text_[first] != '0')) {
      const auto digit = static_cast<Size>(text_[at_] - '0');
      if (__builtin_mul_overflow(number, Size{10}, &number) ||
          __builtin_add_overflow(number, digit, &number)) {
        refuse_bytes(start_ + first, {"the number is 2^64 or more"});
      }
      ++at_;
    }
    if (at_ == first) refuse_here({"wanted a whole number"});
    return number;
  }

  void skip_spaces() {
    while (at_ < size_ && (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t')) {
      ++at_;
    }
  }

  void expect_end() {
    skip_spaces();
    if (at_ < size_) refuse_here({"wanted nothing after the closing '}'"});
  }

  [[noreturn]] void refuse_here(Pieces wanted) const {
    const auto c = static_cast<unsigned char>(at_ < size_ ? text_[at_] : 0);
    const std::string_view printable(text_ + at_, 1);
    const std::string found = at_ == size_          ? "the end of the header"
                              : c > ' ' && c < 0x7f ? message({"'", printable, "'"})
                                                    : message({"a byte ", c});
    refuse_bytes(offset(), {message(wanted), ", found ", found});
  }

 private:
  /// 0 at the end.
  unsigned char peek() const { return static_cast<unsigned char>(at_ < size_ ? text_[at_] : 0); }
  bool is_digit() const { return peek() >= '0' && peek() <= '9'; }

  bool take(char wanted) {
    const bool there = at_ < size_ && text_[at_] == wanted;
    at_ += there;
    return there;
  }

  void escape() {
    constexpr std::string_view kLetters = "\"\\/bfnrtu", kMeanings = "\"\\/\b\f\n\r\t";
    ++at_;
    const std::size_t letter = at_ < size_ ? kLetters.find(text_[at_]) : kLetters.npos;
    if (letter == kLetters.npos) refuse_here({"wanted one of ", kLetters, " after a backslash"});
    ++at_;
    if (letter < kMeanings.size()) {
      *out_++ = kMeanings[letter];
      return;
    }
    std::uint32_t code = hexadecimal();
    if (code >= 0xdc00 && code < 0xe000) refuse_here({"half of a surrogate pair is missing"});
    if (code >= 0xd800 && code < 0xdc00) {
      expect('\\');
      expect('u');
      const std::uint32_t low = hexadecimal();
      if (low < 0xdc00 || low >= 0xe000) refuse_here({"half of a surrogate pair is missing"});
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    append(code);
  }

  std::uint32_t hexadecimal() {
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const unsigned char c = peek(), letter = c | 0x20;
      if (is_digit()) {
        code = code * 16 + (c - '0');
      } else if (letter >= 'a' && letter <= 'f') {
        code = code * 16 + (letter - 'a' + 10);
      } else {
        refuse_here({"wanted four hexadecimal digits after \\u"});
      }
    }
    return code;
  }

  /// One character of several bytes; the shortest form only, and no surrogate.
  std::uint32_t utf8() {
    constexpr std::array<std::uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
    const std::size_t first = at_;
    const unsigned char lead = peek();
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    std::uint32_t code = lead & (0x7fu >> bytes);
    bool good = lead >= 0xc0 && lead < 0xf8;
    while (++at_ < first + bytes && good) {
      good = (peek() & 0xc0u) == 0x80;
      code = code << 6 | (peek() & 0x3fu);
    }
    if (!good || code < kSmallest[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
      at_ = first;
      refuse_here({"wanted UTF-8"});
    }
    return code;
  }

  /// Never longer than what it is decoded from.
  void append(std::uint32_t code) {
    if (code < 0x80) {
      *out_++ = static_cast<char>(code);
      return;
    }
    const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *out_++ = static_cast<char>((0xff00u >> (following + 1) & 0xffu) | code >> (6 * following));
    for (int i = following - 1; i >= 0; --i) {
      *out_++ = static_cast<char>(0x80u | (code >> (6 * i) & 0x3fu));
    }
  }

  char* text_;
  std::size_t size_;
  Size start_;
  std::size_t at_ = 0;
  char* out_ = nullptr;  ///< where the next byte of the text that is being decoded belongs
};

Size bits_of(std::string_view dtype, Size offset) {
  for (const Dtype& each : kDtypes) {
    if (each.name == dtype) return each.bits;
  }
  refuse_bytes(offset, {"there is no dtype ", Quoted{dtype}});
}

[[noreturn]] void overflow(std::string_view name, Size offset) {
  refuse_bytes(offset, {"tensor ", Quoted{name}, " would have 2^64 bits or more"});
}

/// Reads the list of sizes. @return their product
Size elements_of(HeaderReader& reader, std::string_view name, Size offset) {
  Size elements = 1;
  reader.expect('[');
  for (bool first = true; reader.another(first, ']');) {
    if (__builtin_mul_overflow(elements, reader.whole(), &elements)) overflow(name, offset);
  }
  return elements;
}

/// {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, in any order.
HeaderItem tensor_in(HeaderReader& reader, std::string_view name, Size offset) {
  HeaderItem tensor{.name = name, .offset = offset};
  Size bits = 0, elements = 0;
  unsigned seen = 0;
  reader.expect('{');
  for (bool first = true; reader.another(first, '}');) {
    constexpr std::array<std::string_view, 3> kKeys = {"dtype", "shape", "data_offsets"};
    const Size key_offset = reader.offset();
    const std::string_view key = reader.key();
    const auto which =
        static_cast<unsigned>(std::find(kKeys.begin(), kKeys.end(), key) - kKeys.begin());
    if (which == kKeys.size()) {
      refuse_bytes(key_offset, {"tensor ", Quoted{name}, " has an unknown key ", Quoted{key}});
    }
    if (seen & 1u << which) {
      refuse_bytes(key_offset, {"tensor ", Quoted{name}, " has ", Quoted{key}, " twice"});
    }
    seen |= 1u << which;
    const Size value_offset = reader.offset();
    if (which == 0) {
      tensor.dtype = reader.string();
      bits = bits_of(tensor.dtype, value_offset);
    } else if (which == 1) {
      const char* const begin = reader.here();
      elements = elements_of(reader, name, value_offset);
      tensor.text = {begin, static_cast<std::size_t>(reader.here() - begin)};
    } else {
      reader.expect('[');
      reader.skip_spaces();
      tensor.begin = reader.whole();
      reader.skip_spaces();
      reader.expect(',');
      reader.skip_spaces();
      tensor.end = reader.whole();
      reader.skip_spaces();
      reader.expect(']');
    }
  }
  if (seen != 7) {
    refuse_bytes(offset, {"tensor ", Quoted{name}, " must have dtype, shape and data_offsets"});
  }
  Size wanted = 0;
  if (__builtin_mul_overflow(elements, bits, &wanted)) overflow(name, offset);
  if (wanted % 8 != 0) {
    refuse_bytes(offset, {"tensor ", Quoted{name}, " is ", tensor.dtype, " ", Quoted{tensor.text},
                          ", which does not fill whole bytes"});
  }
  if (tensor.end < tensor.begin || tensor.end - tensor.begin != wanted / 8) {
    refuse_bytes(offset, {"tensor ", Quoted{name}, " is ", tensor.dtype, " ", Quoted{tensor.text},
                          ", which is ", wanted / 8, " bytes, but its data_offsets are [",
                          tensor.begin, ", ", tensor.end, "]"});
  }
  return tensor;
}

using Before = bool (*)(const HeaderItem&, const HeaderItem&);

/// By heap: n log n however hostile the order, and small.
void sort(std::vector<HeaderItem>& items, Before before) {
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

/// The data of all tensors, one after the other in any order, without holes or overlaps.
void require_covered(std::vector<HeaderItem>& tensors, Size data_size, Size data_start) {
  sort(tensors, [](const HeaderItem& a, const HeaderItem& b) {
    return a.begin < b.begin || (a.begin == b.begin && a.end < b.end);
  });
  Size covered = 0;
  for (const HeaderItem& tensor : tensors) {
    if (tensor.begin != covered) {
      refuse_bytes(tensor.offset,
                   {"the data of tensor ", Quoted{tensor.name}, " begins at ", tensor.begin,
                    ", wanted ", covered, ": tensors lie without holes and do not overlap"});
    }
    covered = tensor.end;
  }
  if (covered != data_size) {
    refuse_bytes(data_start + std::min(covered, data_size),
                 {"the header tells of ", covered, " bytes of data, but there are ", data_size});
  }
}

}  // namespace

SafetensorsHeader read_safetensors_header(std::string& text, Size data_size) {
  SafetensorsHeader header;
  bool has_metadata = false;
  HeaderReader reader(text.data(), text.size(), kHeaderStart);
  reader.expect('{');
  for (bool first = true; reader.another(first, '}');) {
    const Size offset = reader.offset();
    const std::string_view name = reader.key();
    if (name != "__metadata__") {
      header.tensors.push_back(tensor_in(reader, name, offset));
      continue;
    }
    if (std::exchange(has_metadata, true)) {
      refuse_bytes(offset, {Quoted{name}, " is there twice"});
    }
    reader.expect('{');
    for (bool first_entry = true; reader.another(first_entry, '}');) {
      HeaderItem entry{.offset = reader.offset()};
      entry.name = reader.key();
      entry.text = reader.string();
      header.metadata.push_back(entry);
    }
  }
  reader.expect_end();
  require_covered(header.tensors, data_size, kHeaderStart + text.size());
  sort_by_name(header.tensors);
  sort_by_name(header.metadata);
  return header;
}

const HeaderItem* find_item(const std::vector<HeaderItem>& items, std::string_view name) {
  const auto found =
      std::lower_bound(items.begin(), items.end(), name,
                       [](const HeaderItem& item, std::string_view to) { return item.name < to; });
  return found != items.end() && found->name == name ? &*found : nullptr;
}

Shape shape_of(const HeaderItem& tensor) {
  // Reading numbers changes nothing in the text.
  HeaderReader reader(const_cast<char*>(tensor.text.data()), tensor.text.size(), tensor.offset);
  Shape shape;
  reader.expect('[');
  for (bool first = true; reader.another(first, ']');) {
    const Size size = reader.whole();
    if (size == 0 || shape.size() == kMaxRank) {
      refuse_bytes(tensor.offset,
                   {"tensor ", Quoted{tensor.name}, " has shape ", Quoted{tensor.text},
                    "; tensors here have at most ", kMaxRank, " axes, each of at least 1"});
    }
    shape.push_back(size);
  }
  return shape;
}

void refuse_bytes(Size offset, Pieces reason) {
  throw FormatError({.offset = offset}, {"safetensors, byte ", offset, ": ", message(reason)});
}

}  // namespace manyheads
