#pragma once
/// The memory of inference: weights, keys and values of past tokens, and scores.

#include "cost/model_run.hpp"
#include "cost/model_shape.hpp"
#include "fields/results.hpp"

namespace manyheads {

/// FP16 or BF16.
inline constexpr double kDefaultBytesPerElement = 2;

/// The bytes of `elements` elements: an exact product, rounded once to a double, so whole numbers
/// are exact up to 2^53. `bytes_per_element` may be a fraction, such as 0.75 for 6 bits.
/// @throws ConfigError unless it is in 1/1024 .. 1024.
double to_bytes(Count elements, double bytes_per_element);

/// The bytes of all parameters of the model.
/// @throws as resolved(ModelShape) and to_bytes
double weight_bytes(const ModelShape& model, double bytes_per_element = kDefaultBytesPerElement);

struct KvCacheCost {
  double bytes = 0;            ///< for all layers and tokens
  double bytes_per_token = 0;  ///< for all layers and one token of one sequence
  /// The share of the memory of multi-head attention with the same heads, 2 H D per token and
  /// layer. 1/8 for 8 key/value heads of 64.
  double ratio_to_mha = 0;
};
template <>
inline constexpr auto kResults<KvCacheCost> = results(
    result<&KvCacheCost::bytes>("bytes"), result<&KvCacheCost::bytes_per_token>("bytes_per_token"),
    result<&KvCacheCost::ratio_to_mha>("ratio_to_mha"));

/// Per token and layer: 2 G D numbers; latent attention d_latent + d_rope.
/// @throws as resolved(ModelShape), count_tokens and to_bytes
/// @see DeepSeek-AI 2024, "DeepSeek-V2", table 1.
KvCacheCost kv_cache_cost(const ModelShape& shape, ModelRun run,
                          double bytes_per_element = kDefaultBytesPerElement);

/// The scores of one layer, all heads at once.
struct ScoreMemory {
  double bytes = 0;    ///< scores and weights together
  double scores = 0;   ///< H N^2 numbers; fused: kQueryBlock rows of N for each head
  double weights = 0;  ///< the same size; fused: 0, since they replace the scores
};
template <>
inline constexpr auto kResults<ScoreMemory> = results(result<&ScoreMemory::bytes>("bytes"),
                                                      result<&ScoreMemory::scores>("scores"),
                                                      result<&ScoreMemory::weights>("weights"));

/// @param fused  false: the textbook way, with scores and weights in memory at the same time
/// @throws as kv_cache_cost
ScoreMemory score_memory(const ModelShape& shape, ModelRun run, double bytes_per_element,
                         bool fused);

}  // namespace manyheads
