#include "latent_attention/packed_weights.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "tensor/random.hpp"

namespace manyheads {
namespace {

constexpr std::initializer_list<LatentWeightName> kLatent = {LatentWeightName::kWdkv,
                                                             LatentWeightName::kWkr};
constexpr std::initializer_list<LatentWeightName> kQueryLatent = {LatentWeightName::kWdq};
constexpr std::initializer_list<LatentWeightName> kQuery = {
    LatentWeightName::kWq, LatentWeightName::kWuq, LatentWeightName::kWqr};
constexpr std::initializer_list<LatentWeightName> kOutput = {LatentWeightName::kWo};

/// The matrices with joined weights, each with the names of these.
/// @param packed  PackedLatentWeights, const or not
template <typename Packed>
auto joined_matrices(Packed& packed) {
  return std::array{std::pair(kLatent, &packed.latent),
                    std::pair(kQueryLatent, &packed.query_latent), std::pair(kQuery, &packed.query),
                    std::pair(kOutput, &packed.output)};
}

/// The columns of one weight in a joined matrix: `width` of every `stride` columns, starting at
/// `first`.
struct Columns {
  std::size_t first, width, stride;
};

Columns column_range(const LatentAttentionConfig& config, LatentWeightName name) {
  const auto D = static_cast<std::size_t>(config.d_head);
  const auto rope = static_cast<std::size_t>(config.d_rope);
  const auto latent = static_cast<std::size_t>(config.d_latent);
  const auto whole = static_cast<std::size_t>(weight_shape(config, name)[1]);
  switch (name) {
    case LatentWeightName::kWdkv:
      return {0, latent, latent + rope};
    case LatentWeightName::kWkr:
      return {latent, rope, latent + rope};
    case LatentWeightName::kWq:
    case LatentWeightName::kWuq:
      return {0, D, D + rope};
    case LatentWeightName::kWqr:
      return {D, rope, D + rope};
    default:
      return {0, whole, whole};
  }
}

void insert_columns(const Tensor& weight, const Columns& range, Tensor& joined) {
  for (std::size_t i = 0; i < weight.size() / range.width; ++i) {
    std::copy_n(weight.data() + i * range.width, range.width,
                joined.data() + i * range.stride + range.first);
  }
}

void extract_columns(const Tensor& joined, const Columns& range, Tensor& weight) {
  for (std::size_t i = 0; i < weight.size() / range.width; ++i) {
    std::copy_n(joined.data() + i * range.stride + range.first, range.width,
                weight.data() + i * range.width);
  }
}

/// The shape of these weights side by side; empty where the layer has none of them.
Shape joined_shape(const LatentAttentionConfig& config,
                   std::initializer_list<LatentWeightName> names) {
  Shape shape;
  for (const LatentWeightName name : names) {
    if (!has_weight(config, name)) continue;
    const Shape own = weight_shape(config, name);
    shape = {own[0], own[1] + (shape.empty() ? 0 : shape[1])};
  }
  return shape;
}

std::vector<PackedMatrix> make_head_matrices(std::size_t heads, std::size_t rows,
                                             std::size_t columns) {
  std::vector<PackedMatrix> head_matrices(heads);
  for (PackedMatrix& head : head_matrices) head.resize(rows, columns);
  return head_matrices;
}

/// Makes room for all weights.
void resize_matrices(const LatentAttentionConfig& config, PackedLatentWeights& packed) {
  for (const auto& [names, matrix] : joined_matrices(packed)) {
    const Shape shape = joined_shape(config, names);
    if (!shape.empty()) matrix->resize(shape[0], shape[1]);
  }
  const auto heads = static_cast<std::size_t>(config.num_heads);
  const auto D = static_cast<std::size_t>(config.d_head);
  const auto d_latent = static_cast<std::size_t>(config.d_latent);
  packed.keys = make_head_matrices(heads, d_latent, D);
  packed.keys_transposed = make_head_matrices(heads, D, d_latent);
  packed.values = make_head_matrices(heads, d_latent, D);
}

/// Moves a weight out of `weights`, or draws it. So only one weight at a time is held twice.
Tensor take_weight(const LatentAttentionConfig& config, LatentAttentionWeights& weights,
                   LatentWeightName name) {
  Tensor weight = weights[name] ? std::move(*weights[name]) : seeded_weight(config, name);
  weights[name].reset();
  return weight;
}

/// Moves the weights that the layer has of these into one matrix.
Tensor join_weights(const LatentAttentionConfig& config, LatentAttentionWeights& weights,
                    std::initializer_list<LatentWeightName> names) {
  Tensor joined = make_tensor(joined_shape(config, names), to_text(*names.begin()));
  for (const LatentWeightName name : names) {
    if (!has_weight(config, name)) continue;
    insert_columns(take_weight(config, weights, name), column_range(config, name), joined);
  }
  return joined;
}

/// Packs the columns of each head of a weight, as they are or transposed.
void pack_heads(const Tensor& weight, std::vector<PackedMatrix>& head_matrices, bool transposed) {
  const std::size_t width = weight.shape(1) / head_matrices.size();
  for (std::size_t h = 0; h < head_matrices.size(); ++h) {
    const MatrixView head{weight.data() + h * width, weight.shape(0), width, weight.shape(1)};
    head_matrices[h].assign(transposed ? head.transposed() : head);
  }
}

/// The opposite of pack_heads without transposing.
void unpack_heads(const std::vector<PackedMatrix>& head_matrices, Tensor& weight) {
  const std::size_t width = head_matrices[0].columns();
  for (std::size_t h = 0; h < head_matrices.size(); ++h) {
    insert_columns(head_matrices[h].unpack(), {h * width, width, weight.shape(1)}, weight);
  }
}

}  // namespace

PackedLatentWeights::PackedLatentWeights(const LatentAttentionConfig& config,
                                         LatentAttentionWeights& weights) {
  resize_matrices(config, *this);  // first, because drawing large weights takes seconds
  for (const auto& [names, matrix] : joined_matrices(*this)) {
    if (matrix->rows() > 0) matrix->assign(as_matrix(join_weights(config, weights, names)));
  }
  const Tensor wuk = take_weight(config, weights, LatentWeightName::kWuk);
  pack_heads(wuk, keys, false);
  pack_heads(wuk, keys_transposed, true);
  pack_heads(take_weight(config, weights, LatentWeightName::kWuv), values, false);
}

LatentAttentionWeights PackedLatentWeights::unpack(const LatentAttentionConfig& config) const {
  LatentAttentionWeights copies;
  for (const LatentWeightName name : kLatentWeightNames) {
    if (!has_weight(config, name)) continue;
    copies[name] = make_tensor(weight_shape(config, name), to_text(name));
  }
  for (const auto& [names, matrix] : joined_matrices(*this)) {
    const Tensor joined = matrix->rows() > 0 ? matrix->unpack() : Tensor();
    for (const LatentWeightName name : names) {
      if (copies[name]) extract_columns(joined, column_range(config, name), *copies[name]);
    }
  }
  unpack_heads(keys, *copies[LatentWeightName::kWuk]);
  unpack_heads(values, *copies[LatentWeightName::kWuv]);
  return copies;
}

std::size_t PackedLatentWeights::bytes() const {
  std::size_t bytes = 0;
  for (const PackedMatrix* matrix : {&latent, &query_latent, &query, &output}) {
    bytes += matrix->bytes();
  }
  for (const auto* head_matrices : {&keys, &keys_transposed, &values}) {
    for (const PackedMatrix& matrix : *head_matrices) bytes += matrix.bytes();
  }
  return bytes;
}

}  // namespace manyheads
