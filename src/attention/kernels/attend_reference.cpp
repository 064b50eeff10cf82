#include <algorithm>
#include <span>
#include <vector>

#include "attention/kernels/attend.hpp"
#include "attention/kernels/score_rows.hpp"
#include "kernels/softmax.hpp"

namespace manyheads {

AttendIntermediates attend_reference(const AttendArguments& arguments, HeadRows<float> heads) {
  // No structured binding: clang before 16 cannot capture one.
  const std::size_t B = arguments.run.B, T = arguments.run.T, S = arguments.run.S;
  const std::size_t H = arguments.H, group = H / arguments.G;
  const Shape shape{B, H, T, S};
  AttendIntermediates steps{make_tensor(shape, "scores"), make_tensor(shape, "masked_scores"),
                            make_tensor(shape, "weights")};

  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t h = 0; h < H; ++h) {
      const std::size_t offset = (b * H + h) * T * S;
      const MatrixView q = head_matrix(arguments.q, b, h, 0, T, arguments.d_head);
      const MatrixView k = head_matrix(arguments.k, b, h / group, 0, S, arguments.d_head);
      const MatrixView v = head_matrix(arguments.v, b, h / group, 0, S, arguments.d_value);

      matmul_reference(q, k.transposed(), {}, {steps.scores.data() + offset, S});
      std::vector<bool> saw_a_key(T);
      for (std::size_t t = 0; t < T; ++t) {
        const auto row_span = [&](Tensor& tensor) {
          return std::span<float>(tensor.data() + offset + t * S, S);
        };
        const auto scores = row_span(steps.scores), masked = row_span(steps.masked_scores),
                   weights = row_span(steps.weights);
        scale_and_bias(arguments, {b, h, t, 0, scores});
        std::copy(scores.begin(), scores.end(), masked.begin());
        arguments.visibility.hide(b, t, masked);
        std::copy(masked.begin(), masked.end(), weights.begin());
        saw_a_key[t] = softmax_row_reference(weights);
        apply_dropout(arguments, {b, h, t, 0, weights});
      }

      matmul_reference({steps.weights.data() + offset, T, S, S}, v, {},
                       {heads.row(b, h, 0), heads.row_stride});
      for (std::size_t t = 0; t < T; ++t) {
        finish_row(arguments, h, saw_a_key[t], {heads.row(b, h, t), arguments.d_value});
      }
    }
  }
  return steps;
}

}  // namespace manyheads
