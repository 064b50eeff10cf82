#include "attention/attend.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "kernels/softmax.hpp"

namespace manyheads {
namespace {

constexpr std::size_t kQueryBlock = 32;

/// One head's rows as a matrix, [rows, d_head].
MatrixView matrix_of(const HeadRows<const float>& heads, std::size_t b, std::size_t h,
                     std::size_t first, std::size_t rows, std::size_t d_head) {
  return {heads.row(b, h, first), rows, d_head, heads.row_stride};
}

void divide_and_bias(const AttendArguments& arguments, std::size_t b, std::size_t h, std::size_t t,
                     std::span<float> scores) {
  for (float& score : scores) score /= arguments.score_divisor;
  const Tensor* bias = arguments.options.score_bias;
  if (!bias) return;
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t head = bias->dimension() == 2 ? 0 : b * arguments.H + h;
  const float* row = bias->data() + (head * T + t) * S;
  for (std::size_t s = 0; s < scores.size(); ++s) scores[s] += row[s];
}

void drop(const AttendArguments& arguments, std::size_t b, std::size_t h, std::size_t t,
          std::span<float> weights) {
  if (!arguments.options.dropout) return;
  for (std::size_t s = 0; s < weights.size(); ++s) {
    weights[s] *= dropout_factor(*arguments.options.dropout, b, h, t, s);
  }
}

/// A row that saw no key is 0 whatever its values hold; then the head mask.
void finish_row(const AttendArguments& arguments, std::size_t h, bool saw_a_key,
                std::span<float> row) {
  if (!saw_a_key) std::fill(row.begin(), row.end(), 0.0f);
  if (!arguments.options.head_mask) return;
  const float factor = arguments.options.head_mask->data()[h];
  for (float& value : row) value *= factor;
}

bool all_finite(MatrixView matrix) {
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    const float* row = matrix.data + i * matrix.row_stride;
    if (!std::all_of(row, row + matrix.columns, [](float x) { return std::isfinite(x); })) {
      return false;
    }
  }
  return true;
}

/// Queries first .. first + rows of head h against the first `keys` keys.
void attend_block(const AttendArguments& arguments, std::size_t b, std::size_t h, std::size_t first,
                  std::size_t rows, std::size_t keys, HeadRows<float> heads,
                  AttendScratch& scratch) {
  const std::size_t d_head = arguments.d_head;
  const auto row_of = [&](std::size_t i) {
    return std::span<float>(scratch.scores.data() + i * keys, keys);
  };
  matmul(matrix_of(arguments.q, b, h, first, rows, d_head), scratch.keys, keys, {},
         {scratch.scores.data(), keys});

  std::array<bool, kQueryBlock> saw_a_key;
  for (std::size_t i = 0; i < rows; ++i) {
    divide_and_bias(arguments, b, h, first + i, row_of(i));
    arguments.visibility.hide(b, first + i, row_of(i));
    saw_a_key[i] = softmax_row(row_of(i));
    drop(arguments, b, h, first + i, row_of(i));
  }

  matmul({scratch.scores.data(), rows, keys, keys}, scratch.values, d_head, {},
         {heads.row(b, h, first), heads.row_stride});
  for (std::size_t i = 0; i < rows; ++i) {
    finish_row(arguments, h, saw_a_key[i], {heads.row(b, h, first + i), d_head});
  }
}

}  // namespace

AttendIntermediates attend_reference(const AttendArguments& arguments, HeadRows<float> heads) {
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t H = arguments.H, group = H / arguments.G, d_head = arguments.d_head;
  const Shape shape{B, H, T, S};
  AttendIntermediates steps{make_tensor(shape, "scores"), make_tensor(shape, "masked_scores"),
                            make_tensor(shape, "weights")};

  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t h = 0; h < H; ++h) {
      const std::size_t offset = (b * H + h) * T * S;
      const MatrixView q = matrix_of(arguments.q, b, h, 0, T, d_head);
      const MatrixView k = matrix_of(arguments.k, b, h / group, 0, S, d_head);
      const MatrixView v = matrix_of(arguments.v, b, h / group, 0, S, d_head);

      matmul_reference(q, k.transposed(), {}, {steps.scores.data() + offset, S});
      std::vector<bool> saw_a_key(T);
      for (std::size_t t = 0; t < T; ++t) {
        const auto row_of = [&](Tensor& tensor) {
          return std::span<float>(tensor.data() + offset + t * S, S);
        };
        const auto scores = row_of(steps.scores), masked = row_of(steps.masked_scores),
                   weights = row_of(steps.weights);
        divide_and_bias(arguments, b, h, t, scores);
        std::copy(scores.begin(), scores.end(), masked.begin());
        arguments.visibility.hide(b, t, masked);
        std::copy(masked.begin(), masked.end(), weights.begin());
        saw_a_key[t] = softmax_row_reference(weights);
        drop(arguments, b, h, t, weights);
      }

      matmul_reference({steps.weights.data() + offset, T, S, S}, v, {},
                       {heads.row(b, h, 0), heads.row_stride});
      for (std::size_t t = 0; t < T; ++t) {
        finish_row(arguments, h, saw_a_key[t], {heads.row(b, h, t), d_head});
      }
    }
  }
  return steps;
}

void attend_blocked(const AttendArguments& arguments, HeadRows<float> heads,
                    AttendScratch& scratch) {
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t group = arguments.H / arguments.G, d_head = arguments.d_head;
  const Size block = checked_size({std::min(T, kQueryBlock), S}, "a block of scores");
  scratch.scores.resize(std::max(scratch.scores.size(), static_cast<std::size_t>(block)));

  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t g = 0; g < arguments.G; ++g) {
      const MatrixView v = matrix_of(arguments.v, b, g, 0, S, d_head);
      scratch.keys.assign(matrix_of(arguments.k, b, g, 0, S, d_head).transposed());
      scratch.values.assign(v);
      // A hidden key has weight 0, and 0 * infinity is NaN: only finite values may be left out.
      const bool may_stop_early = all_finite(v);

      for (std::size_t h = g * group; h < (g + 1) * group; ++h) {
        for (std::size_t first = 0; first < T; first += kQueryBlock) {
          const std::size_t rows = std::min(kQueryBlock, T - first);
          std::size_t keys = may_stop_early ? 1 : S;
          for (std::size_t t = first; t < first + rows; ++t) {
            keys = std::max(keys, arguments.visibility.end(b, t));
          }
          attend_block(arguments, b, h, first, rows, keys, heads, scratch);
        }
      }
    }
  }
}

}  // namespace manyheads
