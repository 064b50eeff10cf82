#pragma once
/// The program's allocations: counted, and made to fail on purpose.

#include <cstddef>
#include <cstdint>
#include <new>

namespace manyheads {

/// The number of allocations so far.
std::size_t allocation_count();
/// The bytes of all allocations so far, including freed ones.
std::size_t allocated_bytes();
/// The number of allocations that have not been freed.
std::size_t live_allocations();

/// While this object lives, each `new` of at least smallest_failing_bytes throws std::bad_alloc,
/// after the first let_through of them. Only one may exist at a time.
/// @param failures  how many of them throw; the ones after that succeed again
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

/// Runs `call` on a new object of `make` once for each allocation, which fails, and once more with
/// enough memory. After each run, `check` gets the object and whether the call failed.
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
