#include "tensor/error.hpp"

namespace manyheads {

Error::Error(Pieces message) : message_(manyheads::message(message)) {}

ConfigError::ConfigError(std::string_view field_name, Pieces message)
    : Error(message), field(field_name) {}

ShapeError::ShapeError(const PlaceView& where, Pieces message)
    : Error(message),
      place{std::string(where.argument), where.axis, manyheads::message({where.expected}),
            manyheads::message({where.actual})} {}

FormatError::FormatError(std::size_t at_column, Pieces message)
    : Error(message), column(at_column) {}

}  // namespace manyheads
