/// Each block of queries computes its weights again, which is cheaper than to keep them: of six
/// products two are forward's.

#include "attention/kernels/attend_backward.hpp"

#include <algorithm>
#include <span>
#include <xsimd/xsimd.hpp>

#include "attention/kernels/score_rows.hpp"

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

/// Neighbouring queries of one head and the first keys, which are all that one of them sees.
struct Block {
  std::size_t b, h, g;
  std::size_t first, rows;
  std::size_t keys;
};

/// A query's weights before dropout, not yet divided by `sum`, become those that its values were
/// weighted by; the weights' gradients become the raw scores'. All are whole vectors.
/// @param unnormalized  may be where the weights are
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
  const float of_head = head_mask ? head_mask->data()[h] : 1.0f;
  const Batch row_sum(xsimd::reduce_add(products) * inverse), of_weight(inverse * of_head),
      of_score(1.0f / arguments.score_divisor);
  for (std::size_t s = 0; s < weights.size(); s += Batch::size) {
    const Batch weight = Batch::load_unaligned(unnormalized + s) * of_weight;
    const Batch d_weight = Batch::load_unaligned(d_weights.data() + s);
    weight.store_unaligned(weights.data() + s);
    (weight * of_score * (d_weight - row_sum)).store_unaligned(d_weights.data() + s);
  }
}

/// Raw scores, or the weights that were kept, become weights after dropout and head mask; the
/// weights' gradients become the raw scores'.
void backward_through_softmax(const AttendArguments& arguments, const Block& block, std::size_t t,
                              const KeptWeights* kept, const std::span<float>& weights,
                              const std::span<float>& d_weights) {
  const auto row_of = [&](const std::span<float>& values) {
    return ScoreRow{block.b, block.h, t, 0, values};
  };
  const std::size_t row = kept ? kept->row(arguments, block.b, block.h, t) : 0;
  const float* unnormalized = kept ? kept->weights + row * kept->row_stride : weights.data();
  const float sum = kept ? kept->sums[row] : weigh(arguments, row_of(weights));
  if (sum == 0.0f) {  // no key seen: 0 whatever the values hold
    std::fill(weights.begin(), weights.end(), 0.0f);
    std::fill(d_weights.begin(), d_weights.end(), 0.0f);
    return;
  }
  drop(arguments, row_of(d_weights));
  backward_row(arguments, block.h, sum, unnormalized, weights, d_weights);
  drop(arguments, row_of(weights));
  arguments.visibility.hide(block.b, t, d_weights, 0, 0.0f);  // beside a NaN, too
}

/// Keys and values of one head, as right-hand sides.
struct HeadPanels {
  Panels k, k_transposed, v, v_transposed;
};

void block_backward(const AttendArguments& arguments, const Block& block, const HeadPanels& panels,
                    const AttendGradients& gradients, const KeptWeights* kept,
                    AttendBackwardScratch& scratch) {
  const auto [b, h, g, first, rows, keys] = block;
  const std::size_t d_head = arguments.d_head, d_value = arguments.d_value;
  const std::size_t stride = PackedMatrix::padded(keys);
  const MatrixView q = matrix_of(arguments.q, b, h, first, rows, d_head);
  const MatrixView d_heads = matrix_of(gradients.d_heads, b, h, first, rows, d_value);
  float* const weights = scratch.weights.data();
  float* const d_scores = scratch.d_scores.data();
  const auto rows_out = [&](const HeadRows<float>& of, std::size_t head, std::size_t row) {
    return RowsOut{of.row(b, head, row), of.row_stride};
  };

  if (!kept) matmul(q, panels.k_transposed, stride, {}, {weights, stride});
  matmul(d_heads, panels.v_transposed, stride, {}, {d_scores, stride});
  for (std::size_t i = 0; i < rows; ++i) {
    backward_through_softmax(arguments, block, first + i, kept, {weights + i * stride, stride},
                             {d_scores + i * stride, stride});
  }

  const MatrixView w{weights, rows, keys, stride}, ds{d_scores, rows, keys, stride};
  if (gradients.heads.data) matmul(w, panels.v, d_value, {}, rows_out(gradients.heads, h, first));
  matmul_add(ds, panels.k, d_head, rows_out(gradients.dq, h, first));
  matmul_add(ds.transposed(), panels_of(q, scratch.rows), d_head, rows_out(gradients.dk, g, 0));
  matmul_add(w.transposed(), panels_of(d_heads, scratch.rows), d_value,
             rows_out(gradients.dv, g, 0));
}

/// Whether the first block leaves keys out, and may: 0 times what it would read there is 0.
bool may_leave_out(const AttendArguments& arguments, const AttendGradients& gradients,
                   std::size_t b, std::size_t g) {
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t group = arguments.H / arguments.G;
  if (arguments.visibility.end(b, std::min(T, kQueryBlock) - 1) == S) return false;
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
                     AttendBackwardScratch& scratch, const KeptWeights* kept) {
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t group = arguments.H / arguments.G;
  for (Buffer* buffer : {&scratch.weights, &scratch.d_scores}) {
    buffer->reserve({std::min(T, kQueryBlock), PackedMatrix::padded(S)}, "a block of scores");
  }

  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t g = 0; g < arguments.G; ++g) {
      const MatrixView k = matrix_of(arguments.k, b, g, 0, S, arguments.d_head);
      const MatrixView v = matrix_of(arguments.v, b, g, 0, S, arguments.d_value);
      if (!kept) scratch.k_transposed.assign(k.transposed());
      scratch.v_transposed.assign(v.transposed());
      const HeadPanels panels{.k = panels_of(k, scratch.k),
                              .k_transposed = scratch.k_transposed,
                              .v = gradients.heads.data ? panels_of(v, scratch.v) : Panels{},
                              .v_transposed = scratch.v_transposed};
      const std::size_t fewest_keys = may_leave_out(arguments, gradients, b, g) ? 1 : S;

      for (std::size_t h = g * group; h < (g + 1) * group; ++h) {
        for (std::size_t first = 0; first < T; first += kQueryBlock) {
          Block block{b, h, g, first, std::min(kQueryBlock, T - first), fewest_keys};
          for (std::size_t t = first; t < first + block.rows; ++t) {
            block.keys = std::max(block.keys, arguments.visibility.end(b, t));
          }
          block_backward(arguments, block, panels, gradients, kept, scratch);
        }
      }
    }
  }
}

}  // namespace manyheads
