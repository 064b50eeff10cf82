#include "attention/cache_step.hpp"

#include <algorithm>
#include <utility>

#include "attention/forward.hpp"

namespace manyheads {
namespace {

/// Copies the step's tokens into the cache, where they are the last of run.S tokens.
void copy_step(const HeadRows<const float>& rows, const CachedRows& cached, const ForwardShape& run,
               const HeadRows<float>& cache) {
  const std::size_t first = run.S - run.T;
  for (std::size_t b = 0; b < run.B; ++b) {
    for (std::size_t g = 0; g < cached.heads; ++g) {
      for (std::size_t t = 0; t < run.T; ++t) {
        std::copy_n(rows.row(b, g, t), cached.key_width, cache.row(b, g, first + t));
      }
    }
  }
}

}  // namespace

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
  copy_step(k, cached, run, keys);
  copy_step(v, cached, run, values);
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
