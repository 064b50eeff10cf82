#pragma once
/// The program's allocations: counted, and made to fail on purpose.

#include <cstddef>
#include <cstdint>
#include <new>

namespace manyheads {

/// How many there have been so far.
std::size_t allocation_count();
/// The sum of their sizes, whether they have been freed or not.
std::size_t allocated_bytes();
/// How many have not been freed yet.
std::size_t live_allocations();

/// Memory that runs out: as long as it lives, every `new` of at least so many bytes throws
/// std::bad_alloc, after the first few that are let through. One at a time.
/// @param failures  how many fail, before memory is enough again
class FailingAllocation {
 public:
  explicit FailingAllocation(std::size_t smallest_failing_bytes, std::size_t let_through = 0,
                             std::size_t failures = SIZE_MAX);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  /// Whether an allocation has failed.
  bool has_failed() const;
};

/// Runs `call` on what `make` returns, once for each of its allocations, which then fails, and once
/// more with enough memory. After each, `check` sees the object.
/// @return how many calls failed
template <typename Make, typename Call, typename Check>
std::size_t fail_each_allocation(Make make, Call call, Check check) {
  for (std::size_t let_through = 0;; ++let_through) {
    auto object = make();
    bool failed = false;
    try {
      const FailingAllocation out_of_memory(1, let_through);
      call(object);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    check(object, failed);
    if (!failed) return let_through;
  }
}

}  // namespace manyheads
