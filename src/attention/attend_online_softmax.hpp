#pragma once
/// Attention whose softmax never sees a whole row: the keys pass tile after tile, and each query
/// keeps the maximum and the sum so far, rescaling what it has whenever the maximum rises.
/// @see Milakov & Gimelshein 2018, algorithm 3 (online softmax); Dao et al. 2022, algorithm 1
///      (FlashAttention). The loops are those of Dao 2023 (FlashAttention-2, algorithm 1): queries
///      outside, keys inside, one division at the end.

#include <cstddef>
#include <limits>
#include <span>

#include "attention/kernels/attend.hpp"
#include "kernels/matmul.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// How many queries meet how many keys at a time; more than there are counts as all. Rounding
/// depends on `keys` alone.
struct Tile {
  std::size_t queries, keys;
};

/// kNever is the classic mistake, there to be tried: what was summed up under a smaller maximum
/// then counts for too much.
enum class Rescale { kWhenTheMaximumRises, kNever };

/// The softmax of one row of scores, as far as they have been seen.
struct OnlineSoftmax {
  float max = -std::numeric_limits<float>::infinity();  ///< of the scores that are numbers
  float sum = 0.0f;  ///< of exp(score - max); 0 before the first visible score, >= 1 from then on
  float rescale =
      0.0f;  ///< exp(max before - max) of the last tile; 0 where there was no max before

  /// Replaces the next scores, hidden ones -infinity, by exp(score - max), max being the new one.
  /// NaN or +infinity makes the sum NaN for good, as softmax does the row.
  void add(std::span<float> scores, Rescale when = Rescale::kWhenTheMaximumRises);
};

/// What each query holds after each tile of keys; there are S / tile.keys tiles, rounded up.
struct OnlineSoftmaxSteps {
  Tensor running_max;  ///< [B, H, tiles, T]; -infinity before the first visible key
  Tensor running_sum;  ///< [B, H, tiles, T], of exp(score - running_max), before dropout
  Tensor rescale;      ///< [B, H, tiles, T], what sum and partial were multiplied by in this tile
  Tensor partial;      ///< [B, H, tiles, T, d_value], sum of exp(score - running_max) v, dropped
};

/// Equals attend_reference to 1e-6 of the largest |V|, also where each of 5,000 tiles raises the
/// maximum (measured: 5e-7): sum and output are rescaled by the same factor, so that its error
/// cancels but for one rounding a tile. Before the division an output is up to S times as large:
/// |V| beyond 3.4e38 / S may overflow where the reference would not.
/// It is there to be looked at: what it saves, and more, the steps that it returns take up again.
/// @param heads  [B, H, T, d_value], written; 0 for a query that sees no key
/// @return what every query held after every tile
/// @throws ConfigError for a tile without queries or keys; OutOfMemoryError where the steps would
///         not fit.
OnlineSoftmaxSteps attend_online_softmax(const AttendArguments& arguments, Tile tile,
                                         HeadRows<float> heads,
                                         Rescale rescale = Rescale::kWhenTheMaximumRises);

}  // namespace manyheads
