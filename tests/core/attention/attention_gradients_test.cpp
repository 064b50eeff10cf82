#include "attention/attention_gradients.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "attention/multi_head_attention.hpp"
#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"
#include "kv_cache/kv_cache.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::attention_gradients_test {
namespace {

// All axes differ: d_model 5, H 4, G 2, d_head 3.
const AttentionConfig kGrouped =
    resolved({.d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true});

using manyheads::expect_close;  // in addition to the one for gradients below

constexpr std::array kSplitOverHeads = {WeightName::kWq, WeightName::kWk, WeightName::kWv,
                                        WeightName::kBq, WeightName::kBk, WeightName::kBv};

template <typename Layer>
AttentionGradients compute_gradients(Layer&& layer, const Tensor& x, const Tensor& d_output,
                                     const ForwardOptions& options = {}) {
  AttentionGradients gradients;
  layer.backward(x, d_output, options, gradients);
  return gradients;
}

void expect_close(const AttentionGradients& actual, const AttentionGradients& expected,
                  double tolerance) {
  expect_close(actual.dx, expected.dx, tolerance);
  ASSERT_EQ(actual.d_context.has_value(), expected.d_context.has_value());
  if (expected.d_context) {
    expect_close(*actual.d_context, *expected.d_context, tolerance);
  }
  ASSERT_EQ(actual.d_positions.has_value(), expected.d_positions.has_value());
  if (expected.d_positions) {
    expect_close(*actual.d_positions, *expected.d_positions, tolerance);
  }
  for (const auto own : {&AttentionGradients::d_keys, &AttentionGradients::d_values}) {
    ASSERT_EQ((actual.*own).has_value(), (expected.*own).has_value());
    if (expected.*own) expect_close(*(actual.*own), *(expected.*own), tolerance);
  }
  for (const WeightName name : kWeightNames) {
    SCOPED_TRACE(to_text(name));
    ASSERT_EQ(actual.d_weights[name].has_value(), expected.d_weights[name].has_value());
    if (!expected.d_weights[name]) continue;
    expect_close(*actual.d_weights[name], *expected.d_weights[name], tolerance);
  }
}

// ------------------------------------------------------- against central differences in double

using Doubles = std::vector<double>;

Doubles to_doubles(const Tensor& tensor) { return {tensor.begin(), tensor.end()}; }

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

/// (f(a + h) - f(a - h)) / 2h. Error bound: h^2 plus rounding / h, 1e-10 each.
Tensor central_differences(Doubles& inputs, const Shape& shape,
                           const std::function<double()>& loss) {
  constexpr double kStep = 1e-5;
  Tensor differences = make_tensor(shape, "differences");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double value = inputs[i];
    inputs[i] = value + kStep;
    const double above = loss();
    inputs[i] = value - kStep;
    differences.data()[i] = static_cast<float>((above - loss()) / (2 * kStep));
    inputs[i] = value;
  }
  return differences;
}

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

struct Sizes {
  Size B, T, S;  ///< S 0: self-attention
  AttentionConfig config;
};

const std::array kAwkwardSizes = {
    Sizes{1, 1, 0, {.d_model = 1, .num_heads = 1}},
    Sizes{2, 3, 5, kGrouped},
    Sizes{2, 1, 3, kGrouped},  // with one query, a group computes its heads together
    Sizes{1, 6, 2, {.d_model = 7, .num_heads = 3, .num_kv_heads = 1, .d_head = 5}},
    Sizes{1, 35, 0, {.d_model = 4, .num_heads = 2, .d_head = 3}},  // two blocks of queries
    Sizes{2, 2, 3, {.d_model = 6, .num_heads = 3, .bias = true, .combine = Combine::kSum}},
    Sizes{1, 3, 4, {.d_model = 5, .num_heads = 2, .d_head = 17, .combine = Combine::kMean}},
    Sizes{2, 4, 0, {.d_model = 6, .num_heads = 2, .bias = true, .output_projection = false}},
    Sizes{1,
          4,
          3,
          {.d_model = 4,
           .num_heads = 2,
           .scale = Scale::kNone,
           .combine = Combine::kMean,
           .output_projection = false}},
    Sizes{2,
          3,
          4,
          {.d_model = 6,
           .num_heads = 4,
           .num_kv_heads = 2,
           .d_head = 2,
           .bias = true,
           .scale = Scale::kSqrtDModel,
           .tie_heads = true}}};

TEST(AttentionGradients, EqualCentralDifferencesInDouble) {
  for (const auto& [B, T, S, config] : kAwkwardSizes) {
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

// ----------------------------------------------------------------------------------------- tapes

/// The gradients from the tape of a forward call.
AttentionGradients taped_gradients(MultiHeadAttention& layer, const Tensor& x,
                                   const Tensor& d_output, const ForwardOptions& options = {}) {
  Tensor output;
  const AttentionTape tape = layer.forward_with_tape(x, options, output);
  AttentionGradients gradients;
  layer.backward(tape, d_output, gradients);
  return gradients;
}

TEST(TapedGradients, EqualBackwardWithoutATape) {
  for (const auto& [B, T, S, config] : kAwkwardSizes) {
    const Size keys = S == 0 ? T : S;
    MultiHeadAttention layer = random_layer(config);
    const Tensor x = random_normal({B, T, config.d_model}, 1),
                 context = random_normal({B, keys, config.d_model}, 2),
                 positions = random_normal({T, config.d_model}, 3),
                 head_mask = random_normal({config.num_heads}, 4);
    const Tensor d_output = random_normal(shape_of(layer.forward(x)), 5);
    ForwardOptions plain, causal{.causal = true, .head_mask = &head_mask}, hidden, dropped = causal;
    dropped.dropout = {{.rate = 0.3, .seed = 7}};
    hidden.valid_lens = std::vector<std::int64_t>(B, static_cast<std::int64_t>(T + 1) / 2);
    hidden.valid_lens->back() = 0;
    (S == 0 ? causal.positions : causal.context) = S == 0 ? &positions : &context;
    for (const ForwardOptions& options : {plain, causal, hidden, dropped}) {
      SCOPED_TRACE(to_text(Shape{B, T, S, config.d_model, config.num_heads}));
      const AttentionGradients taped = taped_gradients(layer, x, d_output, options);
      // Error bound: sums of up to 200 products near 1 in another order.
      expect_close(taped, compute_gradients(layer, x, d_output, options), 1e-5);
    }
  }
}

TEST(TapedGradients, ATapeServesSeveralBackwardCalls) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 4, 5}, 1), d_output = random_normal({2, 4, 5}, 2);
  const AttentionGradients expected = taped_gradients(layer, x, d_output, {.causal = true});
  Tensor output;
  const AttentionTape tape = layer.forward_with_tape(x, {.causal = true}, output);

  AttentionGradients gradients;
  layer.backward(tape, random_normal({2, 4, 5}, 3), gradients);
  layer.backward(tape, d_output, gradients);

  expect_close(gradients, expected, 0.0);
}

TEST(TapedGradients, ForwardWithTapeGivesTheOutputOfForward) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 35, 5}, 1);
  Tensor output;

  const AttentionTape tape = layer.forward_with_tape(x, {.causal = true}, output);

  EXPECT_EQ(layer.last_kernel(), Kernel::kFused);
  expect_equal(output, layer.forward(x, {.causal = true}));
}

TEST(TapedGradients, DoNotDependOnCallsBetweenForwardAndBackward) {
  const auto layer = std::make_shared<MultiHeadAttention>(random_layer(kGrouped));
  const Tensor x = random_normal({2, 4, 5}, 1), other = random_normal({2, 4, 5}, 2);
  const AttentionGradients expected = taped_gradients(*layer, x, x, {.causal = true});
  AttentionGradients gradients;
  Tensor output;
  AttentionTape later;
  const std::function<void()> calls_between[] = {
      [&] { layer->forward(other); },
      [&] { layer->trace(other); },
      [&] { layer->trace_online(other, {.queries = 2, .keys = 2}); },
      [&] { layer->backward(other, other, {}, gradients); },
      [&] { later = layer->forward_with_tape(other, {}, output); },
      [&] { KvCache(layer, {.batch = 2, .capacity = 4}).step(other, output); }};

  for (const auto& compute : calls_between) {
    const AttentionTape tape = layer->forward_with_tape(x, {.causal = true}, output);
    compute();
    layer->backward(tape, x, gradients);
    expect_close(gradients, expected, 0.0);
  }
}

TEST(TapedGradients, RefuseATapeOfOtherWeights) {
  MultiHeadAttention layer = random_layer(kGrouped), twin = random_layer(kGrouped);
  const Tensor x = random_normal({2, 4, 5}, 1);
  AttentionGradients gradients;
  Tensor output;
  const auto expect_refused = [&](MultiHeadAttention& by, const AttentionTape& tape) {
    expect_config_error([&] { by.backward(tape, x, gradients); }, "tape",
                        "backward: the tape is not of this layer and its present weights; call "
                        "forward_with_tape first");
  };
  expect_refused(layer, {});

  AttentionTape tape = layer.forward_with_tape(x, {}, output);
  expect_refused(twin, tape);
  EXPECT_NO_THROW(layer.backward(tape, x, gradients));
  layer.set_weights({});
  expect_refused(layer, tape);

  tape = layer.forward_with_tape(x, {}, output, std::move(tape));
  MultiHeadAttention moved = std::move(layer);
  EXPECT_NO_THROW(moved.backward(tape, x, gradients));
}

TEST(TapedGradients, SurviveTheCallerFreeingItsTensors) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor d_output = random_normal({2, 4, 5}, 9);
  const auto inputs = std::make_unique<std::array<Tensor, 8>>(
      std::array{random_normal({2, 4, 5}, 1), random_normal({2, 3, 5}, 2),
                 random_normal({2, 3, 5}, 3), random_normal({2, 3, 5}, 4), random_normal({4, 5}, 5),
                 full({4, 3}, 1), random_normal({4, 3}, 6), random_normal({4}, 7)});
  auto& [x, context, keys, values, positions, mask, bias, head_mask] = *inputs;
  mask(1, 2) = 0.0f;
  const Dropout dropout{.rate = 0.3, .seed = 8};  // backward computes the weights again
  for (const ForwardOptions& options : {ForwardOptions{.context = &context,
                                       .valid_lens = {{3, 2}},
                                       .mask = &mask,
                                       .score_bias = &bias,
                                       .head_mask = &head_mask,
                                       .dropout = dropout},
                                        {.context = &context, .mask = &mask, .score_bias = &bias},
                                        {.keys = &keys, .values = &values},
                                        {.positions = &positions, .causal = true}}) {
    const AttentionGradients expected = taped_gradients(layer, x, d_output, options);
    const std::array<Tensor, 8> before = *inputs;
    Tensor output;
    ForwardOptions copied_options = options;
    AttentionTape tape = layer.forward_with_tape(x, copied_options, output);

    for (Tensor& input : *inputs) input.fill(kNaN);
    copied_options = {};
    const AttentionTape moved = std::move(tape);
    AttentionGradients gradients;
    layer.backward(moved, d_output, gradients);

    expect_close(gradients, expected, 0.0);
    *inputs = before;
  }
}

TEST(TapedGradients, AreRightEvenIfTheOutputOverwritesX) {
  MultiHeadAttention layer = random_layer(kGrouped);
  Tensor x = random_normal({2, 4, 5}, 1);
  const Tensor d_output = random_normal({2, 4, 5}, 2), expected_output = layer.forward(x);
  const AttentionGradients expected = taped_gradients(layer, x, d_output);

  const AttentionTape tape = layer.forward_with_tape(x, {}, x);

  AttentionGradients gradients;
  layer.backward(tape, d_output, gradients);
  expect_equal(x, expected_output);
  expect_close(gradients, expected, 0.0);
}

TEST(TapedGradients, RefuseADOutputOfAnotherShape) {
  MultiHeadAttention layer = random_layer(kGrouped);

  expect_shape_error(
      [&] {
        taped_gradients(layer, full({2, 3, 5}, 1), full({2, 4, 5}, 1));
      },
      {"d_output", 1, "3", "4"},
      "backward: d_output [2, 4, 5] has 4 on axis 1, wanted 3 (as the output has)");
}

TEST(TapedGradients, ForwardWithTapeRefusesTheReferenceKernel) {
  MultiHeadAttention layer = random_layer(kGrouped);
  Tensor x = full({3, 5}, 1), output;

  expect_config_error(
      [&] { (void)layer.forward_with_tape(x, {.kernel = Kernel::kReference}, output); }, "kernel",
      "forward: the reference kernel keeps nothing for backward");
}

TEST(TapedGradients, AllocateNothingOnTheSecondCallOfASize) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 35, 5}, 1), d_output = random_normal({2, 35, 5}, 3);
  const ForwardOptions options{.causal = true, .valid_lens = {{35, 20}}};
  Tensor output;
  AttentionTape tape;
  AttentionGradients gradients;
  const auto call = [&] {
    tape = layer.forward_with_tape(x, options, output, std::move(tape));
    layer.backward(tape, d_output, gradients);
  };
  call();
  const std::size_t before = allocation_count();

  call();

  EXPECT_EQ(allocation_count(), before);
}

// --------------------------------------------------------------------------------- identities

/// Sums the columns of neighbouring heads so that `heads` heads remain. Other columns are 0.
Tensor sum_heads(const Tensor& d_weight, std::size_t heads, std::size_t d_head,
                 const Shape& shape) {
  Tensor sums = full(shape, 0);
  const std::size_t width = d_weight.shape().back(), narrow = shape.back();
  for (std::size_t i = 0; i < d_weight.size(); ++i) {
    const std::size_t h = i % width / d_head;
    const std::size_t head = h * heads / (width / d_head);
    sums.data()[i / width * narrow + head * d_head + i % d_head] += d_weight.data()[i];
  }
  return sums;
}

TEST(AttentionGradients, TiedHeadsSumTheirGradientsIntoHeadZero) {
  AttentionConfig tied = kGrouped;
  tied.tie_heads = true;
  MultiHeadAttention layer = random_layer(tied);
  MultiHeadAttention untied(kGrouped, layer.weights());
  const Tensor x = random_normal({2, 6, 5}, 1), d_output = random_normal({2, 6, 5}, 2);

  const AttentionGradients shared = compute_gradients(layer, x, d_output, {.causal = true});

  AttentionGradients expected = compute_gradients(untied, x, d_output, {.causal = true});
  for (const WeightName name : kSplitOverHeads) {
    Tensor& d_weight = *expected.d_weights[name];
    d_weight = sum_heads(d_weight, 1, 3, shape_of(d_weight));
  }
  expect_close(shared, expected, 1e-5);  // the same terms in another order
}

TEST(AttentionGradients, GroupedHeadsSumTheGradientsOfCopiedKeysAndValues) {
  AttentionConfig multi_head = kGrouped;
  multi_head.num_kv_heads = 4;
  MultiHeadAttention layer = random_layer(kGrouped);
  AttentionWeights weights = layer.weights();
  for (const WeightName name :
       {WeightName::kWk, WeightName::kWv, WeightName::kBk, WeightName::kBv}) {
    const Tensor shared = *weights[name];
    Tensor& copied = weights[name].emplace(full(weight_shape(multi_head, name), 0));
    for (std::size_t i = 0; i < copied.size(); ++i) {
      copied.data()[i] = shared.data()[i / 12 * 6 + i % 12 / 6 * 3 + i % 3];
    }
  }
  const Tensor x = random_normal({2, 35, 5}, 1), d_output = random_normal({2, 35, 5}, 2);

  AttentionGradients expected =
      compute_gradients(MultiHeadAttention(multi_head, weights), x, d_output);

  for (const WeightName name :
       {WeightName::kWk, WeightName::kWv, WeightName::kBk, WeightName::kBv}) {
    Tensor& d_weight = *expected.d_weights[name];
    d_weight = sum_heads(d_weight, 2, 3, weight_shape(kGrouped, name));
  }
  expect_close(compute_gradients(layer, x, d_output), expected, 1e-5);  // sums in another order
}

TEST(AttentionGradients, SelfAttentionAddsTheGradientsOfXAndContext) {
  const Tensor x = random_normal({2, 4, 5}, 1), d_output = random_normal({2, 4, 5}, 2);
  MultiHeadAttention layer = random_layer(kGrouped);

  const AttentionGradients cross = compute_gradients(layer, x, d_output, {.context = &x});

  expect_close(compute_gradients(layer, x, d_output).dx, add(cross.dx, *cross.d_context), 1e-6);
}

TEST(AttentionGradients, FutureTokensGetExactlyZeroUnderACausalMask) {
  const Tensor x = random_normal({1, 40, 5}, 1);
  Tensor d_output = full({1, 40, 5}, 0);
  for (std::size_t i = 0; i < 5; ++i) d_output(0, 20, i) = 1.0f;

  const Tensor dx = compute_gradients(random_layer(kGrouped), x, d_output, {.causal = true}).dx;

  for (std::size_t t = 0; t < 40; ++t) {
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(dx(0, t, i) != 0.0f, t <= 20) << t;
  }
}

TEST(AttentionGradients, PrunedHeadsGetExactlyZero) {
  const Tensor x = random_normal({1, 4, 5}, 1), d_output = random_normal({1, 4, 5}, 2);
  const Tensor head_mask = tensor_of({4}, {1, 0, 1, 1});

  const AttentionGradients gradients =
      compute_gradients(random_layer(kGrouped), x, d_output, {.head_mask = &head_mask});

  const Tensor& dwq = *gradients.d_weights[WeightName::kWq];
  const Tensor& dwo = *gradients.d_weights[WeightName::kWo];
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(dwq(0, i) == 0.0f, i / 3 == 1) << i;
    EXPECT_EQ(dwo(i, 0) == 0.0f, i / 3 == 1) << i;
  }
}

TEST(AttentionGradients, BatchRowsAreIndependentAndWeightGradientsAddUp) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 3, 5}, 1), d_output = random_normal({2, 3, 5}, 2);
  const auto row = [](const Tensor& batch, std::size_t b) {
    return tensor_of({1, 3, 5}, copy_range(batch, b * 15, (b + 1) * 15));
  };

  const AttentionGradients both = compute_gradients(layer, x, d_output);

  const AttentionGradients first = compute_gradients(layer, row(x, 0), row(d_output, 0)),
                           second = compute_gradients(layer, row(x, 1), row(d_output, 1));
  expect_close(row(both.dx, 0), first.dx, 1e-6);
  expect_close(row(both.dx, 1), second.dx, 1e-6);
  for (const WeightName name : kWeightNames) {
    expect_close(*both.d_weights[name], add(*first.d_weights[name], *second.d_weights[name]), 1e-5);
  }
}

// ------------------------------------------------------------------------ shapes, memory, errors

TEST(AttentionGradients, HaveNoBatchAxisIfXHasNone) {
  const Tensor x = random_normal({4, 5}, 1), d_output = random_normal({4, 5}, 2);
  const Tensor context = random_normal({1, 3, 5}, 3);

  const AttentionGradients gradients =
      compute_gradients(random_layer(kGrouped), x, d_output, {.context = &context});

  EXPECT_EQ(shape_of(gradients.dx), (Shape{4, 5}));
  EXPECT_EQ(shape_of(*gradients.d_context), (Shape{1, 3, 5}));  // as the context has
}

TEST(AttentionGradients, DoNotDependOnThePreviousCall) {
  MultiHeadAttention full_layer = random_layer(kGrouped),
                     narrow =
                         random_layer({.d_model = 5, .num_heads = 5, .output_projection = false});
  const Tensor x = random_normal({2, 3, 5}, 1), d_output = random_normal({2, 3, 5}, 2);
  AttentionGradients gradients;
  const Tensor positions = random_normal({3, 5}, 3);
  full_layer.backward(x, d_output, {.context = &x}, gradients);
  full_layer.backward(x, d_output, {.positions = &positions}, gradients);

  narrow.backward(x, d_output, {}, gradients);

  expect_close(gradients, compute_gradients(narrow, x, d_output), 0.0);
}

TEST(AttentionGradients, DPositionsHasTheShapeOfPositions) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor positions = random_normal({4, 5}, 1);

  for (const Shape& shape : {Shape{4, 5}, Shape{3, 4, 5}}) {
    const Tensor x = random_normal(shape, 2);
    const AttentionGradients gradients = compute_gradients(layer, x, x, {.positions = &positions});
    EXPECT_EQ(shape_of(gradients.d_positions.value()), (Shape{4, 5}));
  }
}

TEST(AttentionGradients, DoNotChangeTheLayer) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 3, 5}, 1);
  const Tensor before = layer.forward(x, {.kernel = Kernel::kReference});

  AttentionGradients gradients;
  layer.backward(x, before, {}, gradients);

  EXPECT_EQ(layer.last_kernel(), Kernel::kReference);
  expect_equal(layer.forward(x, {.kernel = Kernel::kReference}), before);
}

TEST(AttentionGradients, AllocateNothingOnTheSecondCallOfASize) {
  const Tensor context = random_normal({2, 40, 5}, 2), mask = full({35, 40}, 1);
  const ForwardOptions every_option{.context = &context,
                                    .causal = true,
                                    .valid_lens = {{7, 39}},
                                    .mask = &mask,
                                    .dropout = {{.rate = 0.5, .seed = 1}}};
  AttentionConfig tied = kGrouped, averaged = kGrouped;
  tied.tie_heads = true;
  averaged.combine = Combine::kMean;
  const Tensor positions = random_normal({35, 5}, 4);
  for (const AttentionConfig& config : {kGrouped, tied, averaged}) {
    for (const ForwardOptions& options : {{.positions = &positions}, every_option}) {
      MultiHeadAttention layer = random_layer(config);
      const Tensor x = random_normal({2, 35, 5}, 1), d_output = random_normal({2, 35, 5}, 3);
      AttentionGradients gradients;
      layer.backward(x, d_output, options, gradients);
      const std::size_t before = allocation_count();

      layer.backward(x, d_output, options, gradients);

      EXPECT_EQ(allocation_count(), before);
    }
  }
}

TEST(AttentionGradients, RefuseADOutputOfAnotherShape) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = full({2, 3, 5}, 1);

  expect_shape_error(
      [&] {
        compute_gradients(layer, x, full({3, 5}, 1));
      },
      {"d_output", std::nullopt, "[2, 3, 5]", "[3, 5]"},
      "backward: d_output is [3, 5], wanted [2, 3, 5]");
  expect_shape_error(
      [&] {
        compute_gradients(layer, x, full({2, 4, 5}, 1));
      },
      {"d_output", 1, "3", "4"},
      "backward: d_output [2, 4, 5] has 4 on axis 1, wanted 3 (as the output has)");
}

TEST(AttentionGradients, DOutputIsAsWideAsAllHeadsWithoutAnOutputProjection) {
  AttentionConfig config = kGrouped;
  config.output_projection = false;
  const Tensor x = full({3, 5}, 1);

  expect_shape_error([&] { compute_gradients(random_layer(config), x, x); },
                     {"d_output", 1, "12", "5"},
                     "backward: d_output [3, 5] has 5 on axis 1, wanted 12 (as the output has)");
}

TEST(AttentionGradients, RefuseWhatForwardRefuses) {
  const Tensor x = full({3, 5}, 1), mask = full({3, 4}, 1);

  expect_shape_error([&] { compute_gradients(random_layer(kGrouped), x, x, {.mask = &mask}); },
                     {"mask", 1, "3", "4"},
                     "backward: mask [3, 4] has 4 on axis 1, wanted 3 ([T, S])");
}

TEST(AttentionGradients, CheckFiniteNamesThePositionOfANaN) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = full({3, 5}, 1);
  Tensor broken = x;
  broken(2, 1) = kNaN;

  expect_error([&] { compute_gradients(layer, x, broken, {.check_finite = true}); },
               "backward: d_output holds NaN at [2, 1]");
  EXPECT_TRUE(std::isnan(compute_gradients(layer, x, broken).dx(0, 0)));
}

TEST(AttentionGradients, CheckFiniteNamesAGradientThatOverflows) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = full({3, 5}, 1), huge = full({3, 5}, 3e38f);

  const auto call = [&] { compute_gradients(layer, x, huge, {.check_finite = true}); };

  EXPECT_NE(std::string(catch_error<Error>(call).what()).find("backward: d"), std::string::npos);
}

TEST(AttentionGradients, CheckFiniteNamesAWeightWhoseGradientOverflows) {
  AttentionWeights weights;
  weights[WeightName::kWo] = full({5, 5}, 0);  // so that dx is 0
  MultiHeadAttention layer({.d_model = 5, .num_heads = 1}, weights);
  const Tensor x = full({3, 5}, 1e10f), d_output = full({3, 5}, 1e30f);

  const auto call = [&] { compute_gradients(layer, x, d_output, {.check_finite = true}); };

  EXPECT_NE(std::string(catch_error<Error>(call).what()).find("dwo"), std::string::npos);
}

}  // namespace
}  // namespace manyheads::attention_gradients_test
