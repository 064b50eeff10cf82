#include <array>
#include <cmath>

#include "core/attention/gradients.hpp"
#include "core/central_differences.hpp"

namespace manyheads::attention_gradients_differences_test {
namespace {

/// A layer and a call, computed in double directly from the formulas.
struct PlainAttention {
  AttentionConfig config;
  std::size_t B, T, S;
  Doubles x, context, positions;  ///< the last two may be empty
  std::array<Doubles, kWeightNames.size()> weights;
  const ForwardOptions& options;

  Doubles project(const Doubles& rows, WeightName name) const {
    const Doubles &w = weights[static_cast<std::size_t>(name)],
                  &b = weights[static_cast<std::size_t>(name) + 4];
    const std::size_t width = weight_shape(config, name)[1], d_in = weight_shape(config, name)[0];
    Doubles result(rows.size() / d_in * width);
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (config.bias) result[i] = b[i % width];
      for (std::size_t k = 0; k < d_in; ++k) {
        result[i] += rows[i / width * d_in + k] * w[k * width + i % width];
      }
    }
    return result;
  }

  Doubles add_positions(Doubles rows) const {
    if (positions.empty()) return rows;
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += positions[i % positions.size()];
    return rows;
  }

  bool sees(std::size_t b, std::size_t t, std::size_t s) const {
    if (options.causal && s + T > t + S) return false;
    if (options.valid_lens && static_cast<std::int64_t>(s) >= (*options.valid_lens)[b])
      return false;
    return !options.mask || (*options.mask)(t, s) != 0.0f;
  }

  /// The sum of output * d_output.
  double loss(const Tensor& d_output) const {
    const std::size_t H = config.num_heads, G = config.num_kv_heads, D = config.d_head;
    const Doubles& source = context.empty() ? x : context;
    const Doubles q = project(add_positions(x), WeightName::kWq),
                  k = project(add_positions(source), WeightName::kWk),
                  v = project(source, WeightName::kWv);
    const std::size_t width = combined_width(config);
    Doubles combined(B * T * width);
    for (std::size_t b = 0; b < B; ++b) {
      for (std::size_t h = 0; h < H; ++h) {
        const std::size_t own = config.tie_heads ? 0 : h, g = config.tie_heads ? 0 : h / (H / G);
        for (std::size_t t = 0; t < T; ++t) {
          Doubles weight(S);
          double sum = 0;
          for (std::size_t s = 0; s < S; ++s) {
            if (!sees(b, t, s)) continue;
            double score = 0;
            for (std::size_t i = 0; i < D; ++i) {
              score += q[((b * T + t) * H + own) * D + i] * k[((b * S + s) * G + g) * D + i];
            }
            score /= score_divisor(config);
            if (options.score_bias) score += (*options.score_bias)(b, h, t, s);
            sum += weight[s] = std::exp(score);
          }
          for (std::size_t s = 0; s < S && sum > 0; ++s) {
            double factor = weight[s] / sum;
            if (options.dropout) factor *= dropout_factor(*options.dropout, b, h, t, s);
            if (options.head_mask) factor *= (*options.head_mask)(h);
            if (config.combine == Combine::kMean) factor /= static_cast<double>(H);
            const std::size_t first = config.combine == Combine::kConcat ? h * D : 0;
            for (std::size_t i = 0; i < D; ++i) {
              combined[(b * T + t) * width + first + i] +=
                  factor * v[((b * S + s) * G + g) * D + i];
            }
          }
        }
      }
    }
    const Doubles output = config.output_projection ? project(combined, WeightName::kWo) : combined;
    double loss = 0;
    for (std::size_t i = 0; i < output.size(); ++i) loss += output[i] * d_output.data()[i];
    return loss;
  }
};

AttentionGradients gradients_by_differences(const MultiHeadAttention& layer, const Tensor& x,
                                            const Tensor& d_output, const ForwardOptions& options) {
  const AttentionWeights weights = layer.weights();
  PlainAttention plain{.config = layer.config(),
                       .B = x.shape(0),
                       .T = x.shape(1),
                       .S = options.context ? options.context->shape(1) : x.shape(1),
                       .x = to_doubles(x),
                       .context = options.context ? to_doubles(*options.context) : Doubles(),
                       .positions = options.positions ? to_doubles(*options.positions) : Doubles(),
                       .weights = {},
                       .options = options};
  for (std::size_t i = 0; i < kWeightNames.size(); ++i) {
    if (weights.tensors[i]) plain.weights[i] = to_doubles(*weights.tensors[i]);
  }
  const auto loss = [&] { return plain.loss(d_output); };
  AttentionGradients gradients;
  gradients.dx = central_differences(plain.x, shape_of(x), loss);
  if (options.context) {
    gradients.d_context = central_differences(plain.context, shape_of(*options.context), loss);
  }
  if (options.positions) {
    gradients.d_positions =
        central_differences(plain.positions, shape_of(*options.positions), loss);
  }
  for (std::size_t i = 0; i < kWeightNames.size(); ++i) {
    if (!weights.tensors[i]) continue;
    gradients.d_weights.tensors[i] =
        central_differences(plain.weights[i], shape_of(*weights.tensors[i]), loss);
  }
  return gradients;
}

TEST(AttentionGradients, EqualCentralDifferencesInDouble) {
  for (const auto& [B, T, S, config] : kAwkwardCalls) {
    const Size keys = S == 0 ? T : S, H = config.num_heads;
    MultiHeadAttention layer = random_layer(config);
    const Tensor x = random_normal({B, T, config.d_model}, 1),
                 context = random_normal({B, keys, config.d_model}, 2),
                 positions = random_normal({T, config.d_model}, 8);
    Tensor mask = random_whole({T, keys}, 3);
    for (float& value : elements(mask)) value = value > -4 ? 1.0f : 0.0f;
    const Tensor bias = random_normal({B, H, T, keys}, 4), head_mask = random_normal({H}, 5);
    const Tensor d_output = random_normal(shape_of(layer.forward(x)), 6);
    ForwardOptions plain, every_option{.causal = true,
                                       .valid_lens = std::vector<std::int64_t>(B, keys),
                                       .mask = &mask,
                                       .score_bias = &bias,
                                       .head_mask = &head_mask,
                                       .dropout = {{.rate = 0.3, .seed = 7}}};
    every_option.valid_lens->back() = static_cast<std::int64_t>(keys + 1) / 2;
    plain.context = every_option.context = S == 0 ? nullptr : &context;
    every_option.positions = S == 0 ? &positions : nullptr;

    for (const ForwardOptions& options : {plain, every_option}) {
      SCOPED_TRACE(to_text(Shape{B, T, S, config.d_model, H}) + (options.causal ? " masked" : ""));
      // Error bound: float32 gradients are sums of up to 200 products near 1, each rounded to 6e-8.
      expect_close(compute_gradients(layer, x, d_output, options),
                   gradients_by_differences(layer, x, d_output, options), 1e-5);
    }
  }
}

}  // namespace
}  // namespace manyheads::attention_gradients_differences_test
