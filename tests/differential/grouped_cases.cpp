#include "attention/head_pooling.hpp"
#include "differential/cases.hpp"
#include "differential/exact_attention.hpp"

namespace manyheads::differential {
namespace {

/// The columns of neighbouring heads, pooled by the definition.
Matrix pool(const Matrix& weight, std::size_t d_head, std::size_t group, HeadPooling pooling) {
  Matrix pooled(weight.rows, weight.columns / group);
  for (std::size_t row = 0; row < pooled.rows; ++row) {
    for (std::size_t j = 0; j < pooled.columns; ++j) {
      const std::size_t first = j / d_head * group * d_head + j % d_head;
      double sum = 0;
      for (std::size_t i = 0; i < group; ++i) sum += weight(row, first + i * d_head).value;
      const double mean = sum / static_cast<double>(group);
      pooled(row, j).value = pooling == HeadPooling::kFirst ? weight(row, first).value : mean;
      pooled(row, j).error = std::abs(mean) * kUnit;  // one rounding
    }
  }
  return pooled;
}

}  // namespace

void run_grouped_case(Draw& draw, Comparison& comparison) {
  DrawnCall call(draw, false);
  const AttentionConfig& config = call.layer.config();
  Size num_kv_heads = 1 + draw.below(config.num_kv_heads);
  while (config.num_kv_heads % num_kv_heads != 0) --num_kv_heads;
  const auto pooling = draw.choose({HeadPooling::kMean, HeadPooling::kFirst});

  MultiHeadAttention grouped = to_grouped(call.layer, num_kv_heads, pooling);

  const AttentionWeights before = call.layer.weights(), after = grouped.weights();
  for (const WeightName name : kWeightNames) {
    if (!before[name]) continue;
    const bool is_pooled = name == WeightName::kWk || name == WeightName::kWv ||
                           name == WeightName::kBk || name == WeightName::kBv;
    const std::size_t group = is_pooled ? config.num_kv_heads / num_kv_heads : 1;
    comparison.expect_close(to_text(name), *after[name],
                            pool(Matrix(*before[name]), config.d_head, group, pooling));
  }
  comparison.expect_close("the grouped layer", grouped.forward(call.x, call.options),
                          exact_forward(ExactCall(grouped, call.x, call.options)).output);
}

}  // namespace manyheads::differential
