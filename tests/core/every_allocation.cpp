#include "core/every_allocation.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace manyheads {
namespace {

struct Outcome {
  bool has_failed = false;      ///< whether an allocation failed
  std::string_view wrong = {};  ///< empty if nothing is
};

Outcome fail_one(const EntryPoint& entry, const Bits& expected, std::size_t let_through,
                 std::size_t failures) {
  const std::size_t live = live_allocations();
  Outcome outcome;
  {
    const auto subject = entry.make();
    const Bits before = subject->state();
    const std::optional<Bits> result = subject->call(let_through, failures);
    outcome.has_failed = subject->has_failed;
    if (result) {  // there was enough memory, or the call did without
      if (*result != expected) outcome.wrong = "the result is different";
    } else if (subject->state() != before) {
      outcome.wrong = "the object has changed";
    } else if (subject->call(SIZE_MAX, 0) != expected) {
      outcome.wrong = "the next call gives a different result";
    }
  }
  if (live_allocations() != live) outcome.wrong = "memory leaks";
  return outcome;
}

}  // namespace

std::size_t allowed_stride(std::size_t stride) {
  return std::getenv("MANYHEADS_EVERY_ALLOCATION") ? 1 : stride;
}

std::size_t fail_every_allocation(const EntryPoint& entry) {
  const std::size_t stride = allowed_stride(entry.stride);
  const std::optional<Bits> expected = entry.make()->call(SIZE_MAX, 0);
  std::size_t failed = 0;
  for (const std::size_t failures : {SIZE_MAX, std::size_t{1}}) {
    for (std::size_t let_through = 0;; let_through += stride) {
      const auto [has_failed, wrong] = fail_one(entry, *expected, let_through, failures);
      if (!wrong.empty()) {
        ADD_FAILURE() << entry.name << ", allocation " << let_through << ": " << wrong;
        return failed;
      }
      if (!has_failed) break;
      ++failed;
    }
  }
  std::printf("%-40s %6zu allocations failed%s\n", entry.name.c_str(), failed,
              stride > 1 ? ", others were skipped" : "");
  return failed;
}

void fail_all(std::vector<EntryPoint> entries, std::size_t stride) {
  for (EntryPoint& entry : entries) {
    entry.stride *= stride;
    EXPECT_GT(fail_every_allocation(entry), 0u) << entry.name;
  }
}

}  // namespace manyheads
