#include "lesson/formulas/functions.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// x = n ln 2 + rest, with the series of e^rest for |rest| of at most 0.35.
double exponential(double x) {
  if (!(std::abs(x) < 800)) return x < 0 ? 0 : x > 0 ? std::numeric_limits<double>::infinity() : x;
  const double n = std::nearbyint(x / std::numbers::ln2);
  const double rest = x - n * 0x1.62e42fefa3800p-1 - n * 0x1.ef35793c76730p-45;
  double term = 1, sum = 1;
  for (int i = 1; i <= 14; ++i) sum += term *= rest / i;
  return std::ldexp(sum, static_cast<int>(n));
}

/// Exact for powers of two.
double log2(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return exponent + std::log(mantissa) / std::numbers::ln2;
}

constexpr FormulaFunction kFunctions[] = {
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"exp", exponential},
    {"log", [](double x) { return std::log(x); }},
    {"ln", [](double x) { return std::log(x); }},
    {"log2", log2},
    {"ceil", [](double x) { return std::ceil(x); }},
    {"floor", [](double x) { return std::floor(x); }},
    {"min", nullptr, [](double x, double y) { return x < y || std::isnan(x) ? x : y; }},
    {"max", nullptr, [](double x, double y) { return x > y || std::isnan(x) ? x : y; }},
};

}  // namespace

const FormulaFunction* find_function(std::string_view name) {
  for (const FormulaFunction& function : kFunctions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

std::string list_functions() {
  std::string list;
  for (const FormulaFunction& each : kFunctions) {
    list += message({list.empty() ? "" : ", ", each.name});
  }
  return list;
}

double whole_power(double base, unsigned exponent) {
  double power = 1;
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if (exponent & 1) power *= base;
  }
  return power;
}

double power(double base, double exponent) {
  const double size = std::abs(exponent);
  const bool is_whole = size == std::floor(size);
  if (size <= 1024 && 2 * size == std::floor(2 * size)) {
    const double whole = whole_power(base, static_cast<unsigned>(size));
    const double result = is_whole ? whole : whole * std::sqrt(base);
    if (exponent >= 0) return result;
    if (std::isfinite(result)) return 1 / result;  // otherwise it may still be above 0, as 2^-1024
  }
  const bool is_odd = is_whole && size / 2 != std::floor(size / 2);
  const double positive = exponential(exponent * std::log(is_whole ? std::abs(base) : base));
  return base < 0 && is_odd ? -positive : positive;
}

}  // namespace manyheads
