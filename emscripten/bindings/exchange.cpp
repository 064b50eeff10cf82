#include "exchange.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "tensor/error.hpp"

namespace manyheads::exchange {
namespace {

/// Pointers, so that a slot stays where it is when others appear.
using Slots = std::vector<std::unique_ptr<Tensor>>;
Slots inputs, results;

Tensor& slot(Slots& slots, std::size_t index) {
  while (slots.size() <= index) slots.push_back(std::make_unique<Tensor>());
  return *slots[index];
}

/// A message: [how many numbers, numbers.., bytes of the texts]. For a text, the number is its
/// length.
std::vector<double> message_buffer;

template <typename Container>
Container with_room(std::size_t size) {
  Container empty;
  empty.reserve(size);
  return empty;
}

/// An answer: [0 or the kind of the error, address of the texts, how many numbers follow,
/// numbers..]. For a text, the number is its length. There is always room for the answer of a call
/// that finds no memory left.
std::vector<double> numbers = with_room<std::vector<double>>(256);
std::string texts = with_room<std::string>(512);
constexpr std::size_t kHeader = 3;
std::size_t results_answered;

double to_address(const void* pointer) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(pointer));
}

void begin_answer() {
  texts.clear();
  numbers.assign(kHeader, 0.0);
  results_answered = 0;
}

double end_answer() {
  numbers[1] = to_address(texts.data());
  numbers[2] = static_cast<double>(numbers.size() - kHeader);
  return to_address(numbers.data());
}

/// @param message  names are between backticks
void answer_message(Error::Kind kind, std::string_view message) {
  begin_answer();
  numbers[0] = static_cast<double>(kind);
  answer_text(message);
}

void answer_out_of_memory() {
  answer_message(Error::Kind::kOutOfMemory,
                 "there is not enough WebAssembly memory left (at most 4 GiB)");
}

void answer_place(const Error& error) {
  if (error.kind == Error::Kind::kConfig) {
    answer_text(static_cast<const ConfigError&>(error).field);
  } else if (error.kind == Error::Kind::kShape) {
    const auto& shape_error = static_cast<const ShapeError&>(error);
    const ShapeError::Place& place = shape_error.place;
    answer_text(shape_error.argument());
    answer_number(place.axis ? static_cast<double>(*place.axis) : -1.0);
    answer_text(shape_error.expected());
    answer_text(place.actual);
  } else if (error.kind == Error::Kind::kFormat) {
    const FormatError::Place& place = static_cast<const FormatError&>(error).place;
    answer_number(place.column ? static_cast<double>(*place.column) : -1.0);
    answer_number(place.offset ? static_cast<double>(*place.offset) : -1.0);
  }
}

/// Makes an answer from the error that is being handled.
void answer_error() {
  try {
    throw;
  } catch (const Error& error) {
    answer_message(error.kind, error.message());
    answer_place(error);
  } catch (const std::bad_alloc&) {
    answer_out_of_memory();
  } catch (const std::length_error&) {  // a container that would pass its largest size
    answer_out_of_memory();
  } catch (const std::exception& error) {
    answer_message(Error::Kind::kError, message({"internal error: ", error.what()}));
  } catch (...) {
    answer_message(Error::Kind::kError, "internal error");
  }
}

[[noreturn]] void refuse_short_message() {
  throw std::logic_error("a message is shorter than what is read of it");
}

}  // namespace

Tensor& input(std::size_t index) { return slot(inputs, index); }
Tensor& next_result() { return slot(results, results_answered); }

Message::Message() : next_(message_buffer.data()), end_(next_), text_(nullptr) {
  if (message_buffer.empty()) return;
  const auto count = static_cast<std::size_t>(*next_++);
  if (count >= message_buffer.size()) refuse_short_message();  // no room was reserved for it
  end_ = next_ + count;
  text_ = reinterpret_cast<const char*>(end_);
}

double Message::number() {
  if (next_ == end_) refuse_short_message();
  return *next_++;
}

void Message::require_end() const {
  if (next_ != end_) throw std::logic_error("a message is longer than what is read of it");
}

std::int64_t Message::integer() {
  return static_cast<std::int64_t>(std::clamp(number(), -0x1p53, 0x1p53));
}

std::string_view Message::text() {
  const std::size_t size = index();
  const auto* const end =
      reinterpret_cast<const char*>(message_buffer.data() + message_buffer.size());
  if (size > static_cast<std::size_t>(end - text_)) refuse_short_message();
  const std::string_view text(text_, size);
  text_ += size;
  return text;
}

std::vector<std::int64_t> Message::integers() {
  std::vector<std::int64_t> integers(index());
  for (std::int64_t& each : integers) each = integer();
  return integers;
}

std::vector<std::string_view> Message::texts() {
  std::vector<std::string_view> texts(index());
  for (std::string_view& each : texts) each = text();
  return texts;
}

Shape Message::shape() {
  Shape shape(index());
  for (Size& size : shape) size = whole();
  return shape;
}

std::optional<FieldBits> Message::entry(FieldKind kind) {
  const double value = number();
  return std::isnan(value) ? std::nullopt : std::optional(from_number(kind, value));
}

void answer_number(double number) { numbers.push_back(number); }

void answer_size(Size size) { answer_number(static_cast<double>(size)); }

void answer_text(std::string_view text) {
  answer_size(text.size());
  texts += text;
}

void answer_result() {
  const Tensor& tensor = next_result();
  answer_number(to_address(tensor.data()));
  answer_size(tensor.dimension());
  for (const std::size_t size : tensor.shape()) answer_size(size);
  ++results_answered;
}

void answer_tensor(Tensor tensor) {
  next_result() = std::move(tensor);
  answer_result();
}

void answer_optional(Tensor* tensor) {
  answer_number(tensor != nullptr);
  if (tensor) answer_tensor(std::move(*tensor));
}

void answer_each(std::span<std::optional<Tensor>> tensors) {
  for (std::optional<Tensor>& tensor : tensors) answer_optional(tensor ? &*tensor : nullptr);
}

double run_call(void (*body)(Message&)) {
  begin_answer();
  try {
    Message message;
    body(message);
    message.require_end();
  } catch (...) {
    try {
      answer_error();
    } catch (...) {  // a long message found no memory
      answer_out_of_memory();
    }
  }
  return end_answer();
}

namespace {

void version(Message&) { answer_text(MANYHEADS_VERSION); }

/// Gives an input the shape in the message, and answers with the address of its elements.
void reserve_input(Message& message) {
  Tensor& tensor = input(message.index());
  resize(tensor, message.shape(), "a tensor");
  answer_number(to_address(tensor.data()));
}

/// The size of the next message, in bytes. reserve_message is the only function here that reads no
/// message.
std::size_t message_size;

double reserve_message(double bytes) {
  message_size = static_cast<std::size_t>(bytes);
  message_buffer = std::vector<double>();
  return run_call(+[](Message&) {
    message_buffer = std::vector<double>(message_size / sizeof(double) + 1);
    answer_number(to_address(message_buffer.data()));
  });
}

/// Frees the memory of all inputs and of the message.
void release_inputs() {
  inputs.clear();
  message_buffer = std::vector<double>();
}

void release_result(std::size_t index) { slot(results, index) = Tensor(); }

}  // namespace

EMSCRIPTEN_BINDINGS(exchange) {
  bind<&version>("version");
  bind<&reserve_input>("reserve_input");
  emscripten::function("reserve_message", &reserve_message);
  emscripten::function("release_inputs", &release_inputs);
  emscripten::function("release_result", &release_result);
}

}  // namespace manyheads::exchange
