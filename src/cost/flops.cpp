#include "cost/flops.hpp"

#include "cost/parameters.hpp"

namespace manyheads {

LayerFlops layer_flops(const ModelShape& given, ModelRun run, bool causal) {
  ModelShape model = resolved(given);
  const Size d_score = model.d_head + (model.latent ? model.latent->d_rope : 0);
  const Size d_value = model.latent ? model.latent->d_value : model.d_head;
  model.bias = false;  // is added, not multiplied
  const ParameterCounts weights = parameter_counts(model);
  // Of each token, which meets every element of a matrix once, and of a pair of tokens.
  const Count projections = 2 * (weights.wq + weights.wk + weights.wv);
  const Count output = 2 * weights.wo;
  const Count feed_forward = 2 * weights.feed_forward;
  const Count of_heads = Count(model.num_heads) * (causal ? 1 : 2);

  const Count tokens = tokens_of(run), pairs = tokens * run.seq_len;
  LayerFlops flops;
  flops.projections = tokens * projections;
  flops.scores = pairs * of_heads * d_score;
  flops.weighted_sum = pairs * of_heads * d_value;
  flops.output = tokens * output;
  flops.attention = flops.projections + flops.scores + flops.weighted_sum + flops.output;
  flops.feed_forward = tokens * feed_forward;
  const double a_pair = (of_heads * (d_score + d_value)).to_double();
  flops.crossover = (projections + output).to_double() / a_pair;
  flops.crossover_with_feed_forward = (projections + output + feed_forward).to_double() / a_pair;
  return flops;
}

}  // namespace manyheads
