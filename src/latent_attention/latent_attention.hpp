#pragma once
/// Multi-head latent attention: the keys and values of all heads come from one narrow row a token,
/// c_KV, so that a cache holds that row, and one rotary key for all heads, instead of them.
///
/// c_KV = x W_DKV; K = c_KV W_UK; V = c_KV W_UV; Q = x W_Q, or (x W_DQ) W_UQ. Rotary parts: q_R of
/// each head from what Q is made of, k_R = x W_KR for all of them.
/// score = (Q K + q_R k_R) / sqrt(D + d_rope).
///
/// Expanded: as it stands there. Absorbed: Q (c_KV W_UK)^T = (Q W_UK^T) c_KV^T and
/// P (c_KV W_UV) = (P c_KV) W_UV, so that all heads attend to the cached rows themselves, as in
/// multi-query attention, and no token's keys and values are ever made again.
///
/// The norms after the latents and the factors beside them, which train large models (section
/// 3.1.2 of the paper), are left out; its matrices are transposed, a projection being x W.
/// @see DeepSeek-AI 2024 (DeepSeek-V2), sections 2.1.2 and 2.1.3, appendix C.

#include <cstddef>
#include <string_view>

#include "attention/cached_layer.hpp"
#include "attention/kernels/attend.hpp"
#include "attention/trace.hpp"
#include "latent_attention/config.hpp"
#include "latent_attention/packed_weights.hpp"
#include "latent_attention/weights.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

struct LatentForwardOptions {
  bool causal = false;
  bool absorbed = false;  ///< the same output, to rounding, the way a cache computes it
};

/// Every tensor of one forward call in the expanded form, R being d_rope. Without a batch axis in
/// x, none has one.
struct LatentAttentionTrace {
  Tensor latent;            ///< c_KV, [B, T, d_latent]
  AttentionTrace expanded;  ///< q and k are [B, H, T, D + R], the rotary part last; v [B, H, T, D]
};

class LatentAttention : public CachedLayer {
 public:
  /// @param given  those absent are drawn from config.seed
  /// @throws ConfigError, ShapeError, OutOfMemoryError
  explicit LatentAttention(const LatentAttentionConfig& config, LatentAttentionWeights given = {});

  const LatentAttentionConfig& config() const { return config_; }
  /// A copy of the weights.
  LatentAttentionWeights weights() const { return weights_.unpack(config_); }

  /// @param x       [B, T, d_model] or [T, d_model]
  /// @param output  resized to x's shape
  /// @throws ShapeError, OutOfMemoryError
  void forward(const Tensor& x, const LatentForwardOptions& options, Tensor& output);
  Tensor forward(const Tensor& x, const LatentForwardOptions& options = {});

  /// As the expanded forward, on the reference kernel, with everything in between.
  LatentAttentionTrace trace(const Tensor& x, bool causal = false);

  /// One row a token, [c_KV ; k_R], whose first d_latent elements are the value as well.
  CachedRows cached_rows() const override;
  ForwardShape checked_step(const Tensor& x) const override;
  void append_keys_and_values(const Tensor& x, const ForwardShape& run, HeadRows<float> keys,
                              HeadRows<float> values) override;
  void attend_to_cached(const Tensor& x, const ForwardShape& run, const KeysAndValues& from,
                        Tensor& output) override;

  /// Bytes of the weights, as packed; W_UK twice.
  std::size_t bytes() const { return weights_.bytes(); }

 private:
  /// What lies in between, kept from call to call: only a larger call allocates.
  struct Scratch {
    Buffer latent, query_latent, q, k, v, absorbed, heads;
    AttendScratch attend;
  };
  /// The configuration's, once they are known to fit.
  struct Widths {
    std::size_t d_model, H, D, latent, rope;
    std::size_t head() const { return D + rope; }         ///< of queries and keys
    std::size_t cached() const { return latent + rope; }  ///< of [c_KV ; k_R]
  };

  Widths widths() const;
  ForwardShape checked_call(const Tensor& x, std::string_view operation) const;
  HeadRows<float> project_latent(const Tensor& x, const ForwardShape& run);
  HeadRows<float> project_queries(const Tensor& x, const ForwardShape& run);
  HeadRows<float> heads_of(const ForwardShape& run);
  AttendArguments expanded(const Tensor& x, const ForwardShape& run, const ForwardOptions& options,
                           const HeadRows<const float>& latent);
  HeadRows<float> attend_absorbed(const Tensor& x, const ForwardShape& run, bool causal,
                                  const HeadRows<const float>& latent);
  void finish(const HeadRows<float>& heads, const ForwardShape& run, Tensor& output) const;

  LatentAttentionConfig config_;
  PackedLatentWeights weights_;
  Scratch scratch_;
};

}  // namespace manyheads
