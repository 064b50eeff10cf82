#include "measures/head_patterns.hpp"

#include "measures/weight_rows.hpp"

namespace manyheads {
namespace {

class Mean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  std::optional<double> value() const {
    if (count_ == 0) return std::nullopt;
    return sum_ / static_cast<double>(count_);
  }

 private:
  double sum_ = 0;
  std::size_t count_ = 0;
};

/// The attention on the keys `offset` positions after earlier tokens that equal token t; empty if
/// there is no such token.
std::optional<double> attention_on_equal_tokens(std::span<const float> row,
                                                std::span<const std::int64_t> tokens, std::size_t t,
                                                std::size_t offset) {
  std::optional<double> mass;
  for (std::size_t s = 0; s < t; ++s) {
    if (tokens[s] == tokens[t]) mass = mass.value_or(0.0) + row[s + offset];
  }
  return mass;
}

}  // namespace

std::vector<HeadPattern> head_patterns(const Tensor& weights,
                                       std::span<const std::int64_t> tokens) {
  const WeightRows rows("head_patterns", weights);
  require_axis("head_patterns", "weights", shape_of(weights), weights.dimension() - 1, rows.T,
               "as many keys as queries");
  if (!tokens.empty()) {
    require_axis("head_patterns", "tokens", {tokens.size()}, 0, rows.T, "one token a query");
  }
  std::vector<HeadPattern> patterns;
  for (std::size_t h = 0; h < rows.H; ++h) {
    Mean previous, self, first, duplicate, induction;
    for (std::size_t b = 0; b < rows.B; ++b) {
      for (std::size_t t = 0; t < rows.T; ++t) {
        const auto row = rows.row(b, h, t);
        self.add(row[t]);
        if (t == 0) continue;
        previous.add(row[t - 1]);
        first.add(row[0]);
        if (tokens.empty()) continue;
        if (const auto mass = attention_on_equal_tokens(row, tokens, t, 0)) duplicate.add(*mass);
        if (const auto mass = attention_on_equal_tokens(row, tokens, t, 1)) induction.add(*mass);
      }
    }
    patterns.push_back(
        {previous.value(), *self.value(), first.value(), duplicate.value(), induction.value()});
  }
  return patterns;
}

}  // namespace manyheads
