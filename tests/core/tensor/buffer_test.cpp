#include "tensor/buffer.hpp"

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/tensors.hpp"
#include "tensor/error.hpp"

namespace manyheads::buffer_test {
namespace {

TEST(Buffer, StartsOnACacheLine) {
  Buffer buffer;

  for (const Size count : {1, 5, 100, 1001}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.reserve({count}, "floats")) % 64, 0u);
  }
}

TEST(Buffer, AllocatesOnlyIfItGrows) {
  Buffer buffer;
  float* const first = buffer.reserve({6, 7}, "floats");
  const std::size_t before = allocation_count();

  EXPECT_EQ(buffer.reserve({7, 6}, "floats"), first);
  EXPECT_EQ(buffer.reserve({3}, "floats"), first);

  EXPECT_EQ(allocation_count(), before);
  EXPECT_EQ(buffer.capacity(), 42u);
}

TEST(Buffer, KeepsItsContentsIfMemoryRunsOut) {
  Buffer buffer;
  float* const first = buffer.reserve({2}, "floats");
  first[0] = 7;
  {
    const FailingAllocation out_of_memory(1000);
    EXPECT_THROW(buffer.reserve({1000}, "floats"), std::bad_alloc);
  }

  EXPECT_EQ(buffer.data(), first);
  EXPECT_EQ(buffer.capacity(), 2u);
  EXPECT_EQ(first[0], 7.0f);
}

TEST(Buffer, RefusesMoreThanATensorMayHold) {
  EXPECT_THROW(Buffer().reserve({Size{1} << 20, Size{1} << 20}, "floats"), OutOfMemoryError);
}

}  // namespace
}  // namespace manyheads::buffer_test
