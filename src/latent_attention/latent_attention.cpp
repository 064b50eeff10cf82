#include "latent_attention/latent_attention.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "latent_attention/rope.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

const LatentAttentionConfig& checked_config(const LatentAttentionConfig& config,
                                            const LatentAttentionWeights& weights) {
  check_config(config);
  check_weights(config, weights);
  if (config.num_heads > kMaxLatentHeads) {
    throw ConfigError("num_heads", {"`latent_attention`: `num_heads` is ", config.num_heads,
                                    ", wanted at most ", kMaxLatentHeads});
  }
  return config;
}

/// The rows without their first `first` columns.
template <typename Float>
HeadRows<Float> skip_columns(std::size_t first, HeadRows<Float> rows) {
  rows.data += first;
  return rows;
}

/// Lets every head read the rows of the only head.
HeadRows<const float> repeat_for_heads(HeadRows<const float> rows) {
  rows.head_stride = 0;
  return rows;
}

/// rows [count, d_in] -> result [count, columns of the weight], both contiguous.
void project(const float* rows, std::size_t count, const PackedMatrix& weight, float* result) {
  matmul({rows, count, weight.rows(), weight.rows()}, weight, weight.columns(), {},
         {result, weight.columns()});
}

/// Multiplies each head's rows by its matrix. Batch rows follow one another, so one product
/// computes them all.
void project_heads(const HeadRows<const float>& rows, const ForwardShape& run,
                   const std::vector<PackedMatrix>& weights, const HeadRows<float>& result) {
  for (std::size_t h = 0; h < weights.size(); ++h) {
    matmul({rows.row(0, h, 0), run.B * run.T, weights[h].rows(), rows.row_stride}, weights[h],
           weights[h].columns(), {}, {result.row(0, h, 0), result.row_stride});
  }
}

}  // namespace

LatentAttention::LatentAttention(const LatentAttentionConfig& config,
                                 LatentAttentionWeights weights)
    : config_(checked_config(config, weights)), weights_(config_, weights) {}

LatentAttention::Widths LatentAttention::widths() const {
  return {.d_model = static_cast<std::size_t>(config_.d_model),
          .H = static_cast<std::size_t>(config_.num_heads),
          .D = static_cast<std::size_t>(config_.d_head),
          .latent = static_cast<std::size_t>(config_.d_latent),
          .rope = static_cast<std::size_t>(config_.d_rope)};
}

Tensor LatentAttention::forward(const Tensor& x, const LatentForwardOptions& options) {
  Tensor output;
  forward(x, options, output);
  return output;
}

void LatentAttention::forward(const Tensor& x, const LatentForwardOptions& options,
                              Tensor& output) {
  const ForwardShape run = checked_call(x, "forward");
  const HeadRows<float> latent = project_latent(x, run);
  if (options.absorbed) {
    project_output(attend_absorbed(x, run, options.causal, latent), run, output);
    return;
  }
  const ForwardOptions causal{.causal = options.causal};
  const AttendArguments arguments = expand(x, run, causal, latent);
  const HeadRows<float> heads = reserve_heads(run);
  attend_blocked(arguments, heads, scratch_.attend);
  project_output(heads, run, output);
}

LatentAttentionTrace LatentAttention::trace(const Tensor& x, bool causal) {
  const ForwardShape run = checked_call(x, "trace");
  const ForwardOptions options{.causal = causal};
  const auto [d_model, H, D, d_latent, rope] = widths();
  const HeadRows<float> latent = project_latent(x, run);
  const AttendArguments arguments = expand(x, run, options, latent);
  const HeadRows<float> heads = reserve_heads(run);
  AttendIntermediates attended = attend_reference(arguments, heads);

  LatentAttentionTrace trace{
      .latent = make_tensor({run.B, run.T, d_latent}, "latent"),
      .expanded = {.q = copy_heads(arguments.q, run, H, run.T, D + rope, "q"),
                   .k = copy_heads(arguments.k, run, H, run.T, D + rope, "k"),
                   .v = copy_heads(arguments.v, run, H, run.T, D, "v"),
                   .scores = std::move(attended.scores),
                   .masked_scores = std::move(attended.masked_scores),
                   .weights = std::move(attended.weights),
                   .heads = copy_heads(heads, run, H, run.T, D, "heads"),
                   .combined = make_tensor({run.B, run.T, H * D}, "combined"),
                   .output = {}}};
  copy_rows(latent, {run.B, 1, run.T, d_latent},
            side_by_side(trace.latent.data(), run.T, 1, d_latent));
  AttentionTrace& expanded = trace.expanded;
  std::copy_n(heads.data, expanded.combined.size(), expanded.combined.data());
  project_output(heads, run, expanded.output);
  for (Tensor* tensor : {&trace.latent, &expanded.scores, &expanded.masked_scores,
                         &expanded.weights, &expanded.combined}) {
    drop_batch_axis_unless_batched(*tensor, run);
  }
  return trace;
}

CachedRows LatentAttention::cached_rows() const {
  return {.heads = 1, .key_width = widths().cached(), .value_width = 0};
}

ForwardShape LatentAttention::checked_step(const Tensor& x) const {
  return checked_call(x, "step");
}

void LatentAttention::append_keys_and_values(const Tensor& x, const ForwardShape& run,
                                             HeadRows<float> keys, HeadRows<float>) {
  const HeadRows<float> latent = project_latent(x, run);
  copy_rows(latent, {run.B, 1, run.T, widths().cached(), run.S - run.T}, keys);
}

void LatentAttention::attend_to_cached(const Tensor& x, const ForwardShape& run,
                                       const KeysAndValues& cached, Tensor& output) {
  project_output(attend_absorbed(x, run, /*causal=*/true, cached.k), run, output);
}

ForwardShape LatentAttention::checked_call(const Tensor& x, std::string_view operation) const {
  return checked_shape({.d_model = config_.d_model}, x, {}, operation);
}

/// [c_KV ; k_R] with k_R rotated to its position, [B, 1, T, d_latent + R].
HeadRows<float> LatentAttention::project_latent(const Tensor& x, const ForwardShape& run) {
  const Widths widths = this->widths();
  float* const data = scratch_.latent.reserve({run.B, run.T, widths.cached()}, "the latents");
  project(x.data(), run.B * run.T, weights_.latent, data);
  const HeadRows<float> latent = side_by_side(data, run.T, 1, widths.cached());
  rotate(skip_columns(widths.latent, latent), run, 1, widths.rope);
  return latent;
}

/// [q ; q_R] with q_R rotated to its position, [B, H, T, D + R].
HeadRows<float> LatentAttention::project_queries(const Tensor& x, const ForwardShape& run) {
  const Widths widths = this->widths();
  const std::size_t count = run.B * run.T;
  const float* source = x.data();
  if (config_.d_latent_query > 0) {
    float* const latent =
        scratch_.query_latent.reserve({count, config_.d_latent_query}, "the queries' latents");
    project(source, count, weights_.query_latent, latent);
    source = latent;
  }
  float* const data = scratch_.q.reserve({count, widths.H, widths.head()}, "the queries");
  project(source, count, weights_.query, data);
  const HeadRows<float> q = side_by_side(data, run.T, widths.H, widths.head());
  rotate(skip_columns(widths.D, q), run, widths.H, widths.rope);
  return q;
}

HeadRows<float> LatentAttention::reserve_heads(const ForwardShape& run) {
  const Widths widths = this->widths();
  float* const data = scratch_.heads.reserve({run.B, run.T, widths.H, widths.D}, "the heads");
  return side_by_side(data, run.T, widths.H, widths.D);
}

/// Keys and values of every head, K = [c_KV W_UK ; k_R] and V = c_KV W_UV.
AttendArguments LatentAttention::expand(const Tensor& x, const ForwardShape& run,
                                        const ForwardOptions& options,
                                        const HeadRows<const float>& latent) {
  const Widths widths = this->widths();
  const auto [d_model, H, D, d_latent, rope] = widths;
  const HeadRows<float> q = project_queries(x, run);
  const HeadRows<float> k = side_by_side(
      scratch_.k.reserve({run.B, run.T, H, widths.head()}, "the keys"), run.T, H, widths.head());
  const HeadRows<float> v =
      side_by_side(scratch_.v.reserve({run.B, run.T, H, D}, "the values"), run.T, H, D);
  project_heads(repeat_for_heads(latent), run, weights_.keys, k);
  copy_rows(skip_columns(d_latent, repeat_for_heads(latent)), {run.B, H, run.T, rope},
            skip_columns(D, k));
  project_heads(repeat_for_heads(latent), run, weights_.values, v);
  return {.run = run,
          .H = H,
          .G = H,
          .d_head = widths.head(),
          .d_value = D,
          .q = q,
          .k = k,
          .v = v,
          .score_divisor = std::sqrt(static_cast<float>(widths.head())),
          .options = options,
          .visibility = Visibility(options, run)};
}

/// Multi-query attention: the queries are [q W_UK^T ; q_R], the keys [c_KV ; k_R] and the values
/// c_KV.
HeadRows<float> LatentAttention::attend_absorbed(const Tensor& x, const ForwardShape& run,
                                                 bool causal, const HeadRows<const float>& latent) {
  const Widths widths = this->widths();
  const auto [d_model, H, D, d_latent, rope] = widths;
  const HeadRows<float> q = project_queries(x, run);
  const HeadRows<float> absorbed = side_by_side(
      scratch_.absorbed.reserve({run.B, run.T, H, widths.cached()}, "the absorbed queries"), run.T,
      H, widths.cached());
  project_heads(q, run, weights_.keys_transposed, absorbed);
  copy_rows(skip_columns<const float>(D, q), {run.B, H, run.T, rope},
            skip_columns(d_latent, absorbed));

  const ForwardOptions options{.causal = causal};
  // Writes P c_KV over the queries, which are not needed after this.
  attend_blocked({.run = run,
                  .H = H,
                  .G = 1,
                  .d_head = widths.cached(),
                  .d_value = d_latent,
                  .q = absorbed,
                  .k = latent,
                  .v = latent,
                  .score_divisor = std::sqrt(static_cast<float>(widths.head())),
                  .options = options,
                  .visibility = Visibility(options, run)},
                 absorbed, scratch_.attend);

  const HeadRows<float> heads = reserve_heads(run);
  project_heads(absorbed, run, weights_.values, heads);
  return heads;
}

void LatentAttention::project_output(const HeadRows<float>& heads, const ForwardShape& run,
                                     Tensor& output) const {
  resize(output, {run.B, run.T, config_.d_model}, "the output");
  project(heads.data, run.B * run.T, weights_.output, output.data());
  drop_batch_axis_unless_batched(output, run);
}

}  // namespace manyheads
