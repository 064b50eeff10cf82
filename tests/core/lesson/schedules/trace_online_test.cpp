#include "core/attention/grouped_layer.hpp"
#include "core/expect_error.hpp"
#include "lesson/schedules/trace_schedules.hpp"

namespace manyheads::trace_online_test {
namespace {

// T 7 and S 6 in tiles of 4 keys: all axes differ.
constexpr Tile kTile{.queries = 2, .keys = 4};

TEST(OnlineTrace, HasTheDocumentedShapes) {
  const Tensor x = random_normal({3, 7, 5}, 1), context = random_normal({3, 6, 5}, 2);
  MultiHeadAttention layer = random_layer(kGrouped);

  const OnlineTrace trace = trace_online(layer, x, kTile, {.context = &context});

  EXPECT_EQ(shape_of(trace.running_max), (Shape{3, 4, 2, 7}));
  EXPECT_EQ(shape_of(trace.running_sum), (Shape{3, 4, 2, 7}));
  EXPECT_EQ(shape_of(trace.rescale), (Shape{3, 4, 2, 7}));
  EXPECT_EQ(shape_of(trace.partial), (Shape{3, 4, 2, 7, 3}));
  EXPECT_EQ(shape_of(trace.heads), (Shape{3, 4, 7, 3}));
  EXPECT_EQ(shape_of(trace.output), (Shape{3, 7, 5}));
}

TEST(OnlineTrace, HasNoBatchAxisIfXHasNone) {
  MultiHeadAttention layer = random_layer(kGrouped);
  Tensor x = random_normal({1, 7, 5}, 1);
  const OnlineTrace batched = trace_online(layer, x, kTile);

  x.reshape({7, 5});
  const OnlineTrace trace = trace_online(layer, x, kTile);

  for (Tensor OnlineTrace::*const tensor :
       {&OnlineTrace::running_max, &OnlineTrace::running_sum, &OnlineTrace::rescale,
        &OnlineTrace::partial, &OnlineTrace::heads, &OnlineTrace::output}) {
    Shape shape = shape_of(batched.*tensor);
    shape.erase(shape.begin());
    expect_equal(trace.*tensor,
                 tensor_of(shape, copy_range(batched.*tensor, 0, (batched.*tensor).size())));
  }
}

TEST(OnlineTrace, HasTheOutputOfTheReference) {
  const Tensor x = random_normal({2, 7, 5}, 1), factors = tensor_of({4}, {1, 0, 2, -1}),
               positions = random_normal({7, 5}, 2);
  const ForwardOptions options{.positions = &positions,
                               .causal = true,
                               .head_mask = &factors,
                               .dropout = Dropout{.rate = 0.3, .seed = 1}};
  for (const Combine combine : {Combine::kConcat, Combine::kSum, Combine::kMean}) {
    for (const bool output_projection : {true, false}) {
      for (const bool tie_heads : {true, false}) {
        AttentionConfig config = kGrouped;
        config.combine = combine;
        config.output_projection = output_projection;
        config.tie_heads = tie_heads;
        MultiHeadAttention layer = random_layer(config);

        const OnlineTrace online = trace_online(layer, x, kTile, options);
        const AttentionTrace trace = layer.trace(x, options);

        // Error bound: 1e-6 of the largest value, about 5. W_O adds up to 12 of these errors.
        expect_close(online.heads, trace.heads, 5e-6);
        expect_close(online.output, trace.output, 2e-5);
      }
    }
  }
}

TEST(OnlineTrace, HeadsAreTheLastPartialDividedByTheLastSum) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const OnlineTrace trace = trace_online(layer, random_normal({6, 5}, 1), kTile);

  for (std::size_t i = 0; i < trace.heads.size(); ++i) {
    const std::size_t d = i % 3, t = i / 3 % 6, h = i / 3 / 6;
    EXPECT_EQ(trace.heads(h, t, d), trace.partial(h, 1, t, d) / trace.running_sum(h, 1, t));
  }
}

TEST(OnlineTrace, DoesNotChangeTheLastKernel) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({7, 5}, 1);

  trace_online(layer, x, kTile);
  EXPECT_EQ(layer.last_kernel(), std::nullopt);
  layer.forward(x, {.kernel = Kernel::kFused});
  trace_online(layer, x, kTile);

  EXPECT_EQ(layer.last_kernel(), Kernel::kFused);
}

TEST(OnlineTrace, RefusesATileWithoutQueriesOrKeys) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const Tensor x = random_normal({7, 5}, 1);

  expect_config_error([&] { trace_online(layer, x, {.queries = 0, .keys = 4}); }, "tile.queries",
                      "attention: tile.queries must be at least 1");
  expect_config_error([&] { trace_online(layer, x, {.queries = 2, .keys = 0}); }, "tile.keys",
                      "attention: tile.keys must be at least 1");
}

TEST(OnlineTrace, CheckFiniteNamesThePositionOfANaN) {
  MultiHeadAttention layer = random_layer(kGrouped);
  Tensor x = random_normal({3, 5}, 1);
  x(0, 4) = kNaN;

  expect_error([&] { trace_online(layer, x, kTile, {.check_finite = true}); },
               "trace_online: x holds NaN at [0, 4]");
  EXPECT_TRUE(std::isnan(trace_online(layer, x, kTile).output(0, 0)));
}

}  // namespace
}  // namespace manyheads::trace_online_test
