#include "exchange.hpp"

#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include <algorithm>
#include <array>
#include <deque>
#include <new>
#include <stdexcept>

namespace manyheads::exchange {
namespace {

std::deque<Tensor> inputs, results;
ErrorRecord last_error;

/// [address of the elements, rank, sizes..]: what a slot holds, readable without a call.
std::array<double, 2 + kMaxRank> description;

Tensor& slot(std::deque<Tensor>& slots, std::size_t index) {
  if (slots.size() <= index) slots.resize(index + 1);
  return slots[index];
}

double address_of(const void* pointer) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(pointer));
}

/// Gives input `index` the shape whose sizes stand in the description, for its elements to be
/// written. @return the address of the elements, 0 after an error
double reserve_input(std::size_t index, std::size_t rank) {
  return guarded(0.0, [&] {
    Shape shape(rank);
    std::transform(description.begin() + 2, description.begin() + 2 + rank, shape.begin(),
                   to_unsigned);
    resize(input(index), shape, "a tensor");
    return address_of(input(index).data());
  });
}

void describe_result(std::size_t index) {
  const Tensor& tensor = result(index);
  description[0] = address_of(tensor.data());
  description[1] = static_cast<double>(tensor.dimension());
  std::copy(tensor.shape().begin(), tensor.shape().end(), description.begin() + 2);
}

}  // namespace

Tensor& input(std::size_t index) { return slot(inputs, index); }
Tensor& result(std::size_t index) { return slot(results, index); }

void keep_error() {
  const auto record = [](const char* kind, const std::exception& error) {
    ErrorRecord fresh;
    fresh.kind = kind;
    fresh.message = error.what();
    return fresh;
  };
  try {
    throw;
  } catch (const ConfigError& error) {
    last_error = record("ConfigError", error);
    last_error.argument = error.field;
  } catch (const ShapeError& error) {
    last_error = record("ShapeError", error);
    last_error.argument = error.place.argument;
    last_error.expected = error.place.expected;
    last_error.actual = error.place.actual;
    if (error.place.axis) last_error.axis = static_cast<int>(*error.place.axis);
  } catch (const FormatError& error) {
    last_error = record("FormatError", error);
    last_error.column = static_cast<int>(error.column);
  } catch (const OutOfMemoryError& error) {
    last_error = record("OutOfMemoryError", error);
  } catch (const std::bad_alloc& error) {
    last_error = record("OutOfMemoryError", error);
    last_error.message = "there is not enough WebAssembly memory left (at most 4 GiB)";
  } catch (const std::length_error& error) {
    last_error = record("OutOfMemoryError", error);
    last_error.message = "there is not enough WebAssembly memory left (at most 4 GiB)";
  } catch (const std::exception& error) {
    last_error = record("ManyheadsError", error);
  }
}

std::uint64_t to_unsigned(double number) {
  return number < 0x1p64 ? static_cast<std::uint64_t>(number) : UINT64_MAX;
}

std::vector<std::int64_t> to_integers(const emscripten::val& array) {
  const auto numbers = emscripten::convertJSArrayToNumberVector<double>(array);
  std::vector<std::int64_t> integers(numbers.size());
  std::transform(numbers.begin(), numbers.end(), integers.begin(), [](double number) {
    return static_cast<std::int64_t>(std::clamp(number, -0x1p53, 0x1p53));
  });
  return integers;
}

Shape to_shape(const emscripten::val& array) {
  const auto numbers = emscripten::convertJSArrayToNumberVector<double>(array);
  Shape shape(numbers.size());
  std::transform(numbers.begin(), numbers.end(), shape.begin(), to_unsigned);
  return shape;
}

EMSCRIPTEN_BINDINGS(exchange) {
  emscripten::value_object<ErrorRecord>("ErrorRecord")
      .field("kind", &ErrorRecord::kind)
      .field("message", &ErrorRecord::message)
      .field("argument", &ErrorRecord::argument)
      .field("expected", &ErrorRecord::expected)
      .field("actual", &ErrorRecord::actual)
      .field("axis", &ErrorRecord::axis)
      .field("column", &ErrorRecord::column);
  emscripten::function(
      "version", +[] { return std::string(MANYHEADS_VERSION); });
  emscripten::function(
      "last_error", +[] { return last_error; });
  emscripten::function(
      "description_address", +[] { return address_of(description.data()); });
  emscripten::function("reserve_input", &reserve_input);
  emscripten::function("describe_result", &describe_result);
  emscripten::function(
      "release_inputs", +[] { inputs.clear(); });
  emscripten::function(
      "release_result", +[](std::size_t index) { result(index) = Tensor(); });
  emscripten::function(
      "reserved_bytes", +[] { return static_cast<double>(emscripten_get_heap_size()); });
}

}  // namespace manyheads::exchange
