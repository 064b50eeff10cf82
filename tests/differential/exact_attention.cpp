#include "differential/exact_attention.hpp"

#include <algorithm>
#include <limits>

namespace manyheads::differential {
namespace {

/// Roundings of one weight besides those of its score: exponential, sum's division, rescaling.
constexpr double kExponentialRoundings = 16;

Matrix matrix_of(const Tensor* tensor) { return tensor ? Matrix(*tensor) : Matrix(); }

Matrix add_positions(Matrix rows, const Matrix& positions) {
  if (positions.empty()) return rows;
  for (std::size_t i = 0; i < rows.values.size(); ++i) {
    Sum sum;
    sum.add(rows.values[i]);
    sum.add(positions.values[i % positions.values.size()]);
    rows.values[i] = sum.total();
  }
  return rows;
}

/// The sizes of a call, and where one head's numbers are.
struct Heads {
  explicit Heads(const ExactCall& of)
      : call(of),
        B(of.run.B),
        T(of.run.T),
        S(of.run.S),
        H(of.config.num_heads),
        G(of.config.num_kv_heads),
        D(of.config.d_head) {}

  std::size_t key_head(std::size_t h) const { return h / (H / G); }
  std::size_t row(std::size_t b, std::size_t h, std::size_t t) const { return (b * H + h) * T + t; }

  bool sees(std::size_t b, std::size_t t, std::size_t s) const {
    const ForwardOptions& options = call.options;
    const bool from_the_end = options.causal_alignment == CausalAlignment::kBottomRight;
    if (options.causal && (from_the_end ? s + T > t + S : s > t)) return false;
    if (options.valid_lens && static_cast<std::int64_t>(s) >= (*options.valid_lens)[b])
      return false;
    if (!options.mask) return true;
    const std::size_t batch_row = options.mask->dimension() == 3 ? b : 0;
    return options.mask->data()[(batch_row * T + t) * S + s] != 0.0f;
  }

  double bias(std::size_t b, std::size_t h, std::size_t t, std::size_t s) const {
    const Tensor* bias = call.options.score_bias;
    if (!bias) return 0;
    return bias->data()[((bias->dimension() == 2 ? 0 : b * H + h) * T + t) * S + s];
  }

  /// What a weight is multiplied by after the softmax.
  double factor(std::size_t b, std::size_t h, std::size_t t, std::size_t s) const {
    const ForwardOptions& options = call.options;
    double factor = options.dropout ? dropout_factor(*options.dropout, b, h, t, s) : 1.0;
    if (options.head_mask) factor *= options.head_mask->data()[h];
    return factor;
  }

  const ExactCall& call;
  std::size_t B, T, S, H, G, D;
};

Rounded score(const Heads& heads, const ExactForward& forward, std::size_t b, std::size_t h,
              std::size_t t, std::size_t s) {
  Sum dot;
  for (std::size_t i = 0; i < heads.D; ++i) {
    dot.add(forward.q(b * heads.T + t, h * heads.D + i),
            forward.k(b * heads.S + s, heads.key_head(h) * heads.D + i));
  }
  Sum score;
  score.add(dot.total() * (1.0 / double{score_divisor(heads.call.config)}));
  if (heads.call.config.positions == ScorePositions::kAlibi) {
    const double distance =
        std::abs(static_cast<double>(t + heads.S - heads.T) - static_cast<double>(s));
    score.add(Rounded{-distance, 0} * alibi_slope(h, heads.H));
  }
  if (const double bias = heads.bias(b, h, t, s); bias != 0) score.add({bias, 0});
  return score.total();
}

void compute_weights(const Heads& heads, ExactForward& forward) {
  constexpr Rounded kHidden = {-std::numeric_limits<double>::infinity(), 0};
  forward.weights = Matrix(heads.B * heads.H * heads.T, heads.S);
  for (std::size_t b = 0; b < heads.B; ++b) {
    for (std::size_t h = 0; h < heads.H; ++h) {
      for (std::size_t t = 0; t < heads.T; ++t) {
        const std::span row(&forward.weights(heads.row(b, h, t), 0), heads.S);
        for (std::size_t s = 0; s < heads.S; ++s) {
          const bool hidden = !heads.sees(b, t, s) || std::isinf(heads.bias(b, h, t, s));
          row[s] = hidden ? kHidden : score(heads, forward, b, h, t, s);
        }
        exact_softmax(row);
      }
    }
  }
}

void compute_heads(const Heads& heads, ExactForward& forward) {
  forward.heads = Matrix(heads.B * heads.T, heads.H * heads.D);
  for (std::size_t b = 0; b < heads.B; ++b) {
    for (std::size_t h = 0; h < heads.H; ++h) {
      for (std::size_t t = 0; t < heads.T; ++t) {
        for (std::size_t i = 0; i < heads.D; ++i) {
          Sum sum;
          for (std::size_t s = 0; s < heads.S; ++s) {
            sum.add(forward.weights(heads.row(b, h, t), s) * heads.factor(b, h, t, s),
                    forward.v(b * heads.S + s, heads.key_head(h) * heads.D + i));
          }
          forward.heads(b * heads.T + t, h * heads.D + i) = sum.total(2);
        }
      }
    }
  }
}

double share_of_one_head(const AttentionConfig& config) {
  return config.combine == Combine::kMean ? 1.0 / static_cast<double>(config.num_heads) : 1.0;
}

Matrix combine(const AttentionConfig& config, const Matrix& heads) {
  if (config.combine == Combine::kConcat) return heads;
  const std::size_t D = config.d_head;
  Matrix combined(heads.rows, D);
  for (std::size_t row = 0; row < heads.rows; ++row) {
    for (std::size_t i = 0; i < D; ++i) {
      Sum sum;
      for (std::size_t h = 0; h < config.num_heads; ++h) sum.add(heads(row, h * D + i));
      combined(row, i) = sum.total() * share_of_one_head(config);
    }
  }
  return combined;
}

/// The gradients of the heads' outputs, [B * T, H * D].
Matrix gradients_of_heads(const ExactCall& call, const Matrix& d_output) {
  const AttentionConfig& config = call.config;
  Matrix d_combined = d_output;
  if (config.output_projection) {
    d_combined = product(d_output, transposed(call.weight(WeightName::kWo)));
  }
  if (config.combine == Combine::kConcat) return d_combined;
  const std::size_t H = config.num_heads, D = config.d_head;
  Matrix d_heads(d_combined.rows, H * D);
  for (std::size_t row = 0; row < d_heads.rows; ++row) {
    for (std::size_t i = 0; i < H * D; ++i) {
      d_heads(row, i) = d_combined(row, i % D) * share_of_one_head(config);
    }
  }
  return d_heads;
}

/// The gradients of q, k and v, [B * T, H * D] and [B * S, G * D] twice.
struct ProjectedGradients {
  Matrix q, k, v;
};

/// The gradients of one row of scores. The kernels may add up the row's mean in another order, as
/// the product of output and gradient, so each term has as many roundings.
std::vector<Rounded> gradients_of_scores(const Heads& heads, const ExactForward& forward,
                                         const Matrix& d_heads, std::size_t b, std::size_t h,
                                         std::size_t t) {
  const Rounded* weights = &forward.weights(heads.row(b, h, t), 0);
  std::vector<Rounded> gradients(heads.S);
  Sum mean;
  for (std::size_t s = 0; s < heads.S; ++s) {
    Sum d_weight;
    for (std::size_t i = 0; i < heads.D; ++i) {
      d_weight.add(d_heads(b * heads.T + t, h * heads.D + i),
                   forward.v(b * heads.S + s, heads.key_head(h) * heads.D + i));
    }
    gradients[s] = d_weight.total(heads.S + 4) * heads.factor(b, h, t, s);
    mean.add(gradients[s], weights[s]);
  }
  const Rounded row_mean = mean.total();
  for (std::size_t s = 0; s < heads.S; ++s) {
    Sum difference;
    difference.add(gradients[s]);
    difference.add(row_mean, {-1, 0});
    Sum product;
    product.add(difference.total(), weights[s]);
    gradients[s] = product.total() * (1.0 / double{score_divisor(heads.call.config)});
  }
  return gradients;
}

ProjectedGradients gradients_of_projected(const Heads& heads, const ExactForward& forward,
                                          const Matrix& d_heads) {
  const auto [call, B, T, S, H, G, D] = heads;
  std::vector<Sum> dk(B * S * G * D), dv(B * S * G * D);
  ProjectedGradients result{Matrix(B * T, H * D), Matrix(B * S, G * D), Matrix(B * S, G * D)};
  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t h = 0; h < H; ++h) {
      const std::size_t first = heads.key_head(h) * D;
      for (std::size_t t = 0; t < T; ++t) {
        const auto d_scores = gradients_of_scores(heads, forward, d_heads, b, h, t);
        for (std::size_t i = 0; i < D; ++i) {
          Sum dq;
          for (std::size_t s = 0; s < S; ++s) {
            const std::size_t at = (b * S + s) * G * D + first + i;
            dq.add(d_scores[s], forward.k.values[at]);
            dk[at].add(d_scores[s], forward.q(b * T + t, h * D + i));
            dv[at].add(forward.weights(heads.row(b, h, t), s) * heads.factor(b, h, t, s),
                       d_heads(b * T + t, h * D + i));
          }
          result.q(b * T + t, h * D + i) = dq.total(2);
        }
      }
    }
  }
  for (std::size_t i = 0; i < dk.size(); ++i) {
    result.k.values[i] = dk[i].total(2);
    result.v.values[i] = dv[i].total(2);
  }
  return result;
}

/// Adds up all heads' columns in head 0's; the others become 0.
void tie(Matrix& gradient, std::size_t d_head) {
  for (std::size_t row = 0; row < gradient.rows; ++row) {
    for (std::size_t i = 0; i < d_head; ++i) {
      Sum sum;
      for (std::size_t j = i; j < gradient.columns; j += d_head) {
        sum.add(std::exchange(gradient(row, j), {}));
      }
      gradient(row, i) = sum.total();
    }
  }
}

Matrix sum_of_rows(const Matrix& matrix) {
  Matrix ones(1, matrix.rows);
  for (Rounded& one : ones.values) one.value = 1;
  return product(ones, matrix);
}

/// Adds up what flows back along several ways.
Matrix sum_of(const std::vector<Matrix>& ways) {
  Matrix total(ways[0].rows, ways[0].columns);
  for (std::size_t i = 0; i < total.values.size(); ++i) {
    Sum sum;
    for (const Matrix& way : ways) sum.add(way.values[i]);
    total.values[i] = sum.total();
  }
  return total;
}

}  // namespace

ExactCall::ExactCall(const MultiHeadAttention& layer, const Tensor& input, const ForwardOptions& of)
    : config(layer.config()),
      options(of),
      run(checked_shape(layer.config(), input, of)),
      x(input),
      context(matrix_of(of.context)),
      keys(matrix_of(of.keys)),
      values(matrix_of(of.values)),
      positions(matrix_of(of.positions)) {
  const AttentionWeights copies = layer.weights();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (copies.tensors[i]) weights[i] = Matrix(*copies.tensors[i]);
  }
}

void exact_softmax(std::span<Rounded> scores) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Rounded& score : scores) largest = std::max(largest, score.value);
  double sum = 0, smallest_sum = 0;
  for (Rounded& score : scores) {
    const bool hidden = std::isinf(score.value);
    const double below = hidden ? 0 : largest - score.value;
    score.error = hidden ? 0 : score.error + kUnit * (3 * below + kExponentialRoundings);
    score.value = hidden ? 0 : std::exp(-below);
    sum += score.value;
    smallest_sum += score.value * std::exp(-score.error);
  }
  const double roundings = kUnit * static_cast<double>(scores.size() + 2);
  for (Rounded& score : scores) {
    if (score.error == 0) continue;  // hidden
    const double largest_value = score.value * std::exp(score.error) / smallest_sum;
    score.value /= sum;
    // In float32 the exponential is 0 below -87; no weight is above 1.
    const double error = largest_value * (1 + roundings) - score.value + 2e-38;
    score.error = std::isfinite(error) ? std::min(error, 1.0) : 1.0;
  }
}

ExactForward exact_forward(const ExactCall& call) {
  using enum WeightName;
  const Heads heads(call);
  ExactForward forward;
  forward.query_input = add_positions(call.x, call.positions);
  forward.key_input = !call.keys.empty()      ? call.keys
                      : !call.context.empty() ? call.context
                                              : forward.query_input;
  forward.value_input = !call.values.empty()    ? call.values
                        : !call.context.empty() ? call.context
                                                : call.x;
  forward.q = product(forward.query_input, call.weight(kWq), call.weight(kBq));
  forward.k = product(forward.key_input, call.weight(kWk), call.weight(kBk));
  forward.v = product(forward.value_input, call.weight(kWv), call.weight(kBv));
  compute_weights(heads, forward);
  compute_heads(heads, forward);
  forward.output = combine(call.config, forward.heads);
  if (call.config.output_projection) {
    forward.output = product(forward.output, call.weight(kWo), call.weight(kBo));
  }
  return forward;
}

ExactGradients exact_gradients(const ExactCall& call, const ExactForward& forward,
                               const Matrix& d_output) {
  using enum WeightName;
  const Heads heads(call);
  const Matrix d_heads = gradients_of_heads(call, d_output);
  const auto [dq, dk, dv] = gradients_of_projected(heads, forward, d_heads);

  ExactGradients gradients;
  const auto weight = [&](WeightName name) -> Matrix& {
    return gradients.weights[static_cast<std::size_t>(name)];
  };
  weight(kWq) = product(transposed(forward.query_input), dq);
  weight(kWk) = product(transposed(forward.key_input), dk);
  weight(kWv) = product(transposed(forward.value_input), dv);
  if (call.config.bias) {
    weight(kBq) = sum_of_rows(dq);
    weight(kBk) = sum_of_rows(dk);
    weight(kBv) = sum_of_rows(dv);
  }
  if (call.config.tie_heads) {
    for (const WeightName name : {kWq, kWk, kWv, kBq, kBk, kBv}) tie(weight(name), heads.D);
  }
  if (call.config.output_projection) {
    weight(kWo) = product(transposed(combine(call.config, forward.heads)), d_output);
    if (call.config.bias) weight(kBo) = sum_of_rows(d_output);
  }

  const Matrix by_q = product(dq, transposed(call.weight(kWq))),
               by_k = product(dk, transposed(call.weight(kWk))),
               by_v = product(dv, transposed(call.weight(kWv)));
  if (!call.keys.empty()) {
    gradients.x = by_q;
    gradients.keys = by_k;
    gradients.values = by_v;
  } else if (!call.context.empty()) {
    gradients.x = by_q;
    gradients.context = sum_of({by_k, by_v});
  } else {
    gradients.x = sum_of({by_q, by_k, by_v});
  }
  if (!call.positions.empty()) {
    const Matrix by_both = sum_of({by_q, by_k});
    std::vector<Matrix> batch_rows;
    for (std::size_t b = 0; b < heads.B; ++b) {
      Matrix row(heads.T, by_both.columns);
      std::copy_n(&by_both(b * heads.T, 0), row.values.size(), row.values.begin());
      batch_rows.push_back(std::move(row));
    }
    gradients.positions = sum_of(batch_rows);
  }
  return gradients;
}

}  // namespace manyheads::differential
