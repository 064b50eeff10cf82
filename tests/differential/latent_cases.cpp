#include <memory>

#include "differential/cases.hpp"
#include "differential/exact_attention.hpp"
#include "kv_cache/kv_cache.hpp"
#include "latent_attention/latent_attention.hpp"

namespace manyheads::differential {
namespace {

LatentAttentionConfig draw_latent_config(Draw& draw) {
  LatentAttentionConfig config;
  config.d_model = draw.size(8, 40);
  config.num_heads = draw.size(4, 8);
  config.d_head = draw.size(5, 20);
  config.d_latent = draw.size(6, 30);
  if (draw.one_in(2)) config.d_latent_query = draw.size(5, 20);
  if (draw.one_in(2)) config.d_rope = 2 * draw.size(2, 6);
  config.seed = draw.seed();
  return config;
}

/// Rotates each head's row. @see rope.hpp
void rotate_rows(Matrix& rows, std::size_t T, std::size_t width) {
  for (std::size_t row = 0; row < rows.rows; ++row) {
    for (std::size_t first = 0; first < rows.columns; first += 2) {
      const double turn =
          std::pow(10000.0, -static_cast<double>(first % width) / static_cast<double>(width));
      const double angle = static_cast<double>(row % T) * turn;
      const Rounded cosine{std::cos(angle), kUnit}, sine{std::sin(angle), kUnit};
      const Rounded x = rows(row, first), y = rows(row, first + 1);
      Sum rotated_x, rotated_y;
      rotated_x.add(x, cosine);
      rotated_x.add(y, sine * -1);
      rotated_y.add(x, sine);
      rotated_y.add(y, cosine);
      rows(row, first) = rotated_x.total();
      rows(row, first + 1) = rotated_y.total();
    }
  }
}

/// The output of all tokens, in float64. Its bound holds for both forms: they multiply the same
/// three factors of a score, and of an output, in another order.
Matrix exact_latent(const LatentAttention& layer, const Tensor& x, bool causal) {
  using enum LatentWeightName;
  const LatentAttentionConfig& config = layer.config();
  const std::size_t H = config.num_heads, D = config.d_head, R = config.d_rope;
  const std::size_t T = x.shape(x.dimension() - 2), tokens = x.size() / config.d_model;
  const LatentAttentionWeights copies = layer.weights();
  const auto weight = [&](LatentWeightName name) { return Matrix(*copies[name]); };

  const Matrix input(x), latent = product(input, weight(kWdkv));
  const bool compressed = config.d_latent_query > 0;
  const Matrix query_input = compressed ? product(input, weight(kWdq)) : input;
  const Matrix q = product(query_input, weight(compressed ? kWuq : kWq));
  const Matrix k = product(latent, weight(kWuk), {}, D + 2);
  const Matrix v = product(latent, weight(kWuv), {}, T + 8);
  Matrix q_rotary(tokens, H * R), k_rotary(tokens, R);
  if (R > 0) {
    q_rotary = product(query_input, weight(kWqr));
    k_rotary = product(input, weight(kWkr));
    rotate_rows(q_rotary, T, R);
    rotate_rows(k_rotary, T, R);
  }

  Matrix heads(tokens, H * D);
  const double divisor = std::sqrt(static_cast<double>(D + R));
  for (std::size_t row = 0; row < tokens; ++row) {
    const std::size_t first = row - row % T, seen = causal ? row % T + 1 : T;
    for (std::size_t h = 0; h < H; ++h) {
      std::vector<Rounded> weights(seen);
      for (std::size_t s = 0; s < seen; ++s) {
        Sum score;
        for (std::size_t i = 0; i < D; ++i) score.add(q(row, h * D + i), k(first + s, h * D + i));
        for (std::size_t i = 0; i < R; ++i) {
          score.add(q_rotary(row, h * R + i), k_rotary(first + s, i));
        }
        weights[s] = score.total(config.d_latent) * (1.0 / divisor);
      }
      exact_softmax(weights);
      for (std::size_t i = 0; i < D; ++i) {
        Sum sum;
        for (std::size_t s = 0; s < seen; ++s) sum.add(weights[s], v(first + s, h * D + i));
        heads(row, h * D + i) = sum.total(config.d_latent);
      }
    }
  }
  return product(heads, weight(kWo));
}

}  // namespace

void run_latent_case(Draw& draw, Comparison& comparison) {
  const auto layer = std::make_shared<LatentAttention>(draw_latent_config(draw));
  const Size B = draw.size(2, 4), T = draw.size(6, 40), d_model = layer->config().d_model;
  const double deviation = draw_deviation(draw);
  const Tensor x = draw.tensor(B > 1 ? Shape{B, T, d_model} : Shape{T, d_model}, deviation);
  const bool causal = draw.one_in(2);

  const Matrix expected = exact_latent(*layer, x, causal);
  for (const bool absorbed : {false, true}) {
    comparison.expect_close(absorbed ? "absorbed" : "expanded",
                            layer->forward(x, {.causal = causal, .absorbed = absorbed}), expected);
  }
  comparison.expect_close("traced", layer->trace(x, causal).expanded.output, expected);
  if (!causal || B > 1) return;

  KvCache cache(layer, {.capacity = T, .page_size = draw.one_in(2) ? 0 : draw.size(4, 20)});
  for (std::size_t first = 0; first < T;) {
    const std::size_t count = 1 + draw.below(draw.one_in(2) ? 1 : T - first);
    Tensor chunk = make_tensor({count, d_model}, "chunk"), output;
    std::copy_n(x.data() + first * d_model, count * d_model, chunk.data());
    cache.step(chunk, output);
    Matrix rows(count, expected.columns);
    std::copy_n(&expected(first, 0), rows.values.size(), rows.values.begin());
    comparison.expect_close("a step of the latent cache", output, rows);
    first += count;
  }
}

}  // namespace manyheads::differential
