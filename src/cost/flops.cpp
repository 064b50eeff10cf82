#include "cost/flops.hpp"

#include "cost/parameters.hpp"

namespace manyheads {
namespace {

/// What is counted once a token, and once a pair of a query and a key.
struct Work {
  Count tokens, pairs;
  Size d_score, d_value;  ///< of each head
  Size a_product;         ///< operations a pair and number: 2, or 1 where half the pairs are hidden
};

LayerFlops count(ModelShape model, const Work& work) {
  model.bias = false;  // is added, not multiplied
  const ParameterCounts weights = parameter_counts(model);
  // Of each token, which meets every element of a matrix once, and of a pair of tokens.
  const Count projections = 2 * (weights.wq + weights.wk + weights.wv);
  const Count output = 2 * weights.wo;
  const Count feed_forward = 2 * weights.feed_forward;
  const Count of_heads = Count(model.num_heads) * work.a_product;

  LayerFlops flops;
  flops.projections = work.tokens * projections;
  flops.scores = work.pairs * of_heads * work.d_score;
  flops.weighted_sum = work.pairs * of_heads * work.d_value;
  flops.output = work.tokens * output;
  flops.attention = flops.projections + flops.scores + flops.weighted_sum + flops.output;
  flops.feed_forward = work.tokens * feed_forward;
  const double a_pair = (of_heads * (work.d_score + work.d_value)).to_double();
  flops.crossover = (projections + output).to_double() / a_pair;
  flops.crossover_with_feed_forward = (projections + output + feed_forward).to_double() / a_pair;
  return flops;
}

}  // namespace

LayerFlops layer_flops(const ModelShape& given, ModelRun run, bool causal) {
  const ModelShape model = resolved(given);
  const Count tokens = tokens_of(run);
  return count(model, {.tokens = tokens,
                       .pairs = tokens * run.seq_len,
                       .d_score = model.d_head + (model.latent ? model.latent->d_rope : 0),
                       .d_value = model.latent ? model.latent->d_value : model.d_head,
                       .a_product = causal ? Size{1} : Size{2}});
}

LayerFlops decode_flops(const ModelShape& given, ModelRun run) {
  const ModelShape model = resolved(given);
  const Size d_latent = model.latent ? model.latent->d_latent : 0;
  return count(model, {.tokens = run.batch,
                       .pairs = tokens_of(run),
                       .d_score = model.latent ? d_latent + model.latent->d_rope : model.d_head,
                       .d_value = model.latent ? d_latent : model.d_head,
                       .a_product = 2});
}

}  // namespace manyheads
