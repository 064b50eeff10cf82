#include "lesson/shapes/text_cursor.hpp"

#include "tensor/error.hpp"

namespace manyheads {

void refuse_text(std::string_view text_is, std::size_t column, Pieces reason) {
  throw FormatError({.column = column}, {text_is, ", column ", column, ": ", message(reason)});
}

}  // namespace manyheads
