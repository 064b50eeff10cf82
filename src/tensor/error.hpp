#pragma once
/// The typed errors of the core. Each message lets the reader fix the call without our source.

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace manyheads {

/// The root of all errors that the core throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A setting that is unknown or impossible; `field` names it.
class ConfigError : public Error {
 public:
  ConfigError(std::string field_name, const std::string& message)
      : Error(message), field(std::move(field_name)) {}
  std::string field;
};

/// A tensor that does not fit. `axis` is absent where the rank is wrong.
class ShapeError : public Error {
 public:
  struct Place {
    std::string argument;
    std::optional<std::size_t> axis;
    std::string expected;
    std::string actual;
  };
  ShapeError(Place where, const std::string& message) : Error(message), place(std::move(where)) {}
  Place place;
};

/// Text that cannot be read; `column` counts characters from 1.
class FormatError : public Error {
 public:
  FormatError(std::size_t at_column, const std::string& message)
      : Error(message), column(at_column) {}
  std::size_t column;
};

/// Legal, but larger than one tensor may be or than the memory that is left.
class OutOfMemoryError : public Error {
 public:
  using Error::Error;
};

}  // namespace manyheads
