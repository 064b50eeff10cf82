#pragma once
/// The typed errors of the core. Each message lets the reader fix the call without reading our
/// source. Constructors are not inlined: many places throw errors, but they do it rarely.

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "tensor/message.hpp"

namespace manyheads {

/// The root of all errors that the core throws on purpose.
class Error : public std::exception {
 public:
  /// The error's class, so that one handler can catch them all.
  enum class Kind { kError = 1, kConfig, kShape, kFormat, kOutOfMemory };

  explicit Error(Pieces message) : Error(Kind::kError, message) {}
  explicit Error(Piece message) : Error(Pieces{message}) {}
  const Kind kind;
  const char* what() const noexcept override { return what_.c_str(); }
  /// The same as what(), but with names between backticks. @see Name
  const std::string& message() const { return message_; }

 protected:
  Error(Kind error_kind, Pieces message);

 private:
  std::string message_;
  std::string what_;
};

/// A setting that is unknown or impossible; `field` names it.
class ConfigError : public Error {
 public:
  ConfigError(std::string_view field_name, Pieces message);
  ConfigError(std::string_view field_name, Piece message)
      : ConfigError(field_name, Pieces{message}) {}
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
  /// The pieces from which the constructor makes a Place.
  struct PlaceView {
    TensorName argument;
    std::optional<std::size_t> axis;
    Piece expected;
    Piece actual;
  };
  ShapeError(const PlaceView& where, Pieces message);
  ShapeError(const PlaceView& where, Piece message) : ShapeError(where, Pieces{message}) {}
  Place place;
  // The same as in `place`, but with names between backticks.
  const std::string& argument() const { return argument_; }
  const std::string& expected() const { return expected_; }

 private:
  std::string argument_, expected_;
};

/// Text or bytes that cannot be read. `column` counts a text's characters from 1, `offset` counts a
/// file's bytes from 0. Both are empty where something is missing.
class FormatError : public Error {
 public:
  struct Place {
    std::optional<std::size_t> column = {};
    std::optional<Size> offset = {};
  };
  FormatError(const Place& where, Pieces message);
  Place place;
};

/// A legal request that needs more than one tensor may hold. Where memory itself runs out,
/// std::bad_alloc is thrown; for JavaScript both are one error.
class OutOfMemoryError : public Error {
 public:
  explicit OutOfMemoryError(Pieces message) : Error(Kind::kOutOfMemory, message) {}
  explicit OutOfMemoryError(Piece message) : OutOfMemoryError(Pieces{message}) {}
};

}  // namespace manyheads
