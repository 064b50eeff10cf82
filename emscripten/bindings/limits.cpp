#include <algorithm>

#include "exchange.hpp"
#include "lesson/machine_limits/machine_limits.hpp"

namespace manyheads {
namespace {

/// The memory that `read` reads. It is kept, so that a call only times reading.
Tensor memory;

void read(exchange::Message& message) {
  const auto count = std::max(Size{1}, static_cast<Size>(message.number() / sizeof(float)));
  if (memory.size() != count) {
    resize(memory, {count}, "bytes");
    memory.fill(0.0f);  // pages that were never written would all be the same one
  }
  exchange::answer_number(read_memory(elements(memory), message.index()));
}

void multiply(exchange::Message& message) {
  const std::size_t rounds = message.index();
  exchange::answer_number(multiply_add(rounds, message.index()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(limits) {
  exchange::bind<&multiply>("multiply_add");
  exchange::bind<&read>("read_memory");
}

}  // namespace manyheads
