/// Without forward's weights and outputs each block computes them again, with two of its six
/// products.

#include "attention/kernels/attend_backward.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <xsimd/xsimd.hpp>

#include "attention/kernels/attend_blocks.hpp"
#include "attention/kernels/score_rows.hpp"

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

/// Divides a query's weights by `sum` and applies the head mask. Replaces the gradients of the
/// weights by those of the raw scores. All rows are whole vectors.
/// @param unnormalized  the weights before dropout, not yet divided; may be the same memory as
///                      `weights`
void backward_row(const AttendArguments& arguments, std::size_t h, float sum,
                  const float* unnormalized, const std::span<float>& weights,
                  const std::span<float>& d_weights) {
  Batch products(0.0f);
  for (std::size_t s = 0; s < weights.size(); s += Batch::size) {
    products = xsimd::fma(Batch::load_unaligned(unnormalized + s),
                          Batch::load_unaligned(d_weights.data() + s), products);
  }
  const float inverse = 1.0f / sum;
  const Tensor* head_mask = arguments.options.head_mask;
  const float head_factor = head_mask ? head_mask->data()[h] : 1.0f;
  const Batch row_sum(xsimd::reduce_add(products) * inverse), weight_factor(inverse * head_factor),
      score_factor(1.0f / arguments.score_divisor);
  for (std::size_t s = 0; s < weights.size(); s += Batch::size) {
    const Batch weight = Batch::load_unaligned(unnormalized + s) * weight_factor;
    const Batch d_weight = Batch::load_unaligned(d_weights.data() + s);
    weight.store_unaligned(weights.data() + s);
    (weight * score_factor * (d_weight - row_sum)).store_unaligned(d_weights.data() + s);
  }
}

/// Computes the weights after dropout and head mask from raw scores, or from forward's weights.
/// Replaces the gradients of the weights by those of the raw scores.
/// @return whether the query sees a key
bool backward_through_softmax(const AttendArguments& arguments, const QueryBlock& block,
                              std::size_t t, const UnnormalizedWeights* forward,
                              const std::span<float>& weights, const std::span<float>& d_weights) {
  const auto score_row = [&](const std::span<float>& values) {
    return ScoreRow{block.b, block.h, t, 0, values};
  };
  const std::size_t row = forward ? forward->row(arguments, block.b, block.h, t) : 0;
  const float* unnormalized =
      forward ? forward->weights + row * forward->row_stride : weights.data();
  const float sum = forward ? forward->sums[row] : compute_weights(arguments, score_row(weights));
  if (sum == 0.0f) {  // no key seen: 0 whatever the values hold
    std::fill(weights.begin(), weights.end(), 0.0f);
    std::fill(d_weights.begin(), d_weights.end(), 0.0f);
    return false;
  }
  apply_dropout(arguments, score_row(d_weights));
  backward_row(arguments, block.h, sum, unnormalized, weights, d_weights);
  apply_dropout(arguments, score_row(weights));
  arguments.visibility.hide(block.b, t, d_weights, 0, 0.0f);  // also in a row with NaN
  return true;
}

/// @param forward  the weights of forward; null: they are computed again
void block_backward(const AttendArguments& arguments, const QueryBlock& block,
                    const HeadPanels& panels, const AttendGradients& gradients,
                    const UnnormalizedWeights* forward, AttendBackwardScratch& scratch) {
  const std::size_t d_head = arguments.d_head, d_value = arguments.d_value;
  const std::size_t rows = block.rows, stride = PackedMatrix::padded(block.keys);
  const MatrixView q = block.matrix(arguments.q, d_head);
  const MatrixView d_heads = block.matrix(gradients.d_heads, d_value);
  float* const weights = scratch.weights.data();
  float* const d_scores = scratch.d_scores.data();
  const auto key_rows = [&](const HeadRows<float>& gradient) {
    return RowsOut{gradient.row(block.b, block.g, 0), gradient.row_stride};
  };

  if (!forward) matmul(q, panels.k_transposed, stride, {}, {weights, stride});
  matmul(d_heads, panels.v_transposed, stride, {}, {d_scores, stride});
  std::array<bool, kQueryBlock> sees_key;
  for (std::size_t i = 0; i < rows; ++i) {
    sees_key[i] =
        backward_through_softmax(arguments, block, block.query(i), forward,
                                 {weights + i * stride, stride}, {d_scores + i * stride, stride});
  }

  const MatrixView w{weights, rows, block.keys, stride}, ds{d_scores, rows, block.keys, stride};
  if (gradients.heads.data) {
    const RowsOut heads = block.rows_out(gradients.heads);
    matmul(w, panels.v, d_value, {}, heads);
    for (std::size_t i = 0; i < rows; ++i) {  // 0 times NaN in a value would be NaN
      if (!sees_key[i]) std::fill_n(heads.data + i * heads.row_stride, d_value, 0.0f);
    }
  }
  matmul_add(ds, panels.k, d_head, block.rows_out(gradients.dq));
  matmul_add(ds.transposed(), make_panels(q, scratch.rows), d_head, key_rows(gradients.dk));
  matmul_add(w.transposed(), make_panels(d_heads, scratch.rows), d_value, key_rows(gradients.dv));
}

/// Whether everything that a key/value head's products read is finite.
bool all_finite_in_head(const AttendArguments& arguments, const AttendGradients& gradients,
                        std::size_t b, std::size_t g) {
  const std::size_t T = arguments.run.T, S = arguments.run.S;
  const std::size_t group = arguments.H / arguments.G;
  if (!all_finite({arguments.k.head(b, g), S, arguments.d_head})) return false;
  if (!all_finite({arguments.v.head(b, g), S, arguments.d_value})) return false;
  for (std::size_t h = g * group; h < (g + 1) * group; ++h) {
    if (!all_finite({arguments.q.head(b, h), T, arguments.d_head})) return false;
    if (!all_finite({gradients.d_heads.head(b, h), T, arguments.d_value})) return false;
  }
  return true;
}

}  // namespace

void attend_backward(const AttendArguments& arguments, const AttendGradients& gradients,
                     AttendBackwardScratch& scratch, const UnnormalizedWeights* weights) {
  for (Buffer* buffer : {&scratch.weights, &scratch.d_scores}) {
    buffer->reserve({std::min(arguments.run.T, kQueryBlock), PackedMatrix::padded(arguments.run.S)},
                    "a block of scores");
  }
  const WantedPanels wanted{.k = true,
                            .k_transposed = weights == nullptr,
                            .v = gradients.heads.data != nullptr,
                            .v_transposed = true};
  HeadPanels panels{};
  const auto begin_head = [&](std::size_t b, std::size_t g) {
    panels = pack_head(arguments, b, g, wanted, scratch.head);
    return some_block_hides_keys(arguments, b) && all_finite_in_head(arguments, gradients, b, g);
  };
  for_each_block(arguments, /*across_heads=*/false, begin_head, [&](const QueryBlock& block) {
    block_backward(arguments, block, panels, gradients, weights, scratch);
  });
}

}  // namespace manyheads
