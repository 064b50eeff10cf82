#pragma once
/// How values cross between JavaScript and the core. Only numbers are passed: tensors lie in slots,
/// whose memory JavaScript reads and writes in place; lists and texts go in as a message and come
/// out as an answer. An error is an answer too, since no exception may cross into JavaScript.

#include <cstdint>
#include <string_view>
#include <vector>

#include "tensor/tensor.hpp"

namespace manyheads::exchange {

/// Slot `index` of what goes in. Slots appear when they are asked for.
Tensor& input(std::size_t index);

/// What JavaScript wrote to go along with a call, read from front to back.
class Message {
 public:
  Message();
  double number() { return *next_++; }
  bool flag() { return number() != 0.0; }
  /// Beyond 64 bits it stays the largest.
  std::uint64_t whole();
  std::int64_t integer();
  std::string_view text();
  // Lists begin with their length.
  std::vector<std::int64_t> integers();
  std::vector<std::string_view> texts();
  Shape shape();

 private:
  const double* next_;
  const char* text_;
};

// What JavaScript reads after the call, in the same order.
void answer_number(double number);
void answer_text(std::string_view text);
/// Where the next tensor of the answer belongs; keeps its memory from call to call.
Tensor& next_result();
/// The tensor in next_result() is there.
void answer_result();
void answer_tensor(Tensor tensor);

void begin_answer();
/// The error that is being handled becomes the answer; to be called in a catch block.
void answer_error();
/// @return the address of the answer
double end_answer();

/// Runs `body`, which answers. @return what the function that JavaScript called returns
template <typename Body>
double answered(Body body) {
  begin_answer();
  try {
    body();
  } catch (...) {
    answer_error();
  }
  return end_answer();
}

/// Answers with a function of input 0.
double answered_unary(Tensor (*function)(const Tensor&));
template <Tensor (*Function)(const Tensor&)>
double unary() {
  return answered_unary(Function);
}

}  // namespace manyheads::exchange
