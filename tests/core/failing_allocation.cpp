#include "core/failing_allocation.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::size_t smallest_failing_bytes = SIZE_MAX;

}  // namespace

// The program's own allocation: AddressSanitizer still watches malloc.
void* operator new(std::size_t bytes) {
  if (bytes >= smallest_failing_bytes) throw std::bad_alloc();
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace manyheads {

FailingAllocation::FailingAllocation(std::size_t bytes) { smallest_failing_bytes = bytes; }
FailingAllocation::~FailingAllocation() { smallest_failing_bytes = SIZE_MAX; }

}  // namespace manyheads
