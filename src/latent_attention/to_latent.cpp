#include "latent_attention/to_latent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "latent_attention/principal_directions.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

/// Requires the default, since latent attention does not have this option.
void require_default(const AttentionConfig& config, std::size_t index) {
  const Field<AttentionConfig>& field = kFields<AttentionConfig>[index];
  const FieldBits found = field.get(config), wanted = field.get({});
  if (found == wanted) return;
  throw ConfigError(field.name,
                    {"`to_latent`: ", Name{field.name}, " is ", to_text(field.type, found),
                     ", but latent attention needs ", to_text(field.type, wanted)});
}

void check_convertible(const AttentionConfig& config, Size d_latent) {
  // Sizes and seed are kept, and the weights have what tied heads share.
  const std::array kept{
      field_index<&AttentionConfig::d_model>(),      field_index<&AttentionConfig::num_heads>(),
      field_index<&AttentionConfig::num_kv_heads>(), field_index<&AttentionConfig::d_head>(),
      field_index<&AttentionConfig::tie_heads>(),    field_index<&AttentionConfig::seed>()};
  for (std::size_t i = 0; i < kFields<AttentionConfig>.size(); ++i) {
    if (std::find(kept.begin(), kept.end(), i) == kept.end()) require_default(config, i);
  }
  const Size directions = saturating_product(2 * config.num_kv_heads, config.d_head);
  if (directions > kMaxDirections) {
    throw ConfigError("d_head", {"`to_latent`: a token's keys and values have ", directions,
                                 " numbers, wanted at most ", kMaxDirections});
  }
  if (d_latent == 0 || d_latent > directions) {
    throw ConfigError("d_latent", {"`to_latent`: `d_latent` is ", d_latent, ", wanted 1 to ",
                                   directions, ", the numbers of a token's keys and values"});
  }
}

/// [W_K W_V], [d_model, 2 G D], in double.
std::vector<double> join_columns(const Tensor& wk, const Tensor& wv) {
  std::vector<double> both;
  const std::size_t width = wk.shape(1);
  for (std::size_t i = 0; i < wk.shape(0); ++i) {
    for (const Tensor* weight : {&wk, &wv}) {
      const float* const row = weight->data() + i * width;
      both.insert(both.end(), row, row + width);
    }
  }
  return both;
}

/// For each pair of numbers of [K V], the sum of their products over all tokens, [n, n].
std::vector<double> sum_products(const Tensor& x, const std::vector<double>& weights,
                                 std::size_t n) {
  const std::size_t d_model = x.shape().back();
  std::vector<double> products(n * n), row(n);
  for (const float* token = x.data(); token != x.data() + x.size(); token += d_model) {
    std::fill(row.begin(), row.end(), 0.0);
    for (std::size_t i = 0; i < d_model; ++i) {
      for (std::size_t j = 0; j < n; ++j) row[j] += token[i] * weights[i * n + j];
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) products[i * n + j] += row[i] * row[j];
    }
  }
  for (const double value : products) {
    if (!std::isfinite(value)) throw Error("`to_latent`: keys or values of x are not finite");
  }
  return products;
}

/// The main directions of [K V], [count, n] row-major. n is 2 G D.
struct Directions {
  std::size_t count, n;
  std::vector<double> values;
};

/// W_DKV, [d_model, d_latent]: [W_K W_V] times each direction.
/// @param weights  [W_K W_V]
Tensor down_projection(const std::vector<double>& weights, const Directions& directions) {
  const std::size_t n = directions.n, d_model = weights.size() / n;
  Tensor down = make_tensor({d_model, directions.count}, "wdkv");
  for (std::size_t i = 0; i < d_model; ++i) {
    for (std::size_t k = 0; k < directions.count; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        sum += weights[i * n + j] * directions.values[k * n + j];
      }
      down(i, k) = static_cast<float>(sum);
    }
  }
  return down;
}

/// W_UK or W_UV, [d_latent, H * D]: each query head gets the columns of its key/value head.
/// @param first  where K or V begins in [K V]
Tensor up_projection(const Directions& directions, std::size_t first, const AttentionConfig& config,
                     std::string_view name) {
  const std::size_t D = config.d_head, group = config.num_heads / config.num_kv_heads;
  Tensor up = make_tensor({directions.count, config.num_heads * D}, name);
  for (std::size_t k = 0; k < directions.count; ++k) {
    for (std::size_t j = 0; j < up.shape(1); ++j) {
      const std::size_t column = first + j / D / group * D + j % D;
      up(k, j) = static_cast<float>(directions.values[k * directions.n + column]);
    }
  }
  return up;
}

}  // namespace

LatentAttention to_latent(const MultiHeadAttention& layer, Size d_latent, const Tensor& x) {
  const AttentionConfig& config = layer.config();
  check_convertible(config, d_latent);
  checked_shape(config, x, {}, "to_latent");
  AttentionWeights weights = layer.weights();
  const std::vector<double> joined =
      join_columns(*weights[WeightName::kWk], *weights[WeightName::kWv]);
  const std::size_t width = weights[WeightName::kWk]->shape(1), n = 2 * width;
  const std::size_t count = d_latent;
  const Directions directions{count, n, principal_directions(sum_products(x, joined, n), n, count)};

  LatentAttentionWeights latent_weights;
  latent_weights[LatentWeightName::kWq] = std::move(weights[WeightName::kWq]);
  latent_weights[LatentWeightName::kWo] = std::move(weights[WeightName::kWo]);
  latent_weights[LatentWeightName::kWdkv] = down_projection(joined, directions);
  latent_weights[LatentWeightName::kWuk] = up_projection(directions, 0, config, "wuk");
  latent_weights[LatentWeightName::kWuv] = up_projection(directions, width, config, "wuv");
  return LatentAttention({.d_model = config.d_model,
                          .num_heads = config.num_heads,
                          .d_head = config.d_head,
                          .d_latent = d_latent,
                          .seed = config.seed},
                         std::move(latent_weights));
}

}  // namespace manyheads
