#pragma once
/// The JSON that a safetensors header is made of, read without trust: texts, whole numbers, lists
/// and objects. nlohmann_json's SAX parser would add 15.0 KB (Brotli) to the WebAssembly, a quarter
/// of it; the tests hold this reader against it.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tensor/message.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// Reads from front to back. All throw FormatError with the offset in the file.
class JsonReader {
 public:
  /// @param text   texts in it are decoded in place
  /// @param start  where it begins in the file
  JsonReader(char* text, std::size_t size, Size start) : text_(text), size_(size), start_(start) {}

  Size offset() const { return start_ + position_; }
  const char* here() const { return text_ + position_; }

  void expect(char wanted);
  /// Whether the list or object has another item, which is then next; the comma before it is read.
  bool next_item(bool& first, char closing);
  /// A key and its colon.
  std::string_view key();
  std::string_view string();
  Size whole_number();
  void skip_spaces();
  void expect_end();

 private:
  /// 0 at the end.
  unsigned char peek() const {
    return static_cast<unsigned char>(position_ < size_ ? text_[position_] : 0);
  }
  bool is_digit() const { return peek() >= '0' && peek() <= '9'; }
  bool take(char wanted);

  void escape();
  std::uint32_t hexadecimal();
  std::uint32_t utf8();
  void append(std::uint32_t code);
  [[noreturn]] void refuse_here(Pieces wanted) const;

  char* text_;
  std::size_t size_;
  Size start_;
  std::size_t position_ = 0;
  char* out_ = nullptr;  ///< where the next byte of the text that is being decoded belongs
};

}  // namespace manyheads
