#include <cstddef>
#include <vector>

#include "attention/kernels/attend_backward.hpp"

namespace manyheads {
namespace {

double dot(const float* a, const float* b, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

void add(const double* values, std::size_t count, float* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(to[i] + values[i]);
}

/// Writes the heads' outputs and returns the softmax's weights before dropout.
Tensor undropped_weights(const AttendArguments& arguments, const AttendGradients& gradients) {
  Tensor unused;
  HeadRows<float> heads = gradients.heads;
  if (!heads.data) {
    unused = make_tensor({arguments.run.B, arguments.H, arguments.run.T, arguments.d_value}, "");
    const std::size_t head_size = arguments.run.T * arguments.d_value;
    heads = {unused.data(), arguments.H * head_size, head_size, arguments.d_value};
  }
  attend_reference(arguments, heads);

  ForwardOptions options = arguments.options;
  options.dropout.reset();
  Tensor outputs = make_tensor({arguments.run.T, arguments.d_value}, "");
  const AttendArguments undropped = with_options(arguments, options);
  return attend_reference(undropped, {outputs.data(), 0, 0, arguments.d_value}).weights;
}

}  // namespace

void attend_backward_reference(const AttendArguments& arguments, const AttendGradients& gradients) {
  const auto [B, T, S, batched] = arguments.run;
  const std::size_t d_head = arguments.d_head, d_value = arguments.d_value;
  const ForwardOptions& options = arguments.options;
  const Tensor all_weights = undropped_weights(arguments, gradients);

  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t h = 0; h < arguments.H; ++h) {
      const std::size_t g = h / (arguments.H / arguments.G);
      const double head_factor = options.head_mask ? options.head_mask->data()[h] : 1.0;
      std::vector<double> dq(T * d_head), dk(S * d_head), dv(S * d_value), d_weights(S);
      for (std::size_t t = 0; t < T; ++t) {
        const float* weights = all_weights.data() + ((b * arguments.H + h) * T + t) * S;
        const float* d_output = gradients.d_heads.row(b, h, t);
        double row_sum = 0.0;
        for (std::size_t s = 0; s < S; ++s) {
          d_weights[s] = dot(d_output, arguments.v.row(b, g, s), d_value) * head_factor;
          if (options.dropout) d_weights[s] *= dropout_factor(*options.dropout, b, h, t, s);
          row_sum += d_weights[s] * weights[s];
        }
        for (std::size_t s = 0; s < S; ++s) {
          const double d_score = weights[s] * (d_weights[s] - row_sum) / arguments.score_divisor;
          double weight = weights[s] * head_factor;
          if (options.dropout) weight *= dropout_factor(*options.dropout, b, h, t, s);
          for (std::size_t i = 0; i < d_head; ++i) {
            dq[t * d_head + i] += d_score * arguments.k.row(b, g, s)[i];
            dk[s * d_head + i] += d_score * arguments.q.row(b, h, t)[i];
          }
          for (std::size_t i = 0; i < d_value; ++i) dv[s * d_value + i] += weight * d_output[i];
        }
      }
      for (std::size_t t = 0; t < T; ++t) add(&dq[t * d_head], d_head, gradients.dq.row(b, h, t));
      for (std::size_t s = 0; s < S; ++s) {
        add(&dk[s * d_head], d_head, gradients.dk.row(b, g, s));
        add(&dv[s * d_value], d_value, gradients.dv.row(b, g, s));
      }
    }
  }
}

}  // namespace manyheads
