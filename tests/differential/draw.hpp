#pragma once
/// What a case is made of: everything is drawn from a seed and the case's number.

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>

#include "attention/multi_head_attention.hpp"
#include "core/random_layer.hpp"

namespace manyheads::differential {

/// A case can be drawn again: it is the same on every machine.
struct CaseName {
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
  std::size_t largest = 1000;  ///< no size is above this: the same case, only smaller
};

class Draw {
 public:
  explicit Draw(const CaseName& name)
      : generator_(name.seed, name.number), largest_(name.largest) {}

  std::uint64_t seed() { return generator_.next(); }
  bool one_in(std::uint64_t count) { return generator_.below(count) == 0; }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(generator_.below(count)); }
  template <typename Choice>
  Choice choose(std::initializer_list<Choice> choices) {
    return choices.begin()[below(choices.size())];
  }
  /// From 1 to `usual`, and once in 12 times to `rare`.
  std::size_t size(std::size_t usual, std::size_t rare) {
    return std::min(largest_, 1 + below(one_in(12) ? rare : usual));
  }
  /// Normal numbers of this standard deviation.
  Tensor tensor(const Shape& shape, double deviation = 1) {
    Tensor drawn = make_tensor(shape, "a case's tensor");
    fill_normal(elements(drawn), SeededGenerator(seed()), deviation);
    return drawn;
  }
  /// 0 with this chance, else 1.
  Tensor zeros_and_ones(const Shape& shape, double chance_of_zero);

 private:
  SeededGenerator generator_;
  std::size_t largest_;
};

/// A layer that can be anything.
AttentionConfig draw_config(Draw& draw);

/// The numbers of a case: near 1, or so small or large that scores are all equal or far apart.
double draw_deviation(Draw& draw);

/// A layer and a call of it. The options refer to the tensors.
struct DrawnCall {
  /// @param is_smooth  numbers near 1 only, for differences
  DrawnCall(Draw& draw, bool is_smooth);
  DrawnCall(const DrawnCall&) = delete;
  DrawnCall& operator=(const DrawnCall&) = delete;

  MultiHeadAttention layer;
  Tensor x, context, keys, values, positions, mask, score_bias, head_mask;
  ForwardOptions options;

 private:
  void draw_keys(Draw& draw, double deviation);
  void draw_visible_keys(Draw& draw);
  void draw_factors(Draw& draw, double deviation);

  std::size_t B_, T_, S_;
  bool batched_;
};

}  // namespace manyheads::differential
