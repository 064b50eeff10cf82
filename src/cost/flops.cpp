#include "cost/flops.hpp"

#include "cost/parameters.hpp"

namespace manyheads {
namespace {

/// The numbers of tokens and of pairs of a query and a key, and the work for each.
struct WorkSizes {
  Count tokens, pairs;
  Size d_score, d_value;        ///< widths for each head
  Size operations_per_product;  ///< 2, or 1 if half the pairs are hidden
};

LayerFlops count_flops(ModelShape model, const WorkSizes& work) {
  model.bias = false;  // biases are added, not multiplied
  const ParameterCounts weights = parameter_counts(model);
  // For each token: a multiplication and an addition for every element of a matrix.
  const Count projections = 2 * (weights.wq + weights.wk + weights.wv);
  const Count output = 2 * weights.wo;
  const Count feed_forward = 2 * weights.feed_forward;
  const Count head_operations = Count(model.num_heads) * work.operations_per_product;

  LayerFlops flops;
  flops.projections = work.tokens * projections;
  flops.scores = work.pairs * head_operations * work.d_score;
  flops.weighted_sum = work.pairs * head_operations * work.d_value;
  flops.output = work.tokens * output;
  flops.attention = flops.projections + flops.scores + flops.weighted_sum + flops.output;
  flops.feed_forward = work.tokens * feed_forward;
  const double pair_operations = (head_operations * (work.d_score + work.d_value)).to_double();
  flops.crossover = (projections + output).to_double() / pair_operations;
  flops.crossover_with_feed_forward =
      (projections + output + feed_forward).to_double() / pair_operations;
  return flops;
}

}  // namespace

LayerFlops layer_flops(const ModelShape& shape, ModelRun run, bool causal) {
  const ModelShape model = resolved(shape);
  const Count tokens = count_tokens(run);
  return count_flops(model, {.tokens = tokens,
                             .pairs = tokens * run.seq_len,
                             .d_score = model.d_head + (model.latent ? model.latent->d_rope : 0),
                             .d_value = model.latent ? model.latent->d_value : model.d_head,
                             .operations_per_product = causal ? Size{1} : Size{2}});
}

LayerFlops decode_flops(const ModelShape& shape, ModelRun run) {
  const ModelShape model = resolved(shape);
  const Size d_latent = model.latent ? model.latent->d_latent : 0;
  return count_flops(model,
                     {.tokens = run.batch,
                      .pairs = count_tokens(run),
                      .d_score = model.latent ? d_latent + model.latent->d_rope : model.d_head,
                      .d_value = model.latent ? d_latent : model.d_head,
                      .operations_per_product = 2});
}

}  // namespace manyheads
