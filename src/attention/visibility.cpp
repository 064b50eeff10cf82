#include "attention/visibility.hpp"

#include <algorithm>

namespace manyheads {

Visibility::Visibility(const ForwardOptions& options, const ForwardShape& run)
    : options_(options), run_(run) {}

std::size_t Visibility::end(std::size_t b, std::size_t t) const {
  std::size_t end = run_.S;
  if (options_.causal && options_.causal_alignment == CausalAlignment::kTopLeft) {
    end = std::min(end, t + 1);
  } else if (options_.causal) {
    const std::size_t seen = t + 1 + run_.S;
    end = seen > run_.T ? std::min(end, seen - run_.T) : 0;
  }
  if (options_.valid_lens) {
    end = std::min(end, static_cast<std::size_t>((*options_.valid_lens)[b]));
  }
  return end;
}

void Visibility::hide(std::size_t b, std::size_t t, const std::span<float>& scores,
                      std::size_t first_key, float hidden) const {
  const std::size_t visible_end = end(b, t);
  const std::size_t seen = std::min(visible_end - std::min(visible_end, first_key), scores.size());
  std::fill(scores.begin() + static_cast<std::ptrdiff_t>(seen), scores.end(), hidden);
  if (!options_.mask) return;
  const std::size_t batch_row = options_.mask->dimension() == 3 ? b : 0;
  const float* may_see = options_.mask->data() + (batch_row * run_.T + t) * run_.S + first_key;
  for (std::size_t i = 0; i < seen; ++i) {
    if (may_see[i] == 0.0f) scores[i] = hidden;
  }
}

}  // namespace manyheads
