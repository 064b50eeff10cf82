#pragma once
/// How values cross between JavaScript and the core. Only numbers are passed: tensors are in slots,
/// whose memory JavaScript reads and writes in place; lists and texts go in as a message and come
/// out as an answer. An error is an answer too, since no exception may cross into JavaScript.

#include <emscripten/bind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "fields/fields.hpp"
#include "fields/results.hpp"
#include "fields/tensors.hpp"
#include "tensor/tensor.hpp"

namespace manyheads::exchange {

/// Input slot `index`. A slot is made at its first use.
Tensor& input(std::size_t index);

/// The values that JavaScript wrote for a call. They are read from front to back, and all of them.
class Message {
 public:
  Message();
  double number();
  bool flag() { return number() != 0.0; }
  /// A number beyond 64 bits becomes the largest one.
  std::uint64_t whole() { return from_number(FieldKind::kWhole, number()); }
  /// The number of a handle or of a slot, or a count.
  std::size_t index() { return static_cast<std::size_t>(number()); }
  std::int64_t integer();
  template <typename Enumeration>
  Enumeration choice() {
    return static_cast<Enumeration>(integer());
  }
  std::string_view text();
  // Lists begin with their length.
  std::vector<std::int64_t> integers();
  std::vector<std::string_view> texts();
  Shape shape();
  /// In the order of the struct's table. NaN is an absent field.
  template <typename Struct>
  Entries<Struct> entries() {
    Entries<Struct> read;
    for (std::size_t i = 0; i < read.values.size(); ++i) {
      read.values[i] = entry(kFields<Struct>[i].type.kind);
    }
    return read;
  }
  /// The same, but an absent field has the struct's default.
  template <typename Struct>
  Struct fields() {
    Struct read;
    for (const Field<Struct>& field : kFields<Struct>) {
      if (const auto bits = entry(field.type.kind)) field.set(read, *bits);
    }
    return read;
  }
  /// The same for a struct whose fields are all required: NaN is a number then.
  template <typename Struct>
  Struct required_fields() {
    Struct read;
    for (const Field<Struct>& field : kFields<Struct>) {
      field.set(read, from_number(field.type.kind, number()));
    }
    return read;
  }
  /// @throws std::logic_error if numbers are left: the facade and the core disagree
  void require_end() const;

 private:
  std::optional<FieldBits> entry(FieldKind kind);

  const double* next_;
  const double* end_;
  const char* text_;
};

// The values that JavaScript reads after the call, in the same order.
void answer_number(double number);
void answer_size(Size size);
void answer_text(std::string_view text);
/// The slot of the next tensor of the answer. It keeps its memory from call to call.
Tensor& next_result();
/// Answers with the tensor in next_result().
void answer_result();
void answer_tensor(Tensor tensor);
/// Answers with whether there is a tensor, then with the tensor, which is moved.
void answer_optional(Tensor* tensor);
void answer_each(std::span<std::optional<Tensor>> tensors);

template <typename Struct>
void answer_fields(const Struct& from) {
  for (const Field<Struct>& field : kFields<Struct>) {
    answer_number(to_number(field.type.kind, field.get(from)));
  }
}

template <typename Struct>
void answer_tensors(Struct& from) {
  for (const auto& [name, find] : kTensors<Struct>) answer_optional(find(from));
}

/// Answers with a struct that has a table of results, or with a value of such a table. Its tensors
/// are moved.
template <typename Value>
void answer(Value&& value) {
  using Type = std::remove_cvref_t<Value>;
  constexpr ResultKind kind = kind_of<Type>();
  if constexpr (kind == ResultKind::kText) {
    answer_text(value);
  } else if constexpr (kind == ResultKind::kTensor) {
    answer_tensor(std::move(value));
  } else if constexpr (kind == ResultKind::kTensors) {
    answer_tensors(value);
  } else if constexpr (kind == ResultKind::kStruct) {
    for_each_result(value, [](std::string_view, auto& each) { answer(each); });
  } else if constexpr (kind == ResultKind::kOptional) {
    answer_number(value.has_value());
    if (value) answer(*value);
  } else if constexpr (kind == ResultKind::kPair) {
    for (auto& each : value) answer(each);
  } else if constexpr (kind == ResultKind::kNamed) {
    answer_size(value.size());
    for (const auto& [name, each] : value) {
      answer_text(name);
      answer(each);
    }
  } else if constexpr (kind == ResultKind::kList) {
    answer_size(value.size());
    for (auto& each : value) answer(each);
  } else if constexpr (requires { value.to_double(); }) {
    answer_number(value.to_double());
  } else {
    answer_number(static_cast<double>(value));
  }
}

/// Runs `body`, which reads the message and answers. @return the address of the answer
double run_call(void (*body)(Message&));

template <void (*Body)(Message&)>
double call() {
  return run_call(Body);
}

/// Lets JavaScript call `Body` by this name.
template <void (*Body)(Message&)>
void bind(const char* name) {
  emscripten::function(name, &call<Body>);
}

template <Tensor (*Function)(const Tensor&)>
void unary(Message&) {
  answer_tensor(Function(input(0)));
}

}  // namespace manyheads::exchange
