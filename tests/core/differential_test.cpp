/// Compares random layers and calls with float64 for a few seconds. `npm run differential` runs
/// longer.

#include <gtest/gtest.h>

#include <chrono>

#include "differential/exact_attention.hpp"
#include "differential/run.hpp"

namespace manyheads::differential_test {
namespace {

using namespace manyheads::differential;

#ifdef __EMSCRIPTEN__
constexpr std::chrono::seconds kTime(1);  // Fewer under WebAssembly: the native run covers the rest
#else
constexpr std::chrono::seconds kTime(5);
#endif

constexpr std::size_t kMinCases = 500;  // even on a busy machine

TEST(Differential, RandomCasesStayWithinTheRoundingBound) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + kTime;
  Report report;

  const auto wrong =
      run_cases(1, 0, report, [&] { return Clock::now() < end || report.cases() < kMinCases; });

  EXPECT_FALSE(wrong) << *wrong;
  for (const Report::Kind& kind : report.kinds) EXPECT_GT(kind.cases, 10u) << to_text(report);
}

TEST(Differential, NoticesAnErrorOfOneInTenThousand) {
  std::size_t noticed = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    Draw draw({.seed = 1, .number = number});
    DrawnCall call(draw, true);
    ExactCall wrong(call.layer, call.x, call.options);
    for (Rounded& value : wrong.weights[static_cast<std::size_t>(WeightName::kWv)].values) {
      value.value *= 1.0001;
    }
    Comparison comparison;
    try {
      comparison.expect_close("output", call.layer.forward(call.x, call.options),
                              exact_forward(wrong).output);
    } catch (const Difference&) {
      ++noticed;
    }
  }
  EXPECT_GT(noticed, 65u);  // In the other cases every key is hidden or every weight dropped.
}

TEST(Differential, RepeatsACaseFromItsName) {
  Report first, second;
  const CaseName name{.seed = 3, .number = 14};

  run_case(name, first);
  run_case(name, second);

  EXPECT_EQ(to_text(first), to_text(second));
  EXPECT_EQ(first.cases(), 1u);
}

}  // namespace
}  // namespace manyheads::differential_test
