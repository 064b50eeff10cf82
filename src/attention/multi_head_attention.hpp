#pragma once
/// Multi-head attention: project, split into heads, attend, put together, project again.
/// Grouped-query and multi-query attention are a number of key/value heads.
/// @see Vaswani et al. 2017, section 3.2.2; Shazeer 2019; Ainslie et al. 2023.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "attention/attend_online_softmax.hpp"
#include "attention/attend_schedules.hpp"
#include "attention/attention_gradients.hpp"
#include "attention/config.hpp"
#include "attention/forward_options.hpp"
#include "attention/kernels/attend.hpp"
#include "attention/trace.hpp"
#include "attention/weights.hpp"
#include "kernels/matmul.hpp"
#include "kv_cache/cached_layer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// What every query holds after each tile of keys, in S / tile.keys tiles, rounded up, and what
/// comes of it. Without a batch axis in x, none has one. @see OnlineSoftmaxSteps
struct OnlineTrace {
  Tensor running_max;  ///< [B, H, tiles, T]
  Tensor running_sum;  ///< [B, H, tiles, T]
  Tensor rescale;      ///< [B, H, tiles, T]
  Tensor partial;      ///< [B, H, tiles, T, D]
  Tensor heads;        ///< [B, H, T, D]; the last partial over the last sum, times the head mask
  Tensor output;       ///< [B, T, d_model]; the combined heads without an output projection
};
template <>
inline constexpr auto kTensors<OnlineTrace> = tensor_fields(
    tensor_field<&OnlineTrace::running_max>("running_max"),
    tensor_field<&OnlineTrace::running_sum>("running_sum"),
    tensor_field<&OnlineTrace::rescale>("rescale"), tensor_field<&OnlineTrace::partial>("partial"),
    tensor_field<&OnlineTrace::heads>("heads"), tensor_field<&OnlineTrace::output>("output"));

/// What a schedule did, and what came of it. Without a batch axis in x, none has one.
struct ScheduleTrace {
  ScheduleSteps schedule;
  Tensor heads;   ///< [B, H, T, D]
  Tensor output;  ///< [B, T, d_model]; the combined heads without an output projection
};

class MultiHeadAttention : public CachedLayer {
 public:
  /// @param given  those absent are drawn from config.seed
  /// @throws ConfigError, ShapeError, OutOfMemoryError
  explicit MultiHeadAttention(const AttentionConfig& config, AttentionWeights given = {});

  const AttentionConfig& config() const { return config_; }  ///< with its defaults worked out
  /// A copy of the weights; with tied heads every head's copy.
  AttentionWeights weights() const;
  /// Replaces those given. Nothing changes where one does not fit. Throws as the constructor does;
  /// ConfigError also while a cache holds tokens.
  void set_weights(const AttentionWeights& given);

  /// A layer with the same weights under another configuration. @see carried_over
  MultiHeadAttention with(const AttentionConfig& config, AttentionWeights given = {}) const;

  /// @param x       [B, T, d_model] or [T, d_model]
  /// @param output  resized to [B, T, d_model]; to the combined heads without output projection
  /// @throws ShapeError, ConfigError, OutOfMemoryError; Error for check_finite
  void forward(const Tensor& x, const ForwardOptions& options, Tensor& output);
  Tensor forward(const Tensor& x, const ForwardOptions& options = {});

  /// As forward, on the reference kernel, with everything in between.
  AttentionTrace trace(const Tensor& x, const ForwardOptions& options = {});

  /// As forward, by an online softmax whatever the kernel asked for; last_kernel stays as it was.
  /// @throws as forward; ConfigError for a tile without queries or keys
  OnlineTrace trace_online(const Tensor& x, Tile tile, const ForwardOptions& options = {},
                           Rescale rescale = Rescale::kWhenTheMaximumRises);

  /// As forward, in the order of a schedule; last_kernel stays as it was.
  /// @throws as forward; ConfigError naming the setting of the schedule that cannot be
  ScheduleTrace trace_schedule(const Tensor& x, const Schedule& schedule,
                               const ForwardOptions& options = {});

  /// As forward on the fused kernel, and keeps what backward_kept needs of it.
  /// @param output  not x itself
  /// @throws as forward; ConfigError where the options ask for the reference kernel
  void forward_keeping(const Tensor& x, const ForwardOptions& options, Tensor& output);

  /// Gradients of the sum of output * d_output. Computes the forward part again, on a kernel of its
  /// own, and changes nothing in the layer.
  /// @param d_output   of the output's shape
  /// @param gradients  filled; what it held is used again, so that a call of the same sizes
  ///                   allocates nothing. Tied heads: in head 0's columns, the others are 0.
  /// @throws as forward
  void backward(const Tensor& x, const Tensor& d_output, const ForwardOptions& options,
                AttentionGradients& gradients);

  /// The same for the x and the options of the forward_keeping before, which must still be there
  /// and as they were. May be called again, for another d_output.
  /// @throws as backward; ConfigError where any other call that computes with the layer's weights,
  ///         or changes them, came in between
  void backward_kept(const Tensor& d_output, AttentionGradients& gradients);

  CachedRows cached_rows() const override;
  ForwardShape checked_step(const Tensor& x) const override;
  void append_keys_and_values(const Tensor& x, const ForwardShape& run, HeadRows<float> keys,
                              HeadRows<float> values) override;
  void attend_to_cached(const Tensor& x, const ForwardShape& run, const KeysAndValues& from,
                        Tensor& output) override;

  /// What the last forward or trace ran on; empty before the first.
  std::optional<Kernel> last_kernel() const { return last_kernel_; }
  /// Bytes of the weights, as packed.
  std::size_t bytes() const;

 private:
  /// In the order W_Q, W_K, W_V, W_O; tied heads: head 0's columns only.
  struct Stored {
    std::array<PackedMatrix, 4> matrices;
    std::array<std::vector<float>, 4> biases;
  };
  /// What is projected, a row a token of the batch.
  struct Inputs {
    MatrixView of_queries, of_keys, of_values;
  };
  /// The call whose projections and heads' outputs lie in the scratch.
  struct Kept {
    ForwardShape run;
    ForwardOptions options;
    Inputs inputs;
    std::optional<KeptWeights> weights;
  };
  /// What lies in between, kept from call to call: only a larger call allocates.
  struct Scratch {
    Buffer positioned, q, k, v, heads, combined, weights, sums;
    AttendScratch attend;
    BackwardScratch backward;
  };

  const PackedMatrix& matrix(WeightName name) const;
  std::span<const float> bias(WeightName name) const;
  std::size_t packed_columns(WeightName name, const Shape& shape) const;
  void pack(WeightName name, const Tensor& weight);
  void project(const float* rows, std::size_t count, WeightName name, WeightName bias_name,
               float* result) const;
  HeadRows<const float> split(WeightName name, std::size_t rows, const Buffer& projected) const;
  HeadRows<const float> project_heads(MatrixView input, std::size_t rows, WeightName name,
                                      WeightName bias_name, Buffer& into);
  Inputs inputs_of(const Tensor& x, const ForwardShape& run, const ForwardOptions& options);
  HeadRows<const float> project_queries(const Inputs& inputs, std::size_t rows);
  KeysAndValues project_keys_and_values(const Inputs& inputs, std::size_t rows);
  AttendArguments arguments_of(HeadRows<const float> queries, const ForwardShape& run,
                               const ForwardOptions& options, const KeysAndValues& from) const;
  AttendArguments project_all(const Inputs& inputs, const ForwardShape& run,
                              const ForwardOptions& options);
  std::optional<KeptWeights> kept_weights(const ForwardShape& run, const ForwardOptions& options);
  void attend_to(const AttendArguments& arguments, const HeadRows<float>& heads, Tensor& output,
                 const KeptWeights* kept = nullptr);
  HeadRows<float> side_by_side(float* data, const ForwardShape& run) const;
  HeadRows<float> heads_beside(const ForwardShape& run);
  HeadRows<float> heads_in_place(const ForwardShape& run);
  const float* combined(const HeadRows<float>& heads, const ForwardShape& run);
  void finish(const HeadRows<float>& heads, const ForwardShape& run, const ForwardOptions& options,
              Tensor& output);
  /// From the projections on; from what was kept, unless it is null.
  void backward_from(const AttendArguments& arguments, const Inputs& inputs, const Kept* kept,
                     const Tensor& d_output, AttentionGradients& gradients);
  HeadRows<const float> backward_through_output(const Tensor& d_output, const ForwardShape& run);
  void output_gradients(const HeadRows<float>& heads, const Tensor& d_output,
                        const ForwardShape& run, AttentionGradients& gradients);
  void projection_gradients(WeightName name, MatrixView input, const Buffer& d_projected, Into into,
                            AttentionGradients& gradients, Tensor& d_input);

  AttentionConfig config_;
  Stored stored_;
  std::optional<Kernel> last_kernel_;
  std::optional<Kept> kept_;
  Scratch scratch_;
};

}  // namespace manyheads
