#pragma once
/// The position-wise feed-forward layer: one hidden layer, the same for every token.
/// @see Vaswani et al. 2017, section 3.3; Shazeer 2020 for swiglu and geglu.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "feed_forward/weights.hpp"
#include "fields/tensors.hpp"
#include "kernels/matmul.hpp"
#include "kernels/projection_gradients.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Each gradient has the shape of its tensor.
struct FeedForwardGradients {
  Tensor dx;
  FeedForwardWeights d_weights;  ///< only of weights that the layer has
};

/// All intermediate tensors of one call. They have a batch axis if x has one.
struct FeedForwardTrace {
  Tensor a;                 ///< x W1 + b1, [B, T, d_ff]
  Tensor activated;         ///< relu(a), gelu(a) or silu(a), [B, T, d_ff]
  std::optional<Tensor> b;  ///< x W3, [B, T, d_ff]; only for a gated layer
  Tensor hidden;            ///< the input of W2: activated * b, or activated alone
  Tensor output;            ///< [B, T, d_model]
};
/// b comes last, since only a gated layer has it.
template <>
inline constexpr auto kTensors<FeedForwardTrace> = tensor_fields(
    tensor_field<&FeedForwardTrace::a>("a"),
    tensor_field<&FeedForwardTrace::activated>("activated"),
    tensor_field<&FeedForwardTrace::hidden>("hidden"),
    tensor_field<&FeedForwardTrace::output>("output"), tensor_field<&FeedForwardTrace::b>("b"));

/// Threads, memory and moves: as for MultiHeadAttention.
class FeedForward {
 public:
  /// @param weights  absent ones are drawn from config.seed
  /// @throws ConfigError, ShapeError, OutOfMemoryError
  explicit FeedForward(const FeedForwardConfig& config, FeedForwardWeights weights = {});

  const FeedForwardConfig& config() const { return config_; }
  /// A copy of the weights.
  FeedForwardWeights weights() const;

  /// relu, gelu: act(x W1 + b1) W2 + b2. swiglu: (silu(x W1) * (x W3)) W2. geglu: the same with
  /// gelu.
  /// @param x       [B, T, d_model] or [T, d_model]
  /// @param output  resized to x's shape
  /// @throws ShapeError, OutOfMemoryError
  void forward(const Tensor& x, Tensor& output);

  /// Runs forward and returns every tensor in between.
  /// @throws as forward
  FeedForwardTrace trace(const Tensor& x);

  /// Computes the gradients of the sum of output * d_output. Computes the hidden layer again.
  /// @param d_output   has x's shape
  /// @param gradients  written; its memory is reused, so that a call of the same sizes allocates
  ///                   nothing. Its dx may be x or d_output
  /// @throws as forward
  void backward(const Tensor& x, const Tensor& d_output, FeedForwardGradients& gradients);

  /// Bytes of the packed weights.
  std::size_t bytes() const;

 private:
  /// Intermediate results. Later calls reuse the memory: only a larger call allocates.
  struct Scratch {
    Buffer z, up, hidden, d_hidden, d_up;
    ProjectionScratch projection;
  };

  const PackedMatrix& matrix(FeedForwardWeight name) const;
  std::span<const float> bias(FeedForwardWeight name) const;
  float* hidden_rows(std::size_t rows, Buffer& buffer) const;
  MatrixView compute_hidden(const Tensor& x);
  void project_output(const MatrixView& hidden, const Shape& shape, Tensor& output) const;
  Preactivations preactivations(std::size_t rows) const;
  void weight_gradients(MatrixView input, MatrixView d_projected, FeedForwardWeight name,
                        FeedForwardGradients& gradients);

  FeedForwardConfig config_;
  std::array<PackedMatrix, 3> matrices_;      ///< W1, W2, W3
  std::array<std::vector<float>, 2> biases_;  ///< b1, b2
  Scratch scratch_;
};

}  // namespace manyheads
