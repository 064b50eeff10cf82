/// The differential driver: `npm run differential`. Prints what it compared; 1 if something differs
/// or no case was run, 2 for wrong arguments.
///   run SECONDS [SEED]           as many cases as there is time for
///   replay SEED CASE [LARGEST]   one case

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "differential/run.hpp"

namespace {

using namespace manyheads::differential;

std::uint64_t fresh_seed() { return std::random_device()(); }

int run(double seconds, std::uint64_t seed) {
  std::cout << "seed " << seed << std::endl;
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  Report report;
  const auto wrong = run_cases(seed, 0, report, [&] { return passed() < seconds; });
  std::cout << to_text(report) << report.cases() << " cases in " << static_cast<int>(passed())
            << " s\n";
  if (wrong) std::cout << "A DIFFERENCE\n" << *wrong;
  if (report.cases() == 0) std::cout << "no case was run\n";
  return wrong || report.cases() == 0 ? 1 : 0;
}

int replay(const CaseName& name) {
  Report report;
  const auto wrong = run_case(name, report);
  std::cout << (wrong ? "A DIFFERENCE\n" + *wrong + "\n" : to_text(report));
  return wrong ? 1 : 0;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + 1, words + count);
  const auto number = [&](std::size_t i, std::uint64_t otherwise) {
    return i < arguments.size() ? std::strtoull(arguments[i].c_str(), nullptr, 10) : otherwise;
  };
  if (arguments.size() >= 2 && arguments[0] == "run") {
    return run(std::atof(arguments[1].c_str()), number(2, fresh_seed()));
  }
  if (arguments.size() >= 3 && arguments[0] == "replay") {
    return replay({.seed = number(1, 0), .number = number(2, 0), .largest = number(3, 1000)});
  }
  std::cerr << "run SECONDS [SEED] | replay SEED CASE [LARGEST]\n";
  return 2;
}
