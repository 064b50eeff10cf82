#pragma once
/// The eight weights of a layer and their shapes.

#include <cstddef>
#include <cstdint>

#include "attention/config.hpp"
#include "fields/choices.hpp"
#include "fields/named_weights.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

enum class WeightName : std::uint8_t { kWq, kWk, kWv, kWo, kBq, kBk, kBv, kBo };
template <>
inline constexpr auto kChoices<WeightName> = choices("wq", "wk", "wv", "wo", "bq", "bk", "bv",
                                                     "bo");

inline constexpr auto kWeightNames = all_values<WeightName>();

constexpr bool is_bias(WeightName name) { return name >= WeightName::kBq; }
/// The index of a matrix, or of the matrix of a bias, among the four.
constexpr std::size_t matrix_index(WeightName name) { return static_cast<std::size_t>(name) % 4; }
constexpr WeightName bias_of(WeightName matrix) {
  return static_cast<WeightName>(matrix_index(matrix) + static_cast<std::size_t>(WeightName::kBq));
}
// Each is true of a matrix and of its bias.
constexpr bool is_query(WeightName name) { return matrix_index(name) == 0; }
constexpr bool is_key_or_value(WeightName name) {
  return matrix_index(name) == 1 || matrix_index(name) == 2;
}
constexpr bool is_output(WeightName name) { return matrix_index(name) == 3; }

/// A projection is x W, with these shapes: W_Q [d_model, H*D], W_K and W_V [d_model, G*D], W_O
/// [H*D, d_model] ([D, d_model] where heads are summed or averaged); b_q [H*D], b_k and b_v [G*D],
/// b_o [d_model].
using AttentionWeights = NamedWeights<WeightName>;

/// Whether a layer of this configuration has this weight.
bool has_weight(const AttentionConfig& config, WeightName name);

Shape weight_shape(const AttentionConfig& config, WeightName name);

/// @throws ConfigError where the layer has no such weight, ShapeError where a weight does not fit.
void check_weights(const AttentionConfig& config, const AttentionWeights& weights);

/// The weights of a layer for another configuration. W_O's slices are averaged where heads are no
/// longer concatenated, and repeated where they are again; all other weights stay as they are.
/// Weights that only the new configuration has are left out. check_weights checks whether the
/// others fit.
AttentionWeights carry_over_weights(const AttentionConfig& from, const AttentionWeights& weights,
                                    const AttentionConfig& to);

}  // namespace manyheads
