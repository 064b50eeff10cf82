#pragma once
/// Builds the sentences of errors and explanations.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "tensor/shape.hpp"
#include "tensor/tensor_name.hpp"

namespace manyheads {

/// The name of an argument, a setting or an operation: num_kv_heads. A message keeps it between
/// backticks, since other languages spell it their way (numKvHeads). A literal may also contain
/// names in backticks: "`d_head` must be at least 1".
struct Name {
  std::string_view text;
};

/// A text, a number, a name or a shape within a message. It refers to its argument, which must
/// outlive it. It has no destructor and is formatted out of line: string concatenation inlined at
/// every error costs tens of kilobytes of WebAssembly.
class Piece {
 public:
  Piece(const char* text) : kind_(Kind::kText), text_(text) {}
  Piece(std::string_view text) : kind_(Kind::kText), text_(text) {}
  Piece(const std::string& text) : kind_(Kind::kText), text_(text) {}
  Piece(Quoted quoted) : kind_(Kind::kQuoted), text_(quoted.text) {}
  Piece(Name name) : kind_(Kind::kName), text_(name.text) {}
  Piece(const TensorName& name)
      : kind_(name.is_in_file() ? Kind::kQuoted : Kind::kName), text_(name.text()) {}
  /// Printed with up to eight decimals, three from 1e9 on; a smaller number than 1e-4 as 1e-10.
  /// printf's code for any double costs 8 KB.
  Piece(double number) : kind_(Kind::kDouble), double_(number) {}
  /// "[2, 6, 64]"
  Piece(const Shape& shape) : kind_(Kind::kShape), shape_(&shape) {}
  template <std::integral Number>
  Piece(Number number)
      : kind_(number < 0 ? Kind::kNegative : Kind::kWhole),
        whole_(static_cast<std::uint64_t>(number)) {}

  void append_to(std::string& text) const;

 private:
  enum class Kind { kText, kQuoted, kName, kWhole, kNegative, kDouble, kShape };
  Kind kind_;
  union {
    std::string_view text_;
    std::uint64_t whole_;
    double double_;
    const Shape* shape_;
  };
};

using Pieces = std::initializer_list<Piece>;

std::string message(Pieces pieces);

/// A message without the backticks around its names.
std::string remove_name_marks(std::string_view message);

}  // namespace manyheads
