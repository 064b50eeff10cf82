#pragma once
/// Multi-head latent attention: the keys and values of all heads are computed from one narrow row
/// per token, c_KV. A cache holds only that row and one rotary key for all heads.
///
/// c_KV = x W_DKV; K = c_KV W_UK; V = c_KV W_UV; Q = x W_Q, or (x W_DQ) W_UQ. Rotary parts: q_R of
/// each head is computed from the same input as Q, k_R = x W_KR is shared by all heads.
/// score = (Q K^T + q_R k_R^T) / sqrt(D + d_rope). Expanded form: computed as written above.
/// Absorbed form: Q (c_KV W_UK)^T = (Q W_UK^T) c_KV^T and P (c_KV W_UV) = (P c_KV) W_UV, so all
/// heads attend to the cached rows directly, as in multi-query attention, and keys and values of
/// past tokens are never computed again. The norms after the latents and their factors, which help
/// to train large models (section 3.1.2 of the paper), are left out. The matrices are the
/// transposes of the paper's: a projection here is x W.
/// @see DeepSeek-AI 2024 (DeepSeek-V2), sections 2.1.2 and 2.1.3, appendix C.

#include <cstddef>
#include <string_view>

#include "attention/cached_layer.hpp"
#include "attention/kernels/attend.hpp"
#include "attention/trace.hpp"
#include "fields/fields.hpp"
#include "fields/results.hpp"
#include "latent_attention/config.hpp"
#include "latent_attention/packed_weights.hpp"
#include "latent_attention/weights.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

struct LatentForwardOptions {
  bool causal = false;
  bool absorbed = false;  ///< the form that a cache uses; same output except for rounding
};

template <>
inline constexpr auto kFields<LatentForwardOptions> =
    fields(field::flag<&LatentForwardOptions::causal>("causal"),
           field::flag<&LatentForwardOptions::absorbed>("absorbed"));

/// Every tensor of one forward call in the expanded form, where R is d_rope. If x has no batch
/// axis, none of them has one.
struct LatentAttentionTrace {
  Tensor latent;  ///< c_KV, [B, T, d_latent]
  /// q and k are [B, H, T, D + R] with the rotary part last; v is [B, H, T, D].
  AttentionTrace expanded;
};
template <>
inline constexpr auto kResults<LatentAttentionTrace> =
    results(result<&LatentAttentionTrace::latent>("latent"),
            result<&LatentAttentionTrace::expanded>("expanded"));

/// Threads, memory and moves: as for MultiHeadAttention.
class LatentAttention : public CachedLayer {
 public:
  /// @param weights  absent ones are drawn from config.seed
  /// @throws ConfigError, ShapeError, OutOfMemoryError
  explicit LatentAttention(const LatentAttentionConfig& config,
                           LatentAttentionWeights weights = {});

  const LatentAttentionConfig& config() const { return config_; }
  /// A copy of the weights.
  LatentAttentionWeights weights() const { return weights_.unpack(config_); }

  /// @param x       [B, T, d_model] or [T, d_model]
  /// @param output  resized to x's shape
  /// @throws ShapeError, OutOfMemoryError
  void forward(const Tensor& x, const LatentForwardOptions& options, Tensor& output);
  Tensor forward(const Tensor& x, const LatentForwardOptions& options = {});

  /// Runs the expanded forward on the reference kernel and returns every tensor in between.
  LatentAttentionTrace trace(const Tensor& x, bool causal = false);

  /// One row per token, [c_KV ; k_R]. Its first d_latent elements are also the value.
  CachedRows cached_rows() const override;
  Size output_width() const override { return config_.d_model; }
  ForwardShape checked_step(const Tensor& x) const override;
  void append_keys_and_values(const Tensor& x, const ForwardShape& run, HeadRows<float> keys,
                              HeadRows<float> values) override;
  void attend_to_cached(const Tensor& x, const ForwardShape& run, const KeysAndValues& cached,
                        Tensor& output) override;

  /// Bytes of the packed weights; W_UK is packed twice.
  std::size_t bytes() const { return weights_.bytes(); }

 private:
  /// Intermediate results. Later calls reuse the memory: only a larger call allocates.
  struct Scratch {
    Buffer latent, query_latent, q, k, v, absorbed, heads;
    AttendScratch attend;
  };
  /// The configuration's sizes, after they were checked.
  struct Widths {
    std::size_t d_model, H, D, latent, rope;
    std::size_t head() const { return D + rope; }         ///< width of queries and keys
    std::size_t cached() const { return latent + rope; }  ///< width of [c_KV ; k_R]
  };

  Widths widths() const;
  ForwardShape checked_call(const Tensor& x, std::string_view operation) const;
  HeadRows<float> project_latent(const Tensor& x, const ForwardShape& run);
  HeadRows<float> project_queries(const Tensor& x, const ForwardShape& run);
  HeadRows<float> reserve_heads(const ForwardShape& run);
  AttendArguments expand(const Tensor& x, const ForwardShape& run, const ForwardOptions& options,
                         const HeadRows<const float>& latent);
  HeadRows<float> attend_absorbed(const Tensor& x, const ForwardShape& run, bool causal,
                                  const HeadRows<const float>& latent);
  void project_output(const HeadRows<float>& heads, const ForwardShape& run, Tensor& output) const;

  LatentAttentionConfig config_;
  PackedLatentWeights weights_;
  Scratch scratch_;
};

}  // namespace manyheads
