#include "attention/cache_step.hpp"

#include "attention/forward.hpp"

namespace manyheads {

CachedRows cached_rows(const AttentionConfig& config) {
  const auto d_head = static_cast<std::size_t>(config.d_head);
  return {.heads = config.tie_heads ? 1 : static_cast<std::size_t>(config.num_kv_heads),
          .key_width = d_head,
          .value_width = d_head};
}

void CacheStep::append(const Tensor& x, const ForwardShape& run, const HeadRows<float>& keys,
                       const HeadRows<float>& values) {
  const ProjectionInputs inputs = projection_inputs(x, run, {}, scratch_.positioned);
  const auto [k, v] = project_keys_and_values(projections_, inputs, run, scratch_.projected);
  const CachedRows cached = cached_rows(projections_.config());
  const std::size_t first = run.S - run.T;  // the step's tokens are the last in the cache
  copy_rows(k, {run.B, cached.heads, run.T, cached.key_width, first}, keys);
  copy_rows(v, {run.B, cached.heads, run.T, cached.value_width, first}, values);
}

void CacheStep::attend(const Tensor& x, const ForwardShape& run, KeysAndValues cached,
                       Tensor& output) {
  const AttentionConfig& config = projections_.config();
  if (config.tie_heads) cached.k.head_stride = cached.v.head_stride = 0;
  const ForwardOptions options{.causal = true};
  const ProjectionInputs inputs = projection_inputs(x, run, options, scratch_.positioned);
  const auto queries = project_queries(projections_, inputs, run, scratch_.projected);
  forward(projections_, attend_arguments(config, run, options, queries, cached), scratch_, output);
}

}  // namespace manyheads
