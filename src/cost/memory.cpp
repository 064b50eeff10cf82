#include "cost/memory.hpp"

#include <algorithm>
#include <cmath>

#include "attention/kernels/attend.hpp"
#include "cost/parameters.hpp"
#include "tensor/error.hpp"

namespace manyheads {

double bytes_of(Count elements, double bytes_per_element) {
  constexpr double kMost = 1024;
  if (!(bytes_per_element >= 1 / kMost && bytes_per_element <= kMost)) {
    throw ConfigError("bytes_per_element", {"cost: `bytes_per_element` is ", bytes_per_element,
                                            ", wanted a number from 1/1024 to 1024"});
  }
  int halvings = 0;  // until it is whole, which any double becomes
  while (bytes_per_element != std::floor(bytes_per_element)) {
    bytes_per_element *= 2;
    ++halvings;
  }
  return std::ldexp((elements * static_cast<Size>(bytes_per_element)).to_double(), -halvings);
}

double weight_bytes(const ModelShape& model, double bytes_per_element) {
  return bytes_of(parameter_counts(model).total, bytes_per_element);
}

KvCacheCost kv_cache_cost(const ModelShape& given, ModelRun run, double bytes_per_element) {
  const ModelShape model = resolved(given);
  const Size d_value = model.latent ? model.latent->d_value : model.d_head;
  const Count a_head = model.d_head + d_value;
  const Count held = model.latent ? Count(model.latent->d_latent + model.latent->d_rope)
                                  : model.num_kv_heads * a_head;
  const Count a_token = model.num_layers * held;
  return {.bytes = bytes_of(tokens_of(run) * a_token, bytes_per_element),
          .bytes_per_token = bytes_of(a_token, bytes_per_element),
          .ratio_to_mha = held.to_double() / (model.num_heads * a_head).to_double()};
}

ScoreMemory score_memory(const ModelShape& given, ModelRun run, double bytes_per_element,
                         bool fused) {
  const ModelShape model = resolved(given);
  const Size rows = fused ? std::min<Size>(kQueryBlock, run.seq_len) : run.seq_len;
  const Count scores = tokens_of(run) * model.num_heads * rows;
  const Count weights = fused ? Count(0) : scores;
  return {.bytes = bytes_of(scores + weights, bytes_per_element),
          .scores = bytes_of(scores, bytes_per_element),
          .weights = bytes_of(weights, bytes_per_element)};
}

}  // namespace manyheads
