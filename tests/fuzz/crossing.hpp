#pragma once
/// Calls of the bindings, built natively, as the package's facade makes them. @see exchange.ts

#include <emscripten/bind.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fuzz/require.hpp"
#include "tensor/tensor.hpp"

namespace manyheads::crossing {

template <typename Value>
Value* at_address(double address) {
  return reinterpret_cast<Value*>(static_cast<std::uintptr_t>(address));
}

/// An answer: [kind, address of the texts, how many numbers follow, numbers..].
struct Answer {
  explicit Answer(double address) : numbers(at_address<const double>(address)) {}

  int kind() const { return static_cast<int>(numbers[0]); }
  /// The message of an error.
  std::string_view message() const {
    return {at_address<const char>(numbers[1]), static_cast<std::size_t>(number(0))};
  }

  /// A number of what the call answers.
  double number(std::size_t i) const { return numbers[3 + i]; }

  const double* numbers;
};

inline Answer call(std::string_view name) {
  return Answer(std::get<double (*)()>(emscripten::functions().at(name))());
}

/// Writes the message of the next call.
inline void write_message(const std::vector<double>& numbers, std::string_view texts = {}) {
  const std::size_t bytes = (numbers.size() + 1) * sizeof(double) + texts.size();
  const auto reserve = std::get<double (*)(double)>(emscripten::functions().at("reserve_message"));
  const Answer reserved(reserve(static_cast<double>(bytes)));
  require(reserved.kind() == 0, "there is room for a message");
  auto* const to = at_address<double>(reserved.number(0));
  to[0] = static_cast<double>(numbers.size());
  std::copy(numbers.begin(), numbers.end(), to + 1);
  std::copy(texts.begin(), texts.end(), reinterpret_cast<char*>(to + 1 + numbers.size()));
}

inline Answer send(std::string_view name, const std::vector<double>& numbers,
                   std::string_view texts = {}) {
  write_message(numbers, texts);
  return call(name);
}

/// Copies a tensor into an input slot.
inline void write_input(std::size_t slot, const Tensor& tensor) {
  std::vector<double> numbers = {static_cast<double>(slot),
                                 static_cast<double>(tensor.dimension())};
  for (const std::size_t size : tensor.shape()) numbers.push_back(static_cast<double>(size));
  const Answer answer = send("reserve_input", numbers);
  require(answer.kind() == 0, "there is room for a tensor");
  std::copy(tensor.begin(), tensor.end(), at_address<float>(answer.number(0)));
}

/// Frees all objects, inputs and results.
inline void release_all() {
  for (const auto& [name, function] : emscripten::functions()) {
    if (const auto* release = std::get_if<void (*)(std::size_t)>(&function)) {
      for (std::size_t number = 0; number < 64; ++number) (*release)(number);
    }
    if (const auto* release_inputs = std::get_if<void (*)()>(&function)) (*release_inputs)();
  }
}

}  // namespace manyheads::crossing
