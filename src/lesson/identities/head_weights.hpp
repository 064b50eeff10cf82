#pragma once
/// The weights of single heads, and weights whose heads are copied or moved.

#include <cstddef>
#include <span>

#include "attention/multi_head_attention.hpp"

namespace manyheads {

/// The number of query heads that share a key/value head.
std::size_t group_size(const AttentionConfig& config);

/// The part of a weight that query head `head` uses: columns of a projection or bias, rows of W_O.
Tensor slice_for_head(const AttentionConfig& config, const AttentionWeights& weights,
                      WeightName name, std::size_t head);

/// All weights that one head uses. b_o belongs to no head.
AttentionWeights weights_for_head(const AttentionConfig& config, const AttentionWeights& weights,
                                  std::size_t head);

/// Columns in blocks of d_head: the result's block h is the weight's block sources[h].
Tensor rearrange_blocks(const Tensor& weight, std::span<const std::size_t> sources,
                        std::size_t d_head);

}  // namespace manyheads
