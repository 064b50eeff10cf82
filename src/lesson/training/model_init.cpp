#include "lesson/training/model_init.hpp"

#include <cmath>

#include "tensor/random.hpp"

namespace manyheads {
namespace {

/// Streams of the seed. The matrices of layers have four streams per layer, from kLayerStreams on.
enum InitStream : std::uint64_t {
  kTokenStream,
  kPositionStream,
  kReadoutStream,
  kNoiseStream,
  kLayerStreams = 64,
  kLatentStreams = 1 << 20,  ///< three per layer
};

/// Calls visit(matrix, its stream) for each matrix of each layer, latents last.
template <typename Visit>
void for_each_matrix(const ModelParameters& parameters, const Visit& visit) {
  for (std::size_t layer = 0; layer < parameters.layers.size(); ++layer) {
    for (std::size_t i = 0; i < kLayerMatrices.size(); ++i) {
      const auto& matrix = parameters.layers[layer][i];
      if (matrix) visit(*matrix, kLayerStreams + 4 * layer + i);
    }
  }
  for (std::size_t layer = 0; layer < parameters.latents.size(); ++layer) {
    std::uint64_t stream = kLatentStreams + 3 * layer;
    for (const ParameterMatrix& matrix : parameters.latents[layer].all()) visit(matrix, stream++);
  }
}

void draw_values(std::uint64_t seed, ModelParameters& parameters) {
  const auto fill = [&](const ParameterMatrix& matrix, std::uint64_t stream, double deviation) {
    fill_normal({parameters.all.values(matrix), matrix.size()}, SeededGenerator(seed, stream),
                deviation);
  };
  const auto fill_matrix = [&](const ParameterMatrix& matrix, std::uint64_t stream) {
    fill(matrix, stream, 1.0 / std::sqrt(static_cast<double>(matrix.rows)));
  };
  fill(parameters.tokens, kTokenStream, 1.0);
  fill(parameters.positions, kPositionStream, 1.0);
  fill_matrix(parameters.readout, kReadoutStream);
  for_each_matrix(parameters, fill_matrix);
}

/// Replaces each block of d_head columns (of d_head rows for W_O) by the first block.
void repeat_head_0(const ParameterMatrix& matrix, bool is_output, ModelParameters& parameters) {
  const auto d_head = static_cast<std::size_t>(parameters.config.attention.d_head);
  const auto& [first, rows, columns] = matrix;
  float* const values = parameters.all.values(matrix);
  const std::size_t block = is_output ? d_head * columns : d_head;
  const std::size_t line = is_output ? rows * columns : columns;
  for (std::size_t at = 0; at < rows * columns; ++at) {
    values[at] = values[at / line * line + at % line % block];
  }
}

/// Gives every head the blocks of head 0: columns of W_Q, W_K and W_V, or of W_UK and W_UV, and
/// rows of W_O.
void make_symmetric(ModelParameters& parameters) {
  for (const LayerMatrices& matrices : parameters.layers) {
    for (std::size_t i = 0; i < matrices.size(); ++i) {
      const bool is_output = kLayerMatrices[i] == WeightName::kWo;
      if (matrices[i]) repeat_head_0(*matrices[i], is_output, parameters);
    }
  }
  for (const LatentMatrices& matrices : parameters.latents) {
    repeat_head_0(matrices.up_keys, false, parameters);
    repeat_head_0(matrices.up_values, false, parameters);
  }
}

void add_noise(const ModelInit& start, ModelParameters& parameters) {
  SeededGenerator generator(start.seed, kNoiseStream);
  for_each_matrix(parameters, [&](const ParameterMatrix& matrix, std::uint64_t) {
    float* const values = parameters.all.values(matrix);
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      values[i] += static_cast<float>(start.noise * generator.normal());
    }
  });
}

}  // namespace

void initialize(const ModelInit& start, ModelParameters& parameters) {
  draw_values(start.seed, parameters);
  if (start.symmetric) make_symmetric(parameters);
  if (start.noise != 0) add_noise(start, parameters);
}

}  // namespace manyheads
