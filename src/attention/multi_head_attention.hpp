#pragma once
/// Multi-head attention: project, split into heads, attend, combine the heads, project again.
/// Grouped-query and multi-query attention only differ in the number of key/value heads.
/// @see Vaswani et al. 2017, section 3.2.2; Shazeer 2019; Ainslie et al. 2023.

#include <cstddef>
#include <optional>
#include <string_view>

#include "attention/attention_backward.hpp"
#include "attention/attention_gradients.hpp"
#include "attention/attention_tape.hpp"
#include "attention/cached_layer.hpp"
#include "attention/config.hpp"
#include "attention/forward_options.hpp"
#include "attention/forward_pass.hpp"
#include "attention/projections.hpp"
#include "attention/trace.hpp"
#include "attention/traced_call.hpp"
#include "attention/weights.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Calls that are not const, and steps of the layer's caches, share its working memory: only one
/// thread at a time may use a layer and its caches. Different layers share nothing, and
/// `layer.with(layer.config())` copies one. If memory runs out, a call throws std::bad_alloc, and
/// the weights stay as they were. A layer that was moved from can only be assigned to or destroyed.
class MultiHeadAttention : public CachedLayer {
 public:
  /// @param weights  absent ones are drawn from config.seed
  /// @throws ConfigError, ShapeError, OutOfMemoryError
  explicit MultiHeadAttention(const AttentionConfig& config, AttentionWeights weights = {});

  /// The configuration with its defaults filled in.
  const AttentionConfig& config() const { return projections_.config(); }
  /// A copy of the weights; tied heads each get a copy of head 0's columns.
  AttentionWeights weights() const { return projections_.weights(); }
  /// Replaces the weights that are present. If one does not fit, nothing changes. Throws as the
  /// constructor does, and ConfigError while a cache holds tokens.
  void set_weights(const AttentionWeights& weights);

  /// A layer with the same weights under another configuration. @see carry_over_weights
  /// @param weights  replace this layer's
  MultiHeadAttention with(const AttentionConfig& config, AttentionWeights weights = {}) const;

  /// @param x       [B, T, d_model] or [T, d_model]
  /// @param output  resized to [B, T, d_model]; without an output projection, to the shape of the
  ///                combined heads. May be x. Written too where check_finite finds NaN or infinity
  ///                in it.
  /// @throws ShapeError, ConfigError, OutOfMemoryError; Error for check_finite
  void forward(const Tensor& x, const ForwardOptions& options, Tensor& output);
  Tensor forward(const Tensor& x, const ForwardOptions& options = {});

  /// Runs forward on the reference kernel and returns every tensor in between.
  AttentionTrace trace(const Tensor& x, const ForwardOptions& options = {});

  /// Projects x, for a caller that computes the heads in its own way. The result is valid until the
  /// next call of the layer; x and the options must live as long. last_kernel does not change.
  /// @param operation  the first word of the messages
  /// @throws as forward
  TracedCall start_traced_call(const Tensor& x, const ForwardOptions& options,
                               std::string_view operation);

  /// Runs forward on the fused kernel and records the call for backward.
  /// @param output  may be x
  /// @param reused  a tape that is no longer needed: a call of the same sizes allocates nothing
  /// @throws as forward; ConfigError where the options ask for the reference kernel
  [[nodiscard]] AttentionTape forward_with_tape(const Tensor& x, const ForwardOptions& options,
                                                Tensor& output, AttentionTape reused = {});

  /// Computes the gradients of the sum of output * d_output. Runs the forward part again, on a
  /// kernel of its own, and changes nothing in the layer.
  /// @param d_output   has the output's shape
  /// @param gradients  written; its memory is reused, so that a call of the same sizes allocates
  ///                   nothing. Its dx may be x or d_output. With tied heads the gradients are in
  ///                   head 0's columns, and the others are 0. Written too where check_finite finds
  ///                   NaN or infinity in them.
  /// @throws as forward
  void backward(const Tensor& x, const Tensor& d_output, const ForwardOptions& options,
                AttentionGradients& gradients);

  /// The same for a recorded call; other calls may have come in between. It may be called again,
  /// with another d_output.
  /// @throws as backward; ConfigError where the tape is empty, of another layer, or older than
  ///         set_weights
  void backward(const AttentionTape& tape, const Tensor& d_output, AttentionGradients& gradients);

  CachedRows cached_rows() const override;
  Size output_width() const override { return manyheads::output_width(config()); }
  ForwardShape checked_step(const Tensor& x) const override;
  void append_keys_and_values(const Tensor& x, const ForwardShape& run, HeadRows<float> keys,
                              HeadRows<float> values) override;
  void attend_to_cached(const Tensor& x, const ForwardShape& run, const KeysAndValues& cached,
                        Tensor& output) override;

  /// The kernel of the last call; empty before the first. backward and start_traced_call do not
  /// count.
  std::optional<Kernel> last_kernel() const { return last_kernel_; }
  /// Bytes of the packed weights.
  std::size_t bytes() const { return projections_.bytes(); }

 private:
  Projections projections_;
  std::optional<Kernel> last_kernel_;
  ForwardScratch forward_;
  BackwardScratch backward_;
};

}  // namespace manyheads
