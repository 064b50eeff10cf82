#pragma once
/// Measures of attention weights, [B, H, T, S] or [H, T, S]. A row is one query's weights.

#include <array>

#include "fields/results.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Entropy of each row: - sum of w ln w, in nats; 0 where a query sees no key.
/// @return  [B, H, T], or [H, T]
/// @throws ShapeError for another rank, as all measures do
Tensor entropy(const Tensor& weights);

/// Mean Jensen-Shannon divergence between the rows of each pair of heads, in nats: 0 where two
/// heads are equal, ln 2 where they have nothing in common. A row does not count where all weights
/// of both heads are 0.
/// @return  [H, H], symmetric, 0 on the diagonal
/// @see Lin 1991, "Divergence measures based on the Shannon entropy", eq. 5.1.
Tensor head_distance(const Tensor& weights);

struct HeadPair {
  std::array<std::size_t, 2> heads;
  double distance;
};
template <>
inline constexpr auto kResults<HeadPair> = results(result<&HeadPair::heads>("heads"),
                                                   result<&HeadPair::distance>("distance"));

/// The mean distance over all pairs of heads, and the pairs that differ most and least.
struct HeadDiversity {
  double mean = 0;
  HeadPair most, least;
};
template <>
inline constexpr auto kResults<HeadDiversity> = results(result<&HeadDiversity::mean>("mean"),
                                                        result<&HeadDiversity::most>("most"),
                                                        result<&HeadDiversity::least>("least"));

/// @throws ShapeError for fewer than two heads.
HeadDiversity head_diversity(const Tensor& weights);

/// Trace of the softmax Jacobian, sum of w (1 - w), mean over rows: near 0, no gradient flows. A
/// row in which all weights are 0 counts as 0.
/// @return  [H]
Tensor saturation(const Tensor& weights);

}  // namespace manyheads
