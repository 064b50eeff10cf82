#include <emscripten/bind.h>

#include "exchange.hpp"
#include "kernels/machine_limits.hpp"

namespace manyheads {
namespace {

/// What `read` reads; kept, so that a call times nothing but reading.
Tensor memory;

double read(double bytes, double rounds) {
  return exchange::answered([&] {
    const auto count = static_cast<Size>(bytes / sizeof(float));
    if (memory.size() != count) {
      resize(memory, {count}, "memory");
      memory.fill(0.0f);  // pages that were never written would all be one
    }
    exchange::answer_number(read_memory(elements(memory), static_cast<std::size_t>(rounds)));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(limits) {
  using emscripten::function;
  function(
      "multiply_add", +[](double rounds, std::size_t chains) {
        return multiply_add(static_cast<std::size_t>(rounds), chains);
      });
  function("read_memory", &read);
}

}  // namespace manyheads
