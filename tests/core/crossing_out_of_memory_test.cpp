/// Each allocation of a call of the bindings fails in turn. The call must answer and never throw.
#ifndef __EMSCRIPTEN__  // the bindings of these tests are built natively

#include <gtest/gtest.h>

#include <cstdio>

#include "core/every_allocation.hpp"
#include "core/tensors.hpp"
#include "fuzz/crossing.hpp"
#include "tensor/error.hpp"

namespace manyheads::crossing_out_of_memory_test {
namespace {

using namespace crossing;

struct Call {
  std::string_view name;
  std::vector<double> numbers;
  std::string_view texts = {};
};

/// Makes layers, a cache with one token, a feed-forward layer and a trainer, each with number 0,
/// and the inputs of all calls.
void make_objects() {
  release_all();
  write_input(0, random_normal({3, 4}, 1));
  for (std::size_t slot = 1; slot < 8; ++slot) write_input(slot, random_normal({3, 4}, slot));
  const std::vector<Call> calls = {
      {"create_attention", {4, 2, kNaN, kNaN, 1, kNaN, kNaN, kNaN, kNaN, kNaN, 1, 0}},
      {"create_latent_attention", {4, 2, 2, 3, kNaN, 2, kNaN, 0}},
      {"create_feed_forward", {4, 5, kNaN, kNaN, kNaN, 0}},
      {"create_cache", {0, 1, 20, 2}},
      {"cache_step", {0}},
      {"create_trainer", {0,    2,    kNaN, 4,    8,    2,    kNaN, 1,    kNaN, kNaN,
                          kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN}}};
  for (const auto& [name, numbers, texts] : calls) ASSERT_EQ(send(name, numbers).kind(), 0) << name;
}

/// @return how many allocations were failed
std::size_t fail_all_allocations(const Call& failing) {
  make_objects();
  const int expected_kind = send(failing.name, failing.numbers, failing.texts).kind();
  const std::size_t stride = allowed_stride(7);
  std::size_t failed = 0;
  for (std::size_t let_through = 0;; let_through += stride) {
    make_objects();
    write_message(failing.numbers, failing.texts);
    bool has_failed = false;
    int kind = -1;
    {
      const FailingAllocation out_of_memory(1, let_through);
      kind = call(failing.name).kind();
      has_failed = out_of_memory.has_failed();
    }
    constexpr int kOutOfMemory = static_cast<int>(Error::Kind::kOutOfMemory);
    EXPECT_EQ(kind, has_failed ? kOutOfMemory : expected_kind)
        << failing.name << ", " << let_through;
    EXPECT_EQ(send(failing.name, failing.numbers, failing.texts).kind(), expected_kind)
        << failing.name << ", " << let_through;
    if (!has_failed) return failed;
    ++failed;
  }
}

TEST(EveryAllocation, BindingsSurviveAFailedAllocation) {
  const std::vector<Call> calls = {
      {"create_attention", {4, 2, kNaN, kNaN, 1, kNaN, kNaN, kNaN, kNaN, kNaN, 1, 0}},
      {"attention_to_grouped", {0, 1, 0}},
      {"attention_to_latent", {0, 2}},
      {"forward", {0, 0}},
      {"trace", {0, 0}},
      {"trace_schedule", {0, 1, 1, 1, 4, 2, 2, 0}},
      {"weights", {0}},
      {"create_cache", {0, 1, 20, 2}},
      {"cache_step", {0}},
      {"cache_pages", {0}},
      {"latent_trace", {0, 1}},
      {"feed_forward_trace", {0}},
      {"save_attention", {0}},
      {"model_presets", {}},
      {"evaluate_formula", {7, 1, 3, 16}, "2 * d_kd_k"},
      {"evaluate_formula", {7, 1, 3, 16}, "2 * d_xd_k"},  // no such name: a FormatError
      {"parse_shape", {6, 1, 1, 1, 2}, "(B, X)B"},
      {"check_shape", {17, 9}, "scores/3/1/chosen[2, 3, 4]"},
      {"run_pattern", {1, 20, 0, 0, 16}, "transpose(0, 2, 1) a b c -> c b a"},
      {"forward", {7, 0}},  // no such layer
      {"trainer_step", {0, 1}},
      {"trainer_sample", {0, 0, 1}},
      {"trainer_to_grouped", {0, 1, 0}},
      {"save_trainer", {0}},
  };
  for (const Call& binding : calls) {
    const std::size_t failed = fail_all_allocations(binding);
    std::printf("binding %-32s %6zu allocations failed\n", std::string(binding.name).c_str(),
                failed);
  }
  release_all();
}

TEST(OutOfMemory, WhileALongErrorIsWrittenIsAnAnswer) {
  constexpr std::size_t kNames = 60, kLength = 100;
  std::vector<double> numbers = {1, kNames};
  numbers.insert(numbers.end(), kNames, kLength);
  numbers.insert(numbers.end(), kNames, 0.0);
  const std::string texts = "x" + std::string(kNames * kLength, 'a');
  const auto kind = [&](std::size_t let_through) {
    write_message(numbers, texts);
    const FailingAllocation from(1, let_through);
    const int answered = call("evaluate_formula").kind();
    return from.has_failed() ? answered : 0;
  };

  std::size_t failed = 0;
  for (int answered = 0; (answered = kind(failed)) != 0; ++failed) {
    EXPECT_EQ(answered, static_cast<int>(Error::Kind::kOutOfMemory)) << failed;
  }

  EXPECT_GT(failed, 10u);
}

}  // namespace
}  // namespace manyheads::crossing_out_of_memory_test

#endif
