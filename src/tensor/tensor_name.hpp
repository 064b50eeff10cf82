#pragma once
/// What an error calls a tensor.

#include <concepts>
#include <string>
#include <string_view>

namespace manyheads {

/// A text from outside. A message quotes it on one line and without backticks, and cuts a long one:
/// 'h.0.attn.bias'.
struct Quoted {
  std::string_view text;
};

/// The name of a tensor as an argument (score_bias), which other languages spell their way, or
/// quoted: its name in a file, which stays as it is.
class TensorName {
 public:
  template <std::convertible_to<std::string_view> Text>
  TensorName(const Text& argument) : text_(argument) {}
  TensorName(Quoted in_file) : text_(in_file.text), is_in_file_(true) {}

  std::string_view text() const { return text_; }
  bool is_in_file() const { return is_in_file_; }
  /// The whole name; that of an argument is between backticks.
  std::string marked() const;

 private:
  std::string_view text_;
  bool is_in_file_ = false;
};

}  // namespace manyheads
