#pragma once
/// Floating-point operations of one layer's matrix products, two per multiply-add.

#include "cost/model_run.hpp"
#include "cost/model_shape.hpp"
#include "fields/results.hpp"

namespace manyheads {

/// Biases, norms, softmax and activations are not counted: they grow as N d and H N^2, without the
/// factor of a width. Causal attention counts as half, N^2 / 2 pairs of a query and a key, as is
/// usual. It really has N (N + 1) / 2 pairs, so half the diagonal is left out. Latent attention is
/// counted in its expanded form.
struct LayerFlops {
  Count projections;   ///< Q, K and V: 6 N d^2 with as many key/value heads as heads
  Count scores;        ///< Q K^T: 2 H N^2 D
  Count weighted_sum;  ///< weights V: 2 H N^2 D
  Count output;        ///< W_O: 2 N d^2
  Count attention;     ///< the four together
  Count feed_forward;
  /// The seq_len at which scores + weighted_sum equal projections + output: 2 d for plain
  /// multi-head attention. It may be a fraction.
  double crossover = 0;
  double crossover_with_feed_forward = 0;  ///< ... equal projections + output + feed_forward
};
template <>
inline constexpr auto kResults<LayerFlops> = results(
    result<&LayerFlops::projections>("projections"), result<&LayerFlops::scores>("scores"),
    result<&LayerFlops::weighted_sum>("weighted_sum"), result<&LayerFlops::output>("output"),
    result<&LayerFlops::attention>("attention"), result<&LayerFlops::feed_forward>("feed_forward"),
    result<&LayerFlops::crossover>("crossover"),
    result<&LayerFlops::crossover_with_feed_forward>("crossover_with_feed_forward"));

/// @throws as resolved(ModelShape) and count_tokens
LayerFlops layer_flops(const ModelShape& shape, ModelRun run, bool causal = false);

/// One step of decoding with a cache: the newest token of each sequence sees all seq_len tokens,
/// with itself. 8 d^2 + 4 N d for plain multi-head attention: nothing grows as N^2, and a causal
/// mask hides nothing. Latent attention is counted in its absorbed form, which its cache uses: the
/// projections cost the same, but scores are d_latent + d_rope wide for each head, and weighted
/// sums d_latent wide.
/// @throws as layer_flops
/// @see Pope et al. 2022, section 2; DeepSeek-AI 2024, "DeepSeek-V2", section 2.1.2.
LayerFlops decode_flops(const ModelShape& shape, ModelRun run);

}  // namespace manyheads
