#include "attention/projections.hpp"

#include <utility>

#include "tensor/random.hpp"

namespace manyheads {
namespace {

/// Whether the weight's last axis holds one block of d_head columns for each head.
bool is_split_over_heads(WeightName name) { return !is_output(name); }

}  // namespace

Projections::Projections(const AttentionConfig& config, AttentionWeights weights)
    : config_(config) {
  check_weights(config_, weights);
  for (WeightName name : kWeightNames) {
    if (has_weight(config_, name)) checked_size(weight_shape(config_, name), to_text(name));
  }
  for (WeightName name : kWeightNames) {  // first, because drawing large weights takes seconds
    if (!has_weight(config_, name) || is_bias(name)) continue;
    const Shape shape = weight_shape(config_, name);
    matrices_[matrix_index(name)].resize(shape[0], packed_columns(name, shape));
  }
  for (WeightName name : kWeightNames) {
    if (!has_weight(config_, name)) continue;
    // Moved, so that only one weight at a time is held twice.
    pack(name, weights[name] ? *std::move(weights[name]) : seeded_weight(config_, name));
  }
}

/// Once the shapes are checked, each weight is packed over the old one, which takes no memory.
void Projections::replace(const AttentionWeights& weights) {
  check_weights(config_, weights);
  ++*changes_;
  for (WeightName name : kWeightNames) {
    if (weights[name]) pack(name, *weights[name]);
  }
}

std::size_t Projections::packed_columns(WeightName name, const Shape& shape) const {
  const bool narrow = config_.tie_heads && is_split_over_heads(name);
  return static_cast<std::size_t>(narrow ? config_.d_head : shape.back());
}

void Projections::pack(WeightName name, const Tensor& weight) {
  const std::size_t columns = packed_columns(name, shape_of(weight)), index = matrix_index(name);
  if (!is_bias(name)) {
    matrices_[index].assign({weight.data(), weight.shape(0), columns, weight.shape(1)});
  } else {
    biases_[index].assign(weight.data(), weight.data() + columns);
  }
}

AttentionWeights Projections::weights() const {
  AttentionWeights copies;
  for (WeightName name : kWeightNames) {
    if (has_weight(config_, name)) copies[name] = unpack(name);
  }
  return copies;
}

/// Repeats the columns of head 0 where heads are tied.
Tensor Projections::unpack(WeightName name) const {
  Tensor copy = make_tensor(weight_shape(config_, name), to_text(name));
  const Tensor matrix = is_bias(name) ? Tensor() : this->matrix(name).unpack();
  const float* values = is_bias(name) ? bias(name).data() : matrix.data();
  const std::size_t width = copy.shape().back();
  const std::size_t packed = is_bias(name) ? bias(name).size() : this->matrix(name).columns();
  for (std::size_t i = 0; i < copy.size(); ++i) {
    copy.data()[i] = values[i / width * packed + i % width % packed];
  }
  return copy;
}

std::size_t Projections::bytes() const {
  std::size_t bytes = 0;
  for (const PackedMatrix& matrix : matrices_) bytes += matrix.bytes();
  for (const std::vector<float>& bias : biases_) bytes += bias.size() * sizeof(float);
  return bytes;
}

const PackedMatrix& Projections::matrix(WeightName name) const {
  return matrices_[matrix_index(name)];
}

std::span<const float> Projections::bias(WeightName matrix) const {
  return biases_[matrix_index(matrix)];
}

void Projections::project(WeightName name, const MatrixView& rows, float* result) const {
  const PackedMatrix& weight = matrix(name);
  matmul(rows, weight, weight.columns(), bias(name), {result, weight.columns()});
}

HeadRows<const float> Projections::split_heads(WeightName name, std::size_t rows,
                                               const float* projected) const {
  const std::size_t width = matrix(name).columns();
  const auto head_stride = config_.tie_heads ? 0 : static_cast<std::size_t>(config_.d_head);
  return {projected, rows * width, head_stride, width};
}

}  // namespace manyheads
