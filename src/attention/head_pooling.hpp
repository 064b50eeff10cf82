#pragma once
/// Fewer key/value heads out of more: how a multi-head layer becomes a grouped or multi-query one.

#include <cstdint>

#include "attention/multi_head_attention.hpp"
#include "fields/choices.hpp"

namespace manyheads {

/// What becomes of the key/value heads of a group: their mean, or the first of them.
enum class HeadPooling : std::uint8_t { kMean, kFirst };
template <>
inline constexpr auto kChoices<HeadPooling> = choices("mean", "first");

/// The layer with so many key/value heads: neighbours are pooled, their columns of W_K, W_V, b_k
/// and b_v; all else is kept. The mean is taken in double and rounded once: of heads that are equal
/// to the bit, it is that head to the bit, so that nothing is lost. Tied heads, all head 0, stay
/// tied. Weights are promised to the bit, outputs are not: those of equal or tied heads differ from
/// the layer's by rounding, since products of other widths may be added up in another order.
/// @throws ConfigError naming num_kv_heads where it does not divide the layer's
/// @see Ainslie et al. 2023, section 2.1
MultiHeadAttention to_grouped(const MultiHeadAttention& layer, Size num_kv_heads,
                              HeadPooling from = HeadPooling::kMean);

}  // namespace manyheads
