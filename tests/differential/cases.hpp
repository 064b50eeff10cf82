#pragma once
/// The kinds of cases. Each draws a case, runs the core and compares.

#include <array>
#include <string_view>

#include "differential/comparison.hpp"
#include "differential/draw.hpp"

namespace manyheads::differential {

/// Both kernels, the online softmax and the schedules.
void run_forward_case(Draw& draw, Comparison& comparison);
/// Backward with and without a tape; the exact gradients themselves against central differences.
void run_gradient_case(Draw& draw, Comparison& comparison);
/// Caches of one layer, stepped and reset in any order.
void run_cache_case(Draw& draw, Comparison& comparison);
/// Both forms of latent attention, and its cache.
void run_latent_case(Draw& draw, Comparison& comparison);
/// Pooled key/value heads.
void run_grouped_case(Draw& draw, Comparison& comparison);

struct CaseKind {
  std::string_view name;
  unsigned share;  ///< of 20 cases
  void (*run)(Draw& draw, Comparison& comparison);
};
inline constexpr std::array kCaseKinds = {
    CaseKind{"forward", 10, run_forward_case}, CaseKind{"gradients", 4, run_gradient_case},
    CaseKind{"caches", 3, run_cache_case}, CaseKind{"latent", 2, run_latent_case},
    CaseKind{"grouped", 1, run_grouped_case}};

}  // namespace manyheads::differential
