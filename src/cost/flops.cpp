#include "cost/flops.hpp"

#include "cost/parameters.hpp"

namespace manyheads {

LayerFlops layer_flops(const ModelShape& given, ModelRun run, bool causal) {
  ModelShape model = resolved(given);
  const Size d_score = model.d_head + (model.latent ? model.latent->d_rope : 0);
  const Size d_value = model.latent ? model.latent->d_value : model.d_head;
  // A token meets every element of a matrix once; biases are no products.
  model.bias = false;
  const ParameterCounts weights = parameter_counts(model);
  const Count a_token = 2 * (weights.wq + weights.wk + weights.wv);
  const Count a_token_out = 2 * weights.wo;
  const Count a_token_on = 2 * weights.feed_forward;
  const Count a_pair = Count(model.num_heads) * (causal ? 1 : 2);

  const Count tokens = tokens_of(run);
  const Count pairs = tokens * run.seq_len;
  LayerFlops flops;
  flops.projections = tokens * a_token;
  flops.scores = pairs * a_pair * d_score;
  flops.weighted_sum = pairs * a_pair * d_value;
  flops.output = tokens * a_token_out;
  flops.attention = flops.projections + flops.scores + flops.weighted_sum + flops.output;
  flops.feed_forward = tokens * a_token_on;
  const double pair = (a_pair * (d_score + d_value)).to_double();
  flops.crossover = (a_token + a_token_out).to_double() / pair;
  flops.crossover_with_feed_forward = (a_token + a_token_out + a_token_on).to_double() / pair;
  return flops;
}

}  // namespace manyheads
