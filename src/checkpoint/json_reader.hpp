#pragma once
/// Reads the JSON of a safetensors header, which may be hostile: texts, whole numbers, lists and
/// objects. nlohmann_json's SAX parser would add 15.0 KB (Brotli), a quarter, to the WebAssembly.
/// Tests compare this reader with it.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tensor/message.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// Reads from front to back. All functions throw FormatError with the offset in the file.
class JsonReader {
 public:
  /// @param text   texts in it are decoded in place
  /// @param start  offset of the text in the file
  JsonReader(char* text, std::size_t size, Size start) : text_(text), size_(size), start_(start) {}

  Size offset() const { return start_ + position_; }
  const char* position() const { return text_ + position_; }

  void expect(char wanted);
  /// Reads up to the next item of a list or object, past the comma. @return false at the closing
  /// bracket
  bool next_item(bool& first, char closing);
  /// Reads a key and its colon.
  std::string_view key();
  std::string_view string();
  Size whole_number();
  void skip_spaces();
  void expect_end();

 private:
  /// The next byte; 0 at the end.
  unsigned char peek() const {
    return static_cast<unsigned char>(position_ < size_ ? text_[position_] : 0);
  }
  bool is_digit() const { return peek() >= '0' && peek() <= '9'; }
  bool take(char wanted);

  void read_escape();
  std::uint32_t read_hexadecimal();
  std::uint32_t read_utf8();
  void append(std::uint32_t code);
  [[noreturn]] void refuse_here(Pieces wanted) const;

  char* text_;
  std::size_t size_;
  Size start_;
  std::size_t position_ = 0;
  char* out_ = nullptr;  ///< where the next decoded byte of a text goes
};

}  // namespace manyheads
