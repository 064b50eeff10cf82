#include "tensor/error.hpp"

namespace manyheads {

Error::Error(Kind error_kind, Pieces message)
    : kind(error_kind), message_(manyheads::message(message)), what_(remove_name_marks(message_)) {}

ConfigError::ConfigError(std::string_view field_name, Pieces message)
    : Error(Kind::kConfig, message), field(field_name) {}

ShapeError::ShapeError(const PlaceView& where, Pieces message)
    : Error(Kind::kShape, message),
      place{.argument = std::string(where.argument.text()),
            .axis = where.axis,
            .expected = {},
            .actual = manyheads::message({where.actual})},
      argument_(where.argument.marked()),
      expected_(manyheads::message({where.expected})) {
  place.expected = remove_name_marks(expected_);
}

FormatError::FormatError(const Place& where, Pieces message)
    : Error(Kind::kFormat, message), place(where) {}

}  // namespace manyheads
