#include <algorithm>
#include <functional>

#include "fuzz/targets.hpp"
#include "lesson/shapes/pattern_chain.hpp"

namespace manyheads::fuzz {
namespace {

bool is_inside(const Shape& indices, const Shape& shape) {
  return std::ranges::equal(indices, shape, std::less());
}

}  // namespace

/// Lines: the expected pattern, then the steps.
void fuzz_patterns(Choices& choices) {
  const NamedSizes sizes = {{"b", 2}, {"t", 3}, {"h", choices.size()}, {"d", 4}, {"g", 2}};
  const std::string text = choices.rest();
  std::vector<std::string_view> lines;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find('\n', first), text.size());
    lines.push_back(std::string_view(text).substr(first, end - first));
    first = end + 1;
  }
  const std::span steps(lines.begin() + 1, lines.end());

  PatternChainResult result;
  const auto error = kind_of_error([&] { result = run_pattern(steps, sizes, lines[0]); });
  if (error) {
    require(error != Error::Kind::kError, "what cannot run is a typed error");
    return;
  }
  require(result.origins.size() <= (1u << 20) && result.wanted.size() <= (1u << 20),
          "tensors of a chain are small");
  require(result.misplaced <= result.origins.size(), "no more elements are misplaced than exist");
  if (!result.first_misplaced) return;
  const auto& [at, belongs_at, holds, should_hold] = *result.first_misplaced;
  require(is_inside(at, shape_of(result.origins)), "a misplaced element is one");
  require(is_inside(belongs_at, shape_of(result.wanted)), "it belongs somewhere");
}

}  // namespace manyheads::fuzz
