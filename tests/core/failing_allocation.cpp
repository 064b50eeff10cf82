#include "core/failing_allocation.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::size_t smallest_failing_bytes = SIZE_MAX;
std::size_t let_through = 0;
std::size_t count = 0;
std::size_t total_bytes = 0;

void* allocate(std::size_t bytes, std::size_t alignment) {
  ++count;
  total_bytes += bytes;
  if (bytes >= smallest_failing_bytes) {
    if (let_through == 0) throw std::bad_alloc();
    --let_through;
  }
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  if (void* memory = std::aligned_alloc(alignment, whole)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// The program's own allocation, arrays' too: AddressSanitizer still watches what lies below.
void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return operator new(bytes, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace manyheads {

std::size_t allocation_count() { return count; }
std::size_t allocated_bytes() { return total_bytes; }

FailingAllocation::FailingAllocation(std::size_t bytes, std::size_t let_the_first_through) {
  smallest_failing_bytes = bytes;
  let_through = let_the_first_through;
}
FailingAllocation::~FailingAllocation() { smallest_failing_bytes = SIZE_MAX; }

}  // namespace manyheads
