#pragma once
/// The weights of a layer of attention, packed, and the products with them.

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "attention/config.hpp"
#include "attention/head_rows.hpp"
#include "attention/weights.hpp"
#include "kernels/matmul.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Names a layer's weights between two changes of them.
class WeightsVersion {
 public:
  WeightsVersion() = default;  ///< of no layer
  bool operator==(const WeightsVersion&) const = default;

 private:
  friend class Projections;
  explicit WeightsVersion(const std::shared_ptr<const std::size_t>& changes)
      : changes_(changes), count_(*changes) {}

  std::shared_ptr<const std::size_t> changes_;  ///< the layer's own: its address names the layer
  std::size_t count_ = 0;
};

/// The four matrices in the form that products read, and their biases. Of tied heads head 0's
/// columns only.
class Projections {
 public:
  /// @param config   resolved
  /// @param weights  those absent are drawn from config.seed
  /// @throws ConfigError, ShapeError, OutOfMemoryError
  Projections(const AttentionConfig& config, AttentionWeights weights);

  const AttentionConfig& config() const { return config_; }
  /// A copy; with tied heads every head's copy.
  AttentionWeights weights() const;
  /// Replaces those that are there. Nothing changes where one does not fit.
  /// @throws ConfigError, ShapeError
  void replace(const AttentionWeights& weights);
  /// Another after each replace().
  WeightsVersion version() const { return WeightsVersion(changes_); }
  /// Bytes of the weights, as packed.
  std::size_t bytes() const;

  /// One of the four matrices.
  const PackedMatrix& matrix(WeightName name) const;
  /// rows W + b for one of the four matrices: one product for all heads.
  /// @param rows    [N, d_in], in one piece
  /// @param result  [N, columns of the matrix]
  void project(WeightName name, const MatrixView& rows, float* result) const;
  /// The heads of a projection, [B, heads, rows, d_head]. Heads are blocks of columns, so nothing
  /// moves; tied heads all read the same block.
  HeadRows<const float> split_heads(WeightName name, std::size_t rows,
                                    const float* projected) const;

 private:
  std::size_t packed_columns(WeightName name, const Shape& shape) const;
  void pack(WeightName name, const Tensor& weight);
  Tensor unpack(WeightName name) const;
  std::span<const float> bias(WeightName matrix) const;

  AttentionConfig config_;
  // In the order W_Q, W_K, W_V, W_O.
  std::array<PackedMatrix, 4> matrices_;
  std::array<std::vector<float>, 4> biases_;
  std::shared_ptr<std::size_t> changes_ = std::make_shared<std::size_t>(0);
};

}  // namespace manyheads
