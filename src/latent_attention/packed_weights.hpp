#pragma once
/// The weights of latent attention, packed for its products.

#include <cstddef>
#include <vector>

#include "kernels/matmul.hpp"
#include "latent_attention/config.hpp"
#include "latent_attention/weights.hpp"

namespace manyheads {

/// Weights that multiply the same rows are joined to one matrix. Weights that multiply each head's
/// own rows are one matrix per head. W_UK^T is packed at once, not at its first use: it is a small
/// part of all weights, and so no later call has to wait for it or runs out of memory.
struct PackedLatentWeights {
  /// @param weights  already checked; moved from; absent ones are drawn from config.seed
  PackedLatentWeights(const LatentAttentionConfig& config, LatentAttentionWeights& weights);

  LatentAttentionWeights unpack(const LatentAttentionConfig& config) const;
  std::size_t bytes() const;

  PackedMatrix latent;             ///< [d_model, d_latent + d_rope]: W_DKV, W_KR
  PackedMatrix query_latent;       ///< W_DQ, or empty
  PackedMatrix query;              ///< for each head its columns of W_Q or W_UQ, then of W_QR
  std::vector<PackedMatrix> keys;  ///< W_UK, [d_latent, D] for each head
  std::vector<PackedMatrix> keys_transposed;  ///< W_UK^T, [D, d_latent] for each head
  std::vector<PackedMatrix> values;           ///< W_UV, [d_latent, D] for each head
  PackedMatrix output;                        ///< W_O
};

}  // namespace manyheads
