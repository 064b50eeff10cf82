#pragma once
/// How values cross between JavaScript and the core. Tensors lie in slots, whose memory JavaScript
/// reads and writes in place, so that only numbers are passed; errors are kept as a record, since
/// no JavaScript exception may cross a WebAssembly frame.

#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/error.hpp"
#include "tensor/tensor.hpp"

namespace manyheads::exchange {

/// What a caught C++ error says; `kind` is the name of the JavaScript class.
struct ErrorRecord {
  std::string kind, message, argument, expected, actual;
  int axis = -1;    ///< -1: no axis
  int column = -1;  ///< -1: no column
};

/// Slot `index` of what goes in, and of what comes out. Slots appear when they are asked for.
Tensor& input(std::size_t index);
Tensor& result(std::size_t index);

/// Keeps the error that is being handled; to be called in a catch block.
void keep_error();

/// Runs `body`. @return its result, or `failure` after keeping the error.
template <typename Body, typename Failure>
auto guarded(Failure failure, Body body) -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    keep_error();
    return failure;
  }
}

/// Runs `body`. @return whether it went well.
template <typename Body>
bool succeeded(Body body) {
  return guarded(false, [&] {
    body();
    return true;
  });
}

/// A JavaScript number as a size or seed; beyond 64 bits it stays the largest.
std::uint64_t to_unsigned(double number);
/// An array of whole numbers that the facade has checked and made.
std::vector<std::int64_t> to_integers(const emscripten::val& array);
Shape to_shape(const emscripten::val& array);

}  // namespace manyheads::exchange
