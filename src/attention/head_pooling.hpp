#pragma once
/// Reduces the number of key/value heads: turns a multi-head layer into a grouped or multi-query
/// one.

#include <cstdint>

#include "attention/multi_head_attention.hpp"
#include "fields/choices.hpp"

namespace manyheads {

/// What replaces the key/value heads of a group: their mean, or the first of them.
enum class HeadPooling : std::uint8_t { kMean, kFirst };
template <>
inline constexpr auto kChoices<HeadPooling> = choices("mean", "first");

/// The layer with `num_kv_heads` key/value heads: pools the columns of neighbouring heads in W_K,
/// W_V, b_k and b_v and keeps the rest. The mean is computed in double and rounded once, so the
/// mean of heads that are equal to the bit is the same head to the bit. Tied heads stay tied. For
/// equal or tied heads the weights are exact to the bit, but the outputs differ from the layer's by
/// rounding, since products of other widths may be added up in another order.
/// @throws ConfigError naming num_kv_heads where it does not divide the layer's
/// @see Ainslie et al. 2023, section 2.1
MultiHeadAttention to_grouped(const MultiHeadAttention& layer, Size num_kv_heads,
                              HeadPooling pooling = HeadPooling::kMean);

}  // namespace manyheads
