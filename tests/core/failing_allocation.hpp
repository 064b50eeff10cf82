#pragma once
/// The program's allocations: counted, and made to fail on purpose.

#include <cstddef>

namespace manyheads {

/// How many there have been so far.
std::size_t allocation_count();

/// Memory that runs out: as long as it lives, every `new` of at least so many bytes throws
/// std::bad_alloc, after the first few that are let through. One at a time.
class FailingAllocation {
 public:
  explicit FailingAllocation(std::size_t smallest_failing_bytes, std::size_t let_through = 0);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
};

}  // namespace manyheads
