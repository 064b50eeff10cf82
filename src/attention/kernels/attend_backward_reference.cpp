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

void add_scaled(double factor, const float* values, std::size_t count, double* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] += factor * values[i];
}

/// The same call with other options, which must live as long.
AttendArguments with_options(const AttendArguments& arguments, const ForwardOptions& options) {
  return {.run = arguments.run,
          .H = arguments.H,
          .G = arguments.G,
          .d_head = arguments.d_head,
          .d_value = arguments.d_value,
          .q = arguments.q,
          .k = arguments.k,
          .v = arguments.v,
          .score_divisor = arguments.score_divisor,
          .options = options,
          .visibility = Visibility(options, arguments.run),
          .alibi = arguments.alibi};
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

/// One head of one batch row, and the key/value head that it reads.
struct ReferenceHead {
  std::size_t b, h, g;
};

/// The weight of one key, or its gradient, after the head mask and dropout.
double mask_and_drop(const AttendArguments& arguments, const ReferenceHead& head, std::size_t t,
                     std::size_t s, double weight) {
  const ForwardOptions& options = arguments.options;
  if (options.head_mask) weight *= options.head_mask->data()[head.h];
  if (options.dropout) weight *= dropout_factor(*options.dropout, head.b, head.h, t, s);
  return weight;
}

/// W * (dW - rowsum(dW * W)) / divisor, with dW = dO V^T, for query t.
std::vector<double> score_gradients(const AttendArguments& arguments, const ReferenceHead& head,
                                    std::size_t t, const float* weights, const float* d_output) {
  const std::size_t S = arguments.run.S;
  std::vector<double> gradients(S);
  double row_sum = 0.0;
  for (std::size_t s = 0; s < S; ++s) {
    const float* const value = arguments.v.row(head.b, head.g, s);
    gradients[s] = mask_and_drop(arguments, head, t, s, dot(d_output, value, arguments.d_value));
    row_sum += gradients[s] * weights[s];
  }
  for (std::size_t s = 0; s < S; ++s) {
    gradients[s] = weights[s] * (gradients[s] - row_sum) / arguments.score_divisor;
  }
  return gradients;
}

/// @param weights  of this head, [T, S]
void head_backward(const AttendArguments& arguments, const AttendGradients& gradients,
                   const ReferenceHead& head, const float* weights) {
  const auto [b, h, g] = head;
  const std::size_t T = arguments.run.T, S = arguments.run.S;
  const std::size_t d_head = arguments.d_head, d_value = arguments.d_value;
  std::vector<double> dq(T * d_head), dk(S * d_head), dv(S * d_value);
  for (std::size_t t = 0; t < T; ++t) {
    const float* const row = weights + t * S;
    const float* const d_output = gradients.d_heads.row(b, h, t);
    const std::vector<double> d_scores = score_gradients(arguments, head, t, row, d_output);
    for (std::size_t s = 0; s < S; ++s) {
      add_scaled(d_scores[s], arguments.k.row(b, g, s), d_head, &dq[t * d_head]);
      add_scaled(d_scores[s], arguments.q.row(b, h, t), d_head, &dk[s * d_head]);
      const double weight = mask_and_drop(arguments, head, t, s, row[s]);
      add_scaled(weight, d_output, d_value, &dv[s * d_value]);
    }
  }
  for (std::size_t t = 0; t < T; ++t) add(&dq[t * d_head], d_head, gradients.dq.row(b, h, t));
  for (std::size_t s = 0; s < S; ++s) {
    add(&dk[s * d_head], d_head, gradients.dk.row(b, g, s));
    add(&dv[s * d_value], d_value, gradients.dv.row(b, g, s));
  }
}

}  // namespace

void attend_backward_reference(const AttendArguments& arguments, const AttendGradients& gradients) {
  const std::size_t H = arguments.H, group = H / arguments.G;
  const Tensor weights = undropped_weights(arguments, gradients);
  for (std::size_t b = 0; b < arguments.run.B; ++b) {
    for (std::size_t h = 0; h < H; ++h) {
      const std::size_t first = (b * H + h) * arguments.run.T * arguments.run.S;
      head_backward(arguments, gradients, {b, h, h / group}, weights.data() + first);
    }
  }
}

}  // namespace manyheads
