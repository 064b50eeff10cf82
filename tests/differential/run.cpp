#include "differential/run.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "tensor/error.hpp"

namespace manyheads::differential {
namespace {

constexpr unsigned kShares = 20;

std::size_t draw_kind(Draw& draw) {
  std::size_t at = draw.below(kShares), kind = 0;
  while (at >= kCaseKinds[kind].share) at -= kCaseKinds[kind++].share;
  return kind;
}

}  // namespace

std::size_t Report::cases() const {
  std::size_t sum = 0;
  for (const Kind& kind : kinds) sum += kind.cases;
  return sum;
}

std::optional<std::string> run_case(const CaseName& name, Report& report) {
  Draw draw(name);
  const std::size_t kind = draw_kind(draw);
  Comparison comparison;
  try {
    kCaseKinds[kind].run(draw, comparison);
  } catch (const std::exception& wrong) {  // an error of the core too: every case is a valid call
    return std::string(kCaseKinds[kind].name) + ": " + wrong.what();
  }
  Report::Kind& counts = report.kinds[kind];
  ++counts.cases;
  counts.numbers += comparison.count();
  counts.largest_share = std::max(counts.largest_share, comparison.largest_share());
  return {};
}

std::optional<std::string> run_cases(std::uint64_t seed, std::uint64_t first, Report& report,
                                     const std::function<bool()>& goes_on) {
  for (CaseName name{.seed = seed, .number = first}; goes_on(); ++name.number) {
    if (!run_case(name, report)) continue;
    for (name.largest = 1; !run_case(name, report) && name.largest < 1000;) ++name.largest;
    std::ostringstream text;
    text << "seed " << name.seed << ", case " << name.number << ", sizes up to " << name.largest
         << ": " << *run_case(name, report) << "\nAgain: npm run differential -- replay "
         << name.seed << " " << name.number << " " << name.largest << "\n";
    return text.str();
  }
  return {};
}

std::string to_text(const Report& report) {
  std::ostringstream text;
  for (std::size_t i = 0; i < kCaseKinds.size(); ++i) {
    const Report::Kind& kind = report.kinds[i];
    text << std::left << std::setw(10) << kCaseKinds[i].name << std::right << std::setw(10)
         << kind.cases << " cases" << std::setw(14) << kind.numbers
         << " numbers, the largest error " << std::fixed << std::setprecision(0)
         << 100 * kind.largest_share << " % of its bound\n";
  }
  return text.str();
}

}  // namespace manyheads::differential
