#include "lesson/text/text_scanner.hpp"

#include "tensor/error.hpp"

namespace manyheads {

void refuse_text(std::string_view prefix, std::size_t column, Pieces reason) {
  throw FormatError({.column = column}, {prefix, ", column ", column, ": ", message(reason)});
}

}  // namespace manyheads
