#pragma once
/// Layers of latent attention of all kinds, and a plain implementation of their formulas.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/tensors.hpp"
#include "kernels/matmul.hpp"
#include "kernels/softmax.hpp"
#include "latent_attention/latent_attention.hpp"
#include "latent_attention/rope.hpp"

namespace manyheads {

/// With and without compressed queries and a rotary part. All widths differ; none is a multiple
/// of 4.
inline const LatentAttentionConfig kPlainLatent{
    .d_model = 7, .num_heads = 3, .d_head = 3, .d_latent = 5, .seed = 17};
inline const LatentAttentionConfig kRotaryLatent{
    .d_model = 7, .num_heads = 3, .d_head = 3, .d_latent = 5, .d_rope = 6, .seed = 17};
inline const LatentAttentionConfig kCompressedLatent{
    .d_model = 7, .num_heads = 3, .d_head = 3, .d_latent = 5, .d_latent_query = 4, .seed = 17};
inline const LatentAttentionConfig kFullLatent{.d_model = 7,
                                               .num_heads = 3,
                                               .d_head = 3,
                                               .d_latent = 5,
                                               .d_latent_query = 4,
                                               .d_rope = 2,
                                               .seed = 17};
inline const std::vector<LatentAttentionConfig> kLatentLayers = {kPlainLatent, kRotaryLatent,
                                                                 kCompressedLatent, kFullLatent};

/// x [T, d_model] -> [T, d_model], one head, one query and one key at a time.
inline Tensor latent_attention_by_formula(const LatentAttentionConfig& config,
                                          const LatentAttentionWeights& weights, const Tensor& x,
                                          bool causal) {
  using Weight = LatentWeightName;
  const std::size_t T = x.shape(0), H = config.num_heads, D = config.d_head, R = config.d_rope;
  const bool compressed = config.d_latent_query > 0;
  const Tensor query_input = compressed ? matmul(x, *weights[Weight::kWdq]) : x;
  const Tensor latent = matmul(x, *weights[Weight::kWdkv]);
  const Tensor q = matmul(query_input, *weights[compressed ? Weight::kWuq : Weight::kWq]);
  const Tensor k = matmul(latent, *weights[Weight::kWuk]),
               v = matmul(latent, *weights[Weight::kWuv]);
  Tensor q_rotary, k_rotary;
  if (R > 0) {
    q_rotary = matmul(query_input, *weights[Weight::kWqr]);
    k_rotary = matmul(x, *weights[Weight::kWkr]);
    for (std::size_t t = 0; t < T; ++t) {
      for (std::size_t h = 0; h < H; ++h) rotate_reference({&q_rotary(t, h * R), R}, t);
      rotate_reference({&k_rotary(t, 0), R}, t);
    }
  }

  Tensor heads = full({T, H * D}, 0);
  for (std::size_t h = 0; h < H; ++h) {
    for (std::size_t t = 0; t < T; ++t) {
      std::vector<float> row(causal ? t + 1 : T);
      for (std::size_t s = 0; s < row.size(); ++s) {
        for (std::size_t d = h * D; d < (h + 1) * D; ++d) row[s] += q(t, d) * k(s, d);
        for (std::size_t r = 0; r < R; ++r) row[s] += q_rotary(t, h * R + r) * k_rotary(s, r);
        row[s] /= std::sqrt(static_cast<float>(D + R));
      }
      softmax_row_reference(row);
      for (std::size_t s = 0; s < row.size(); ++s) {
        for (std::size_t d = h * D; d < (h + 1) * D; ++d) heads(t, d) += row[s] * v(s, d);
      }
    }
  }
  return matmul(heads, *weights[Weight::kWo]);
}

}  // namespace manyheads
