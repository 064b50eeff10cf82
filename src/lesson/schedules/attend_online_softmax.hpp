#pragma once
/// Attention whose softmax never sees a whole row. It visits the keys tile after tile. Each query
/// keeps the maximum and the sum so far, and rescales its results whenever the maximum rises.
/// @see Milakov & Gimelshein 2018, algorithm 3 (online softmax); Dao et al. 2022, algorithm 1
///      (FlashAttention). The loops are those of Dao 2023 (FlashAttention-2, algorithm 1): queries
///      outside, keys inside, one division at the end.

#include <cstddef>
#include <limits>
#include <span>

#include "attention/kernels/attend.hpp"
#include "fields/fields.hpp"
#include "kernels/matmul.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// How many queries and keys are computed at a time; a larger number than there are means all.
/// Rounding depends on `keys` alone.
struct Tile {
  std::size_t queries = 0, keys = 0;
};
template <>
inline constexpr auto kFields<Tile> = fields(field::count<&Tile::queries>("queries"),
                                             field::count<&Tile::keys>("keys"));

/// kNever is a classic mistake that a learner can try: the sums from before the maximum rose then
/// count too much.
enum class Rescale { kWhenTheMaximumRises, kNever };

/// The softmax of one row of scores, over the scores seen so far.
struct OnlineSoftmax {
  float max = -std::numeric_limits<float>::infinity();  ///< of all scores but NaN
  float sum = 0.0f;  ///< of exp(score - max); 0 before the first visible score, >= 1 from then on
  float rescale =
      0.0f;  ///< exp(max before - max) of the last tile; 0 where there was no max before

  /// Replaces the next scores (hidden ones are -infinity) by exp(score - max) with the new max. NaN
  /// or +infinity makes the sum NaN from then on, as softmax does with the row.
  void add(std::span<float> scores, Rescale when = Rescale::kWhenTheMaximumRises);
  /// output = output * rescale + product, where product is this tile's weights times its values.
  void accumulate(const std::span<float>& output, const float* product) const;
  /// output / sum, once all tiles are accumulated.
  void divide(const std::span<float>& output) const;
};

/// What each query has computed after each tile of keys. There are S / tile.keys tiles, rounded up.
struct OnlineSoftmaxSteps {
  Tensor running_max;  ///< [B, H, tiles, T]; -infinity before the first visible key
  Tensor running_sum;  ///< [B, H, tiles, T], of exp(score - running_max), before dropout
  Tensor rescale;      ///< [B, H, tiles, T], the factor of sum and partial in this tile
  Tensor partial;  ///< [B, H, tiles, T, d_value], sum of exp(score - running_max) v, with dropout
};

/// Equals attend_reference to 1e-6 of the largest |V|, also where each of 5,000 tiles raises the
/// maximum (measured: 5e-7): sum and output are rescaled by the same factor, so its error cancels,
/// except for one rounding per tile. Before the division an output is up to S times as large: |V|
/// beyond 3.4e38 / S may overflow where the reference would not. It is made
/// for looking at the steps, which take more memory than the online softmax saves.
/// @param heads  [B, H, T, d_value], written; 0 for a query that sees no key
/// @return the state of every query after every tile
/// @throws ConfigError for a tile without queries or keys; OutOfMemoryError where the steps would
///         not fit.
OnlineSoftmaxSteps attend_online_softmax(const AttendArguments& arguments, Tile tile,
                                         HeadRows<float> heads,
                                         Rescale rescale = Rescale::kWhenTheMaximumRises);

}  // namespace manyheads
