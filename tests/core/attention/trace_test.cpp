#include "attention/trace.hpp"

#include <cmath>

#include "core/attention/grouped_layer.hpp"
#include "core/expect_error.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::trace_test {
namespace {

TEST(Trace, HasTheDocumentedShapes) {
  const Tensor x = random_normal({2, 7, 5}, 1), context = random_normal({2, 6, 5}, 2);

  const AttentionTrace trace = random_layer(kGrouped).trace(x, {.context = &context});

  EXPECT_EQ(shape_of(trace.q), (Shape{2, 4, 7, 3}));
  EXPECT_EQ(shape_of(trace.k), (Shape{2, 2, 6, 3}));
  EXPECT_EQ(shape_of(trace.v), (Shape{2, 2, 6, 3}));
  EXPECT_EQ(shape_of(trace.scores), (Shape{2, 4, 7, 6}));
  EXPECT_EQ(shape_of(trace.masked_scores), (Shape{2, 4, 7, 6}));
  EXPECT_EQ(shape_of(trace.weights), (Shape{2, 4, 7, 6}));
  EXPECT_EQ(shape_of(trace.heads), (Shape{2, 4, 7, 3}));
  EXPECT_EQ(shape_of(trace.combined), (Shape{2, 7, 12}));
  EXPECT_EQ(shape_of(trace.output), (Shape{2, 7, 5}));
}

/// Calls `visit` with each tensor of the trace.
template <typename Visit>
void for_each_tensor(const AttentionTrace& trace, Visit visit) {
  for (const Tensor* tensor : {&trace.q, &trace.k, &trace.v, &trace.scores, &trace.masked_scores,
                               &trace.weights, &trace.heads, &trace.combined, &trace.output}) {
    visit(*tensor);
  }
}

TEST(Trace, HasNoBatchAxisIfXHasNone) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({1, 7, 5}, 1);
  std::vector<Tensor> batched;
  for_each_tensor(layer.trace(x), [&](const Tensor& tensor) { batched.push_back(tensor); });

  std::size_t i = 0;
  for_each_tensor(layer.trace(copy_batch_row(x, 0)), [&](const Tensor& tensor) {
    Shape shape = shape_of(batched[i]);
    EXPECT_EQ(shape.front(), 1u);
    shape.erase(shape.begin());
    expect_equal(tensor, tensor_of(shape, copy_range(batched[i], 0, batched[i].size())));
    ++i;
  });
}

TEST(Trace, HasTheOutputOfForward) {
  for (const Combine combine : {Combine::kConcat, Combine::kSum, Combine::kMean}) {
    for (const bool output_projection : {true, false}) {
      AttentionConfig config = kGrouped;
      config.combine = combine;
      config.output_projection = output_projection;
      MultiHeadAttention layer = random_layer(config);
      const Tensor x = random_normal({2, 7, 5}, 1), factors = tensor_of({4}, {1, 0, 2, -1});
      const ForwardOptions options{.causal = true,
                                   .head_mask = &factors,
                                   .dropout = Dropout{.rate = 0.3, .seed = 1},
                                   .kernel = Kernel::kReference};

      expect_equal(layer.trace(x, options).output, layer.forward(x, options));
    }
  }
}

TEST(Trace, SplitsTheProjectionsIntoHeads) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const AttentionWeights weights = layer.weights();
  const Tensor x = random_normal({7, 5}, 1), context = random_normal({6, 5}, 2);

  const AttentionTrace trace = layer.trace(x, {.context = &context});

  const Tensor q = add(matmul(x, *weights[WeightName::kWq]), *weights[WeightName::kBq]);
  const Tensor k = add(matmul(context, *weights[WeightName::kWk]), *weights[WeightName::kBk]);
  const Tensor v = add(matmul(context, *weights[WeightName::kWv]), *weights[WeightName::kBv]);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t h = 0; h < 4; ++h) {
      for (std::size_t t = 0; t < 7; ++t) {
        EXPECT_NEAR(trace.q(h, t, i), q(t, h * 3 + i), 1e-5);
      }
    }
    for (std::size_t g = 0; g < 2; ++g) {
      for (std::size_t s = 0; s < 6; ++s) {
        EXPECT_NEAR(trace.k(g, s, i), k(s, g * 3 + i), 1e-5);
        EXPECT_NEAR(trace.v(g, s, i), v(s, g * 3 + i), 1e-5);
      }
    }
  }
}

TEST(Trace, HasPositionsInQueriesAndKeysButNotInValues) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({2, 3, 5}, 1), positions = random_normal({3, 5}, 2);
  const AttentionTrace positioned = layer.trace(add(x, positions)), plain = layer.trace(x);

  const AttentionTrace trace = layer.trace(x, {.positions = &positions});

  expect_equal(trace.q, positioned.q);
  expect_equal(trace.k, positioned.k);
  expect_equal(trace.v, plain.v);
}

TEST(Trace, ConcatenatesTheHeads) {
  const AttentionTrace trace = random_layer(kGrouped).trace(random_normal({2, 7, 5}, 1));

  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t h = 0; h < 4; ++h) {
      for (std::size_t t = 0; t < 7; ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
          EXPECT_EQ(trace.combined(b, t, h * 3 + i), trace.heads(b, h, t, i));
        }
      }
    }
  }
}

TEST(Trace, OutputIsTheSumOfHeadsTimesTheirSlicesOfWo) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor wo = *layer.weights()[WeightName::kWo], bo = *layer.weights()[WeightName::kBo];

  const AttentionTrace trace = layer.trace(random_normal({7, 5}, 1));

  Tensor sum = full({7, 5}, 0);
  for (std::size_t h = 0; h < 4; ++h) {
    const Tensor head = tensor_of({7, 3}, copy_range(trace.heads, h * 21, h * 21 + 21));
    sum = add(sum, matmul(head, tensor_of({3, 5}, copy_range(wo, h * 15, h * 15 + 15))));
  }
  // Error bound: sums of twelve products near 1 in another order.
  expect_close(trace.output, add(sum, bo), 1e-5);
}

TEST(Trace, HasACopyPerHeadIfHeadsAreTied) {
  AttentionConfig tied = kGrouped;
  tied.tie_heads = true;

  const AttentionTrace trace = random_layer(tied).trace(random_normal({7, 5}, 1));

  for (const Tensor* tensor :
       {&trace.q, &trace.k, &trace.v, &trace.scores, &trace.weights, &trace.heads}) {
    const std::size_t heads = tensor->shape(0), size = tensor->size() / heads;
    for (std::size_t h = 1; h < heads; ++h) {
      EXPECT_EQ(copy_range(*tensor, h * size, (h + 1) * size), copy_range(*tensor, 0, size));
    }
  }
}

TEST(Trace, DividesTheScoresByTheChosenScale) {
  const Tensor x = random_normal({7, 5}, 1);
  AttentionConfig config = kGrouped;
  const auto scores_at = [&](Scale scale) {
    config.scale = scale;
    return random_layer(config).trace(x).scores;
  };
  const Tensor plain = scores_at(Scale::kNone), head = scores_at(Scale::kSqrtDHead),
               model = scores_at(Scale::kSqrtDModel);

  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_NEAR(head.data()[i] * std::sqrt(3.0f), plain.data()[i], 1e-5);
    EXPECT_NEAR(model.data()[i] * std::sqrt(5.0f), plain.data()[i], 1e-5);
  }
}

TEST(Trace, CheckFiniteNamesThePositionOfANaN) {
  Tensor x = random_normal({3, 5}, 1);
  x(0, 4) = kNaN;

  expect_error([&] { random_layer(kGrouped).trace(x, {.check_finite = true}); },
               "trace: x holds NaN at [0, 4]");
  x(0, 4) = 0;
  MultiHeadAttention layer({.d_model = 5, .num_heads = 1, .bias = true});
  AttentionWeights weights;
  weights[WeightName::kBo] = full({5}, kNaN);
  layer.set_weights(weights);
  expect_error([&] { layer.trace(x, {.check_finite = true}); },
               "trace: the output holds NaN at [0, 0]");
}

}  // namespace
}  // namespace manyheads::trace_test
