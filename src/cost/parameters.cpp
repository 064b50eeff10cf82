#include "cost/parameters.hpp"

namespace manyheads {
namespace {

Count count_biases(const ModelShape& model, Count width) { return model.bias ? width : 0; }

void count_grouped_attention(const ModelShape& model, ParameterCounts& counts) {
  const Count d_model = model.d_model;
  const Count queries = Count(model.num_heads) * model.d_head;
  const Count keys = Count(model.num_kv_heads) * model.d_head;
  counts.wq = d_model * queries + count_biases(model, queries);
  counts.wk = counts.wv = d_model * keys + count_biases(model, keys);
  counts.wo = queries * d_model + count_biases(model, d_model);
}

void count_latent_attention(const ModelShape& model, ParameterCounts& counts) {
  const auto [d_latent, d_rope, d_latent_query, d_value] = *model.latent;
  const Count d_model = model.d_model, H = model.num_heads;
  const Count query_source = d_latent_query > 0 ? d_latent_query : model.d_model;
  counts.wq = d_model * d_latent_query + query_source * H * (model.d_head + d_rope);
  counts.wk = d_model * (d_latent + d_rope) + d_latent * H * model.d_head;
  counts.wv = d_latent * H * d_value;
  counts.wo = H * d_value * d_model;
}

Count feed_forward_parameters(const ModelShape& model) {
  const Count matrix = Count(model.d_model) * model.d_ff;
  if (is_gated(model.activation)) return 3 * matrix;
  return 2 * matrix + (model.d_ff > 0 ? count_biases(model, model.d_ff + model.d_model) : 0);
}

Count embedding_parameters(const ModelShape& model) {
  const Count rows = Count(model.vocab_size) * (model.tied_embeddings ? 1 : 2);
  return (rows + model.learned_positions) * model.d_model;
}

Count norm_parameters(const ModelShape& model) {
  const Count layers = model.num_layers;
  const Count norms = layers * (model.d_ff > 0 ? 2 : 1) + 1;
  const Count latent_norms =
      model.latent ? layers * (model.latent->d_latent + model.latent->d_latent_query) : 0;
  return norms * model.d_model * (model.bias ? 2 : 1) + latent_norms;
}

}  // namespace

ParameterCounts parameter_counts(const ModelShape& shape) {
  const ModelShape model = resolved(shape);
  ParameterCounts counts;
  (model.latent ? count_latent_attention : count_grouped_attention)(model, counts);
  counts.attention = counts.wq + counts.wk + counts.wv + counts.wo;
  counts.feed_forward = feed_forward_parameters(model);
  counts.per_layer = counts.attention + counts.feed_forward;
  counts.embeddings = embedding_parameters(model);
  counts.norms = norm_parameters(model);
  counts.total = model.num_layers * counts.per_layer + counts.embeddings + counts.norms;
  return counts;
}

}  // namespace manyheads
