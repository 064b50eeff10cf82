#include "latent_attention/packed_weights.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace manyheads {
namespace {

using Weight = LatentWeightName;

constexpr std::initializer_list<Weight> kLatent = {Weight::kWdkv, Weight::kWkr};
constexpr std::initializer_list<Weight> kQueryLatent = {Weight::kWdq};
constexpr std::initializer_list<Weight> kQuery = {Weight::kWq, Weight::kWuq, Weight::kWqr};
constexpr std::initializer_list<Weight> kOutput = {Weight::kWo};

/// A weight's columns among others': of every `stride` columns `width`, from `first` on.
struct Columns {
  std::size_t first, width, stride;
};

Columns columns_of(const LatentAttentionConfig& config, Weight name) {
  const auto D = static_cast<std::size_t>(config.d_head);
  const auto rope = static_cast<std::size_t>(config.d_rope);
  const auto latent = static_cast<std::size_t>(config.d_latent);
  const auto whole = static_cast<std::size_t>(weight_shape(config, name)[1]);
  switch (name) {
    case Weight::kWdkv:
      return {0, latent, latent + rope};
    case Weight::kWkr:
      return {latent, rope, latent + rope};
    case Weight::kWq:
    case Weight::kWuq:
      return {0, D, D + rope};
    case Weight::kWqr:
      return {D, rope, D + rope};
    default:
      return {0, whole, whole};
  }
}

void insert(const Tensor& weight, const Columns& at, Tensor& joined) {
  for (std::size_t i = 0; i < weight.size() / at.width; ++i) {
    std::copy_n(weight.data() + i * at.width, at.width, joined.data() + i * at.stride + at.first);
  }
}

void extract(const Tensor& joined, const Columns& at, Tensor& weight) {
  for (std::size_t i = 0; i < weight.size() / at.width; ++i) {
    std::copy_n(joined.data() + i * at.stride + at.first, at.width, weight.data() + i * at.width);
  }
}

/// Of these weights side by side; empty where the layer has none of them.
Shape joined_shape(const LatentAttentionConfig& config, std::initializer_list<Weight> names) {
  Shape shape;
  for (const Weight name : names) {
    if (!has_weight(config, name)) continue;
    const Shape own = weight_shape(config, name);
    shape = {own[0], own[1] + (shape.empty() ? 0 : shape[1])};
  }
  return shape;
}

std::vector<PackedMatrix> room_for_heads(std::size_t heads, std::size_t rows, std::size_t columns) {
  std::vector<PackedMatrix> of_heads(heads);
  for (PackedMatrix& head : of_heads) head.resize(rows, columns);
  return of_heads;
}

/// The columns of each head of a weight, packed as they are or transposed.
void split(const Tensor& weight, std::vector<PackedMatrix>& of_heads, bool transposed) {
  const std::size_t width = weight.shape(1) / of_heads.size();
  for (std::size_t h = 0; h < of_heads.size(); ++h) {
    const MatrixView head{weight.data() + h * width, weight.shape(0), width, weight.shape(1)};
    of_heads[h].assign(transposed ? head.transposed() : head);
  }
}

}  // namespace

PackedLatentWeights::PackedLatentWeights(const LatentAttentionConfig& config,
                                         LatentAttentionWeights& given) {
  const std::initializer_list<std::pair<std::initializer_list<Weight>, PackedMatrix*>> parts = {
      {kLatent, &latent}, {kQueryLatent, &query_latent}, {kQuery, &query}, {kOutput, &output}};
  for (const auto& [names, into] : parts) {  // drawing them takes seconds where they are large
    const Shape shape = joined_shape(config, names);
    if (!shape.empty()) into->resize(shape[0], shape[1]);
  }
  const auto heads = static_cast<std::size_t>(config.num_heads);
  const auto D = static_cast<std::size_t>(config.d_head);
  const auto d_latent = static_cast<std::size_t>(config.d_latent);
  keys = room_for_heads(heads, d_latent, D);
  absorbing = room_for_heads(heads, D, d_latent);
  values = room_for_heads(heads, d_latent, D);

  const auto take = [&](Weight name) {  // so that only one weight at a time is held twice
    Tensor weight = given[name] ? std::move(*given[name]) : seeded_weight(config, name);
    given[name].reset();
    return weight;
  };
  for (const auto& [names, into] : parts) {
    const Shape shape = joined_shape(config, names);
    if (shape.empty()) continue;
    Tensor joined = make_tensor(shape, to_text(*names.begin()));
    for (const Weight name : names) {
      if (has_weight(config, name)) insert(take(name), columns_of(config, name), joined);
    }
    into->assign(as_matrix(joined));
  }
  const Tensor wuk = take(Weight::kWuk);
  split(wuk, keys, false);
  split(wuk, absorbing, true);
  split(take(Weight::kWuv), values, false);
}

LatentAttentionWeights PackedLatentWeights::unpack(const LatentAttentionConfig& config) const {
  LatentAttentionWeights copies;
  for (const Weight name : kLatentWeightNames) {
    if (has_weight(config, name)) {
      copies[name] = make_tensor(weight_shape(config, name), to_text(name));
    }
  }
  for (const auto& [names, matrix] : {std::pair(kLatent, &latent),
                                      {kQueryLatent, &query_latent},
                                      {kQuery, &query},
                                      {kOutput, &output}}) {
    const Tensor joined = matrix->rows() > 0 ? matrix->unpack() : Tensor();
    for (const Weight name : names) {
      if (copies[name]) extract(joined, columns_of(config, name), *copies[name]);
    }
  }
  const auto D = static_cast<std::size_t>(config.d_head);
  for (const auto& [name, of_heads] : {std::pair(Weight::kWuk, &keys), {Weight::kWuv, &values}}) {
    for (std::size_t h = 0; h < of_heads->size(); ++h) {
      insert((*of_heads)[h].unpack(), {h * D, D, of_heads->size() * D}, *copies[name]);
    }
  }
  return copies;
}

std::size_t PackedLatentWeights::bytes() const {
  std::size_t bytes = 0;
  for (const PackedMatrix* matrix : {&latent, &query_latent, &query, &output}) {
    bytes += matrix->bytes();
  }
  for (const auto* of_heads : {&keys, &absorbing, &values}) {
    for (const PackedMatrix& matrix : *of_heads) bytes += matrix.bytes();
  }
  return bytes;
}

}  // namespace manyheads
