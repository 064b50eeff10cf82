#pragma once
/// Expectations about the core's errors: the exact type, every field, the whole message.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <typeinfo>

#include "tensor/error.hpp"

namespace manyheads {

/// The error of type E that `call` throws; any other outcome fails the test.
template <typename E, typename Call>
E catch_error(Call call) {
  try {
    call();
  } catch (const E& error) {
    EXPECT_EQ(typeid(error), typeid(E)) << "a more derived error was thrown";
    return error;
  }
  throw std::logic_error("nothing was thrown");
}

template <typename Call>
void expect_error(Call call, const std::string& message) {
  EXPECT_EQ(catch_error<Error>(call).what(), message);
}

template <typename Call>
void expect_config_error(Call call, const std::string& field, const std::string& message) {
  const auto error = catch_error<ConfigError>(call);
  EXPECT_EQ(error.field, field);
  EXPECT_EQ(error.what(), message);
}

template <typename Call>
void expect_shape_error(Call call, const ShapeError::Place& place, const std::string& message) {
  const auto error = catch_error<ShapeError>(call);
  EXPECT_EQ(error.place.argument, place.argument);
  EXPECT_EQ(error.place.axis, place.axis);
  EXPECT_EQ(error.place.expected, place.expected);
  EXPECT_EQ(error.place.actual, place.actual);
  EXPECT_EQ(error.what(), message);
}

template <typename Call>
void expect_out_of_memory(Call call, const std::string& message) {
  EXPECT_EQ(catch_error<OutOfMemoryError>(call).what(), message);
}

}  // namespace manyheads
