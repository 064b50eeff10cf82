#pragma once
/// Memory that runs out on purpose: every `new` of at least so many bytes throws std::bad_alloc.

#include <cstddef>

namespace manyheads {

/// Holds as long as it lives; one at a time.
class FailingAllocation {
 public:
  explicit FailingAllocation(std::size_t smallest_failing_bytes);
  ~FailingAllocation();
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
};

}  // namespace manyheads
