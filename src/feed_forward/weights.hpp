#pragma once
/// The configuration of a feed-forward layer, its weights and their shapes.

#include <cstddef>
#include <cstdint>

#include "fields/fields.hpp"
#include "fields/named_weights.hpp"
#include "kernels/activation.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

struct FeedForwardConfig {
  Size d_model = 0;
  Size d_ff = 0;  ///< width of the hidden layer
  Activation activation = Activation::kRelu;
  bool bias = false;       ///< gated layers have none (Shazeer 2020, section 2)
  std::uint64_t seed = 0;  ///< for the weights that are not passed in
};
template <>
inline constexpr auto kFields<FeedForwardConfig> = fields(
    field::size<&FeedForwardConfig::d_model>("d_model"),
    field::size<&FeedForwardConfig::d_ff>("d_ff"),
    field::choice<&FeedForwardConfig::activation>("activation"),
    field::flag<&FeedForwardConfig::bias>("bias"), field::whole<&FeedForwardConfig::seed>("seed"));

enum class FeedForwardWeight : std::uint8_t { kW1, kW2, kW3, kB1, kB2 };
template <>
inline constexpr auto kChoices<FeedForwardWeight> = choices("w1", "w2", "w3", "b1", "b2");

inline constexpr auto kFeedForwardWeights = all_values<FeedForwardWeight>();

constexpr bool is_bias(FeedForwardWeight name) { return name >= FeedForwardWeight::kB1; }
/// The index of a matrix, or of the matrix of a bias, among the three.
constexpr std::size_t matrix_index(FeedForwardWeight name) {
  return static_cast<std::size_t>(name) % 3;
}
/// The bias of W1 or W2; W3 has none.
constexpr FeedForwardWeight bias_of(FeedForwardWeight matrix) {
  return matrix == FeedForwardWeight::kW1 ? FeedForwardWeight::kB1 : FeedForwardWeight::kB2;
}

/// W1 [d_model, d_ff], W2 [d_ff, d_model], b1 [d_ff], b2 [d_model]; for swiglu and geglu W3
/// [d_model, d_ff].
using FeedForwardWeights = NamedWeights<FeedForwardWeight>;

/// @throws ConfigError naming the field that is impossible.
void check_config(const FeedForwardConfig& config);

/// Whether a layer of this configuration has this weight.
bool has_weight(const FeedForwardConfig& config, FeedForwardWeight name);

Shape weight_shape(const FeedForwardConfig& config, FeedForwardWeight name);

/// @throws ConfigError where the layer has no such weight, ShapeError where a weight does not fit.
void check_weights(const FeedForwardConfig& config, const FeedForwardWeights& weights);

}  // namespace manyheads
