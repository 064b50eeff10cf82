#include "cost/memory.hpp"

#include <algorithm>

#include "attention/kernels/attend.hpp"
#include "cost/parameters.hpp"
#include "tensor/error.hpp"

namespace manyheads {

double to_bytes(Count elements, double bytes_per_element) {
  constexpr double kMax = 1024;
  if (!(bytes_per_element >= 1 / kMax && bytes_per_element <= kMax)) {
    throw ConfigError("bytes_per_element", {"cost: `bytes_per_element` is ", bytes_per_element,
                                            ", wanted a number from 1/1024 to 1024"});
  }
  return elements.times(bytes_per_element);
}

double weight_bytes(const ModelShape& model, double bytes_per_element) {
  return to_bytes(parameter_counts(model).total, bytes_per_element);
}

KvCacheCost kv_cache_cost(const ModelShape& shape, ModelRun run, double bytes_per_element) {
  const ModelShape model = resolved(shape);
  const Size d_value = model.latent ? model.latent->d_value : model.d_head;
  const Count head_width = model.d_head + d_value;
  const Count layer_numbers = model.latent ? Count(model.latent->d_latent + model.latent->d_rope)
                                           : model.num_kv_heads * head_width;
  const Count token_numbers = model.num_layers * layer_numbers;
  return {.bytes = to_bytes(count_tokens(run) * token_numbers, bytes_per_element),
          .bytes_per_token = to_bytes(token_numbers, bytes_per_element),
          .ratio_to_mha = layer_numbers.to_double() / (model.num_heads * head_width).to_double()};
}

ScoreMemory score_memory(const ModelShape& shape, ModelRun run, double bytes_per_element,
                         bool fused) {
  const ModelShape model = resolved(shape);
  const Size rows = fused ? std::min<Size>(kQueryBlock, run.seq_len) : run.seq_len;
  const Count scores = count_tokens(run) * model.num_heads * rows;
  const Count weights = fused ? Count(0) : scores;
  return {.bytes = to_bytes(scores + weights, bytes_per_element),
          .scores = to_bytes(scores, bytes_per_element),
          .weights = to_bytes(weights, bytes_per_element)};
}

}  // namespace manyheads
