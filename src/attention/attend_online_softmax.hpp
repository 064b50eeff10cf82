#pragma once
/// Attention whose softmax never sees a whole row: the keys pass tile after tile, and each query
/// keeps the maximum and the sum so far, rescaling what it has whenever the maximum rises.
/// @see Milakov & Gimelshein 2018, algorithm 3 (online softmax); Dao et al. 2022, algorithm 1
///      (FlashAttention). The loops are those of Dao 2023 (FlashAttention-2, algorithm 1): queries
///      outside, keys inside, one division at the end.

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "attention/attend.hpp"
#include "kernels/matmul.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// How many queries meet how many keys at a time; more than there are counts as all. Rounding
/// depends on `keys` alone.
struct Tile {
  std::size_t queries, keys;
};

/// The softmax of one row of scores, as far as they have been seen.
struct OnlineSoftmax {
  float max = -std::numeric_limits<float>::infinity();  ///< of the scores that are numbers
  float sum = 0.0f;  ///< of exp(score - max); 0 before the first visible score, >= 1 from then on
  float rescale =
      0.0f;  ///< exp(max before - max) of the last tile; 0 where there was no max before

  /// Replaces the next scores, hidden ones -infinity, by exp(score - max), max being the new one.
  /// NaN or +infinity makes the sum NaN for good, as softmax does the row.
  void add(std::span<float> scores);
};

/// What each query holds after each tile of keys; there are S / tile.keys tiles, rounded up.
struct OnlineSoftmaxSteps {
  Tensor running_max;  ///< [B, H, tiles, T]; -infinity before the first visible key
  Tensor running_sum;  ///< [B, H, tiles, T], of exp(score - running_max), before dropout
  Tensor rescale;      ///< [B, H, tiles, T], what sum and partial were multiplied by in this tile
  Tensor partial;      ///< [B, H, tiles, T, d_head], sum of exp(score - running_max) v, dropped
};

/// Memory of attend_online_softmax, kept from call to call: one tile's, however many keys there
/// are.
struct OnlineSoftmaxScratch {
  PackedMatrix keys;           ///< K^T of one tile, [d_head, tile.keys]
  PackedMatrix values;         ///< V of one tile, [tile.keys, d_head]
  std::vector<float> scores;   ///< [tile.queries, tile.keys]
  std::vector<float> product;  ///< [tile.queries, d_head]
  std::vector<OnlineSoftmax> rows;
};

/// Equals attend_reference to 1e-6 of the largest |V|, also where each of 5,000 tiles raises the
/// maximum (measured: 5e-7): sum and output are rescaled by the same factor, so that its error
/// cancels but for one rounding a tile. Before the division an output is up to S times as large:
/// |V| beyond 3.4e38 / S may overflow where the reference would not.
/// Each block of queries packs all keys and values anew: tiles of 32 x 128 take 1.3 to 1.5 times as
/// long as 128 x 128 (native AVX-512, d_head 64, T = S = 512 to 4096).
/// @param heads  [B, H, T, d_head], written; 0 for a query that sees no key
/// @throws ConfigError for a tile without queries or keys; OutOfMemoryError for a tile of scores
///         that would not fit one tensor.
void attend_online_softmax(const AttendArguments& arguments, Tile tile, HeadRows<float> heads,
                           OnlineSoftmaxScratch& scratch);

/// The same, and what every query held after every tile.
/// @throws as above; OutOfMemoryError where the steps would not fit.
OnlineSoftmaxSteps attend_online_softmax(const AttendArguments& arguments, Tile tile,
                                         HeadRows<float> heads);

}  // namespace manyheads
