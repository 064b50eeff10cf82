#pragma once
/// Runs many cases and adds up what they compared.

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "differential/cases.hpp"

namespace manyheads::differential {

struct Report {
  struct Kind {
    std::size_t cases = 0, numbers = 0;
    double largest_share = 0;  ///< of its bound that an error took
  };
  std::array<Kind, kCaseKinds.size()> kinds;

  std::size_t cases() const;
};

/// Runs a case. @return what is wrong with it; empty if nothing is
std::optional<std::string> run_case(const CaseName& name, Report& report);

/// Runs cases number `first` and after while `goes_on` returns true.
/// @return the smallest form of the first case that is wrong, and how to run it again
std::optional<std::string> run_cases(std::uint64_t seed, std::uint64_t first, Report& report,
                                     const std::function<bool()>& goes_on);

/// "forward  1234 cases ..", one line per kind.
std::string to_text(const Report& report);

}  // namespace manyheads::differential
