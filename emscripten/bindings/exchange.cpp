#include "exchange.hpp"

#include <emscripten/bind.h>

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

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

/// [how many numbers, numbers.., bytes of the texts]; where a text stands, the number is its
/// length.
std::vector<double> written;

/// An answer: [0 or the kind of the error, address of the texts, numbers..], likewise.
std::vector<double> numbers;
std::string texts;
std::size_t results_answered;

double address_of(const void* pointer) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(pointer));
}

void answer_what(Error::Kind kind, std::string_view what) {
  begin_answer();
  numbers[0] = static_cast<double>(kind);
  answer_text(what);
}

std::uint64_t to_whole(double number) {
  return number < 0x1p64 ? static_cast<std::uint64_t>(number) : UINT64_MAX;
}

}  // namespace

Tensor& input(std::size_t index) { return slot(inputs, index); }
Tensor& next_result() { return slot(results, results_answered); }

Message::Message() : next_(written.data()), text_(nullptr) {
  const auto count = static_cast<std::size_t>(number());
  text_ = reinterpret_cast<const char*>(next_ + count);
}

std::uint64_t Message::whole() { return to_whole(number()); }

std::int64_t Message::integer() {
  return static_cast<std::int64_t>(std::clamp(number(), -0x1p53, 0x1p53));
}

std::string_view Message::text() {
  const std::string_view text(text_, static_cast<std::size_t>(number()));
  text_ += text.size();
  return text;
}

std::vector<std::int64_t> Message::integers() {
  std::vector<std::int64_t> integers(static_cast<std::size_t>(number()));
  for (std::int64_t& each : integers) each = integer();
  return integers;
}

std::vector<std::string_view> Message::texts() {
  std::vector<std::string_view> texts(static_cast<std::size_t>(number()));
  for (std::string_view& each : texts) each = text();
  return texts;
}

Shape Message::shape() {
  Shape shape(static_cast<std::size_t>(number()));
  for (Size& size : shape) size = whole();
  return shape;
}

void answer_number(double number) { numbers.push_back(number); }

void answer_text(std::string_view text) {
  answer_number(static_cast<double>(text.size()));
  texts += text;
}

void answer_result() {
  const Tensor& tensor = next_result();
  answer_number(address_of(tensor.data()));
  answer_number(static_cast<double>(tensor.dimension()));
  for (const std::size_t size : tensor.shape()) answer_number(static_cast<double>(size));
  ++results_answered;
}

void answer_tensor(Tensor tensor) {
  next_result() = std::move(tensor);
  answer_result();
}

void begin_answer() {
  texts.reserve(512);  // room for OutOfMemoryError, when there is none for anything else
  texts.clear();
  numbers.reserve(256);  // nor may what has been done fail because its answer does not fit
  numbers.clear();
  answer_number(0.0);
  answer_number(0.0);
  results_answered = 0;
}

void answer_error() {
  try {
    throw;
  } catch (const Error& error) {
    answer_what(error.kind, error.what());
    if (error.kind == Error::Kind::kConfig) {
      answer_text(static_cast<const ConfigError&>(error).field);
    } else if (error.kind == Error::Kind::kShape) {
      const ShapeError::Place& place = static_cast<const ShapeError&>(error).place;
      answer_text(place.argument);
      answer_number(place.axis ? static_cast<double>(*place.axis) : -1.0);
      answer_text(place.expected);
      answer_text(place.actual);
    } else if (error.kind == Error::Kind::kFormat) {
      const FormatError::Place& place = static_cast<const FormatError&>(error).place;
      answer_number(place.column ? static_cast<double>(*place.column) : -1.0);
      answer_number(place.offset ? static_cast<double>(*place.offset) : -1.0);
    }
  } catch (...) {  // bad_alloc, or length_error from a container
    answer_what(Error::Kind::kOutOfMemory,
                "there is not enough WebAssembly memory left (at most 4 GiB)");
  }
}

double end_answer() {
  numbers[1] = address_of(texts.data());
  return address_of(numbers.data());
}

double answered_unary(Tensor (*function)(const Tensor&)) {
  return answered([&] { answer_tensor(function(input(0))); });
}

EMSCRIPTEN_BINDINGS(exchange) {
  using emscripten::function;
  function(
      "version", +[] { return answered([] { answer_text(MANYHEADS_VERSION); }); });
  /// Room for a message of so many bytes; answers with its address.
  function(
      "reserve_message", +[](double bytes) {
        return answered([&] {
          written = std::vector<double>(static_cast<std::size_t>(bytes / sizeof(double)) + 1);
          answer_number(address_of(written.data()));
        });
      });
  /// Gives input `index` the shape that the message tells; answers with the address of its
  /// elements.
  function(
      "reserve_input", +[](std::size_t index) {
        return answered([&] {
          resize(input(index), Message().shape(), "a tensor");
          answer_number(address_of(input(index).data()));
        });
      });
  /// Gives the memory of all inputs and of the message back.
  function(
      "release_inputs", +[] {
        inputs.clear();
        written = std::vector<double>();
      });
  function(
      "release_result", +[](std::size_t index) { slot(results, index) = Tensor(); });
}

}  // namespace manyheads::exchange
