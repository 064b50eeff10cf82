#include "attention/attention_tape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "core/attention/gradients.hpp"
#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "kv_cache/kv_cache.hpp"
#include "lesson/schedules/trace_schedules.hpp"

namespace manyheads::attention_tape_test {
namespace {

/// The gradients from the tape of a forward call.
AttentionGradients taped_gradients(MultiHeadAttention& layer, const Tensor& x,
                                   const Tensor& d_output, const ForwardOptions& options = {}) {
  Tensor output;
  const AttentionTape tape = layer.forward_with_tape(x, options, output);
  AttentionGradients gradients;
  layer.backward(tape, d_output, gradients);
  return gradients;
}

TEST(TapedGradients, AndThoseWithoutATapeIgnoreValuesThatNobodySees) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 3, 5}, 1);
  Tensor context = random_normal({2, 4, 5}, 2);
  for (std::size_t i = context.size() / 2; i < context.size(); ++i) context.data()[i] = kNaN;
  ForwardOptions options{.context = &context};
  options.valid_lens = std::vector<std::int64_t>{4, 0};
  const Tensor d_output = random_normal(shape_of(layer.forward(x, options)), 3);

  for (const AttentionGradients& gradients : {taped_gradients(layer, x, d_output, options),
                                              compute_gradients(layer, x, d_output, options)}) {
    const Tensor& d_wo = *gradients.d_weights[WeightName::kWo];
    EXPECT_TRUE(std::all_of(d_wo.begin(), d_wo.end(), [](float d) { return std::isfinite(d); }));
  }
}

TEST(TapedGradients, EqualBackwardWithoutATape) {
  for (const auto& [B, T, S, config] : kAwkwardCalls) {
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
      [&] { trace_online(*layer, other, {.queries = 2, .keys = 2}); },
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
                        "backward: the tape was made by another layer, or before the weights "
                        "changed; call forward_with_tape again");
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
      "forward_with_tape: the reference kernel keeps nothing for backward");
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

}  // namespace
}  // namespace manyheads::attention_tape_test
