#include "core/failing_allocation.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

/// Fill only the first bytes, so that large blocks stay cheap.
constexpr std::size_t kFilled = 4096;
std::size_t smallest_failing_bytes = SIZE_MAX;
std::size_t let_through = 0;
std::size_t failures_left = 0;
std::size_t failures = 0;
std::size_t count = 0;
std::size_t live = 0;
std::size_t total_bytes = 0;

bool fails(std::size_t bytes) {
  if (bytes < smallest_failing_bytes || failures_left == 0) return false;
  if (let_through > 0) {
    --let_through;
    return false;
  }
  --failures_left;
  ++failures;
  return true;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  ++count;
  total_bytes += bytes;
  if (fails(bytes)) throw std::bad_alloc();
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, whole);
  if (!memory) throw std::bad_alloc();
  ++live;
  std::memset(memory, 0xff, std::min(bytes, kFilled));  // NaN shows reads before the first write.
  return memory;
}

void release(void* memory) {
  live -= memory != nullptr;
  std::free(memory);
}

}  // namespace

#ifdef __EMSCRIPTEN__
#if __has_feature(address_sanitizer)  // not known to GCC
/// The tests expect null when memory is exhausted, as without AddressSanitizer.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
#endif
#endif

// Replaces new and delete. AddressSanitizer still checks the memory behind them.
void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return operator new(bytes, alignment);
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace manyheads {

std::size_t allocation_count() { return count; }
std::size_t allocated_bytes() { return total_bytes; }
std::size_t live_allocations() { return live; }

FailingAllocation::FailingAllocation(std::size_t bytes, std::size_t let_the_first_through,
                                     std::size_t how_many_fail) {
  smallest_failing_bytes = bytes;
  let_through = let_the_first_through;
  failures_left = how_many_fail;
  failures = 0;
}
FailingAllocation::~FailingAllocation() { smallest_failing_bytes = SIZE_MAX; }
bool FailingAllocation::has_failed() const { return failures > 0; }

}  // namespace manyheads
