#pragma once
/// The weights of latent attention as its products read them.

#include <cstddef>
#include <vector>

#include "kernels/matmul.hpp"
#include "latent_attention/config.hpp"
#include "latent_attention/weights.hpp"

namespace manyheads {

/// What the same rows are multiplied by is one matrix; what each head multiplies by its own rows is
/// a matrix a head. W_UK^T is packed at once, not when it is first asked for: it is a small part of
/// them all, and so no later call has to wait for it or runs out of memory.
struct PackedLatentWeights {
  /// @param given  already checked, and taken; those absent are drawn from config.seed
  PackedLatentWeights(const LatentAttentionConfig& config, LatentAttentionWeights& given);

  LatentAttentionWeights unpack(const LatentAttentionConfig& config) const;
  std::size_t bytes() const;

  PackedMatrix latent;                  ///< [d_model, d_latent + d_rope]: W_DKV, W_KR
  PackedMatrix query_latent;            ///< W_DQ, or empty
  PackedMatrix query;                   ///< of each head the columns of W_Q or W_UQ, then of W_QR
  std::vector<PackedMatrix> keys;       ///< W_UK, [d_latent, D] a head
  std::vector<PackedMatrix> absorbing;  ///< W_UK^T, [D, d_latent] a head
  std::vector<PackedMatrix> values;     ///< W_UV, [d_latent, D] a head
  PackedMatrix output;                  ///< W_O
};

}  // namespace manyheads
