#include "differential/cases.hpp"
#include "differential/exact_attention.hpp"

namespace manyheads::differential {
namespace {

/// What has a gradient: the tensors of the call, then the weights.
constexpr std::array<std::string_view, 13> kNames = {
    "dx",   "d_context", "d_keys", "d_values", "d_positions", "d_wq", "d_wk",
    "d_wv", "d_wo",      "d_bq",   "d_bk",     "d_bv",        "d_bo"};
constexpr std::size_t kFirstWeight = 5;

using Matrices = std::array<Matrix*, kNames.size()>;
using Tensors = std::array<const Tensor*, kNames.size()>;

template <typename Struct>  // of an ExactCall or its ExactGradients
Matrices matrices(Struct& of) {
  Matrices all = {&of.x, &of.context, &of.keys, &of.values, &of.positions};
  for (std::size_t i = 0; i < of.weights.size(); ++i) all[kFirstWeight + i] = &of.weights[i];
  return all;
}

/// Null for a gradient that is not there.
Tensors tensors(const AttentionGradients& gradients) {
  const auto pointer = [](const std::optional<Tensor>& tensor) {
    return tensor ? &*tensor : nullptr;
  };
  const auto& [dx, d_context, d_keys, d_values, d_positions, d_weights] = gradients;
  Tensors all = {&dx, pointer(d_context), pointer(d_keys), pointer(d_values), pointer(d_positions)};
  for (std::size_t i = 0; i < kWeightNames.size(); ++i) {
    all[kFirstWeight + i] = pointer(d_weights.tensors[i]);
  }
  return all;
}

double loss(const ExactCall& call, const Matrix& d_output) {
  const Matrix output = exact_forward(call).output;
  double loss = 0;
  for (std::size_t i = 0; i < output.values.size(); ++i) {
    loss += output.values[i].value * d_output.values[i].value;
  }
  return loss;
}

/// The direction of the next step: a random number for each number of the call. Copies of tied
/// heads' columns move alike.
std::vector<double> draw_direction(Draw& draw, ExactCall& call) {
  SeededGenerator generator(draw.seed());
  std::vector<double> direction;
  const Matrices all = matrices(call);
  for (std::size_t m = 0; m < all.size(); ++m) {
    const std::size_t first = direction.size();
    for (std::size_t i = 0; i < all[m]->values.size(); ++i) direction.push_back(generator.normal());
    const auto name = static_cast<WeightName>(m - std::min(m, kFirstWeight));
    if (!call.config.tie_heads || m < kFirstWeight || is_output(name)) continue;
    for (std::size_t i = 0; i < all[m]->values.size(); ++i) {
      const std::size_t column = i % all[m]->columns;
      direction[first + i] = direction[first + i - column + column % call.config.d_head];
    }
  }
  const double norm = std::sqrt(static_cast<double>(direction.size()));
  for (double& number : direction) number /= norm;
  return direction;
}

void move(ExactCall& call, const std::vector<double>& direction, double step) {
  std::size_t at = 0;
  for (Matrix* matrix : matrices(call)) {
    for (Rounded& number : matrix->values) number.value += step * direction[at++];
  }
}

/// The exact gradients against central differences along one random direction, in double:
/// (8 (f(h) - f(-h)) - (f(2h) - f(-2h))) / 12h is off by h^4 and by rounding over h.
void compare_with_differences(Draw& draw, Comparison& comparison, ExactCall call,
                              ExactGradients& gradients, const Matrix& d_output) {
  constexpr double kStep = 1e-3;
  const std::vector<double> direction = draw_direction(draw, call);
  double slope = 0, size = 0;
  std::size_t at = 0;
  for (const Matrix* matrix : matrices(gradients)) {
    for (const Rounded& gradient : matrix->values) {
      const double product = gradient.value * direction[at++];
      slope += product;
      size += std::abs(product);
    }
  }
  const auto moved = [&](double step) {
    move(call, direction, step);
    const double loss_there = loss(call, d_output);
    move(call, direction, -step);
    return loss_there;
  };
  const double differences =
      (8 * (moved(kStep) - moved(-kStep)) - (moved(2 * kStep) - moved(-2 * kStep))) / (12 * kStep);
  comparison.expect_close("the slope by differences", differences, {slope, 1e-7 * (1 + size)});
}

void compare_gradients(std::string_view way, Comparison& comparison,
                       const AttentionGradients& gradients, ExactGradients& exact) {
  const Tensors actual = tensors(gradients);
  const Matrices expected = matrices(exact);
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const std::string what = std::string(kNames[i]) + " " + std::string(way);
    comparison.expect(what + " is there if it should be",
                      (actual[i] != nullptr) == !expected[i]->empty());
    if (actual[i]) comparison.expect_close(what, *actual[i], *expected[i]);
  }
}

}  // namespace

void run_gradient_case(Draw& draw, Comparison& comparison) {
  DrawnCall call(draw, true);
  const ExactCall exact(call.layer, call.x, call.options);
  const ExactForward forward = exact_forward(exact);
  Tensor output;
  const AttentionTape tape = call.layer.forward_with_tape(call.x, call.options, output);
  comparison.expect_close("the recorded output", output, forward.output);

  const Tensor d_output = draw.tensor(shape_of(output));
  ExactGradients expected = exact_gradients(exact, forward, Matrix(d_output));
  AttentionGradients gradients;
  call.layer.backward(tape, d_output, gradients);
  compare_gradients("by the tape", comparison, gradients, expected);
  call.layer.backward(call.x, d_output, call.options, gradients);
  compare_gradients("without a tape", comparison, gradients, expected);
  if (draw.one_in(2)) {
    compare_with_differences(draw, comparison, exact, expected, Matrix(d_output));
  }
}

}  // namespace manyheads::differential
