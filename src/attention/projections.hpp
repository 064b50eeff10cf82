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

/// Identifies a layer's weights between two changes.
class WeightsVersion {
 public:
  WeightsVersion() = default;  ///< matches no layer
  bool operator==(const WeightsVersion&) const = default;

 private:
  friend class Projections;
  explicit WeightsVersion(const std::shared_ptr<const std::size_t>& changes)
      : changes_(changes), count_(*changes) {}

  /// Owned by the layer, so its address identifies the layer.
  std::shared_ptr<const std::size_t> changes_;
  std::size_t count_ = 0;
};

/// The four matrices, packed for products, and their biases. Tied heads have only head 0's columns.
class Projections {
 public:
  /// @param config   resolved
  /// @param weights  absent ones are drawn from config.seed
  /// @throws ConfigError, ShapeError, OutOfMemoryError
  Projections(const AttentionConfig& config, AttentionWeights weights);

  const AttentionConfig& config() const { return config_; }
  /// A copy; tied heads each get a copy of head 0's columns.
  AttentionWeights weights() const;
  /// Replaces the weights that are present. If one does not fit, nothing changes.
  /// @throws ConfigError, ShapeError
  void replace(const AttentionWeights& weights);
  /// Changes with each replace().
  WeightsVersion version() const { return WeightsVersion(changes_); }
  /// Bytes of the packed weights.
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
