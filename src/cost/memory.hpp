#pragma once
/// Bytes that inference holds: weights, keys and values of the past, and scores.

#include "cost/model_run.hpp"
#include "cost/model_shape.hpp"
#include "fields/results.hpp"

namespace manyheads {

/// Numbers that `bytes` counts are exact products, rounded once to a double: whole up to 2^53.
/// `bytes_per_element` may be a fraction, 0.75 for 6 bits: its binary digits are counted with.
/// @throws ConfigError unless it is in 1/1024 .. 1024.
double bytes_of(Count elements, double bytes_per_element);

/// Of all parameters of the model.
/// @throws as resolved(ModelShape) and bytes_of
double weight_bytes(const ModelShape& model, double bytes_per_element = 2);

struct KvCacheCost {
  double bytes = 0;            ///< of all layers and tokens
  double bytes_per_token = 0;  ///< of all layers, one token of one sequence
  /// Share of what multi-head attention with the same heads would hold, 2 H D per token and layer;
  /// 1/8 for 8 of 64 key/value heads.
  double ratio_to_mha = 0;
};
template <>
inline constexpr auto kResults<KvCacheCost> = results(
    result<&KvCacheCost::bytes>("bytes"), result<&KvCacheCost::bytes_per_token>("bytes_per_token"),
    result<&KvCacheCost::ratio_to_mha>("ratio_to_mha"));

/// Per token and layer: 2 G D numbers; latent attention d_latent + d_rope.
/// @throws as resolved(ModelShape), tokens_of and bytes_of
/// @see DeepSeek-AI 2024, "DeepSeek-V2", table 1.
KvCacheCost kv_cache_cost(const ModelShape& model, ModelRun run, double bytes_per_element = 2);

/// One layer's, of all heads at once.
struct ScoreMemory {
  double bytes = 0;    ///< scores and weights together
  double scores = 0;   ///< H N^2 numbers; fused: kQueryBlock rows of N a head
  double weights = 0;  ///< as many again; fused: 0, since they replace the scores
};
template <>
inline constexpr auto kResults<ScoreMemory> = results(result<&ScoreMemory::bytes>("bytes"),
                                                      result<&ScoreMemory::scores>("scores"),
                                                      result<&ScoreMemory::weights>("weights"));

/// @param fused  false: the textbook's way, scores and weights side by side
/// @throws as kv_cache_cost
ScoreMemory score_memory(const ModelShape& model, ModelRun run, double bytes_per_element,
                         bool fused);

}  // namespace manyheads
