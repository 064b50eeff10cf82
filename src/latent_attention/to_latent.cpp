#include "latent_attention/to_latent.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "latent_attention/principal_directions.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

void require_setting(bool is_right, std::string_view field, std::string_view wanted) {
  if (is_right) return;
  throw ConfigError(field,
                    {"`to_latent`: latent attention has no other ", Name{field}, " than ", wanted});
}

void check_convertible(const AttentionConfig& config, Size d_latent) {
  require_setting(!config.bias, "bias", "false");
  require_setting(config.combine == Combine::kConcat, "combine", "'concat'");
  require_setting(config.output_projection, "output_projection", "true");
  require_setting(config.scale == Scale::kSqrtDHead, "scale", "'sqrt-d-head'");
  require_setting(config.positions == ScorePositions::kNone, "positions", "'none'");
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

}  // namespace

LatentAttention to_latent(const MultiHeadAttention& layer, Size d_latent, const Tensor& x) {
  const AttentionConfig& config = layer.config();
  check_convertible(config, d_latent);
  checked_shape(config, x, {}, "to_latent");
  AttentionWeights layer_weights = layer.weights();
  const std::size_t width = layer_weights[WeightName::kWk]->shape(1), n = 2 * width;
  const std::vector<double> weights =
      join_columns(*layer_weights[WeightName::kWk], *layer_weights[WeightName::kWv]);
  const std::size_t c = d_latent;
  const std::vector<double> directions = principal_directions(sum_products(x, weights, n), n, c);

  const LatentAttentionConfig latent{.d_model = config.d_model,
                                     .num_heads = config.num_heads,
                                     .d_head = config.d_head,
                                     .d_latent = d_latent,
                                     .seed = config.seed};
  LatentAttentionWeights latent_weights;
  latent_weights[LatentWeightName::kWq] = std::move(layer_weights[WeightName::kWq]);
  latent_weights[LatentWeightName::kWo] = std::move(layer_weights[WeightName::kWo]);
  Tensor& down =
      latent_weights[LatentWeightName::kWdkv].emplace(make_tensor({config.d_model, c}, "wdkv"));
  for (std::size_t i = 0; i < config.d_model; ++i) {
    for (std::size_t k = 0; k < c; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += weights[i * n + j] * directions[k * n + j];
      down(i, k) = static_cast<float>(sum);
    }
  }
  // Each query head gets the columns of its key/value head.
  const std::size_t D = config.d_head, group = config.num_heads / config.num_kv_heads;
  for (const auto& [name, first] :
       {std::pair(LatentWeightName::kWuk, std::size_t{0}), {LatentWeightName::kWuv, width}}) {
    Tensor& up =
        latent_weights[name].emplace(make_tensor({c, config.num_heads * D}, to_text(name)));
    for (std::size_t k = 0; k < c; ++k) {
      for (std::size_t j = 0; j < up.shape(1); ++j) {
        const std::size_t column = first + j / D / group * D + j % D;
        up(k, j) = static_cast<float>(directions[k * n + column]);
      }
    }
  }
  return LatentAttention(latent, std::move(latent_weights));
}

}  // namespace manyheads
