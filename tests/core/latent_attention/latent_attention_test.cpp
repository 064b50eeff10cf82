#include "latent_attention/latent_attention.hpp"

#include <new>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/latent_attention/latent_layers.hpp"

namespace manyheads::latent_attention_test {
namespace {

/// The tokens of x, [T, d_model], from `first` on.
Tensor tokens_from(const Tensor& x, std::size_t first) {
  const std::size_t width = x.shape(1);
  return tensor_of({x.shape(0) - first, width}, copy_range(x, first * width, x.size()));
}

class LatentLayer : public testing::TestWithParam<LatentAttentionConfig> {};
INSTANTIATE_TEST_SUITE_P(Kinds, LatentLayer, testing::ValuesIn(kLatentLayers));

TEST_P(LatentLayer, EqualsTheFormulas) {
  LatentAttention layer(GetParam());
  for (const std::size_t T : {1, 2, 9, 35}) {
    for (const bool causal : {false, true}) {
      const Tensor x = random_normal({T, 7}, T);

      const Tensor output = layer.forward(x, {.causal = causal});

      // Error bound: sums of up to 35 terms near 1.
      expect_close(output, latent_attention_by_formula(GetParam(), layer.weights(), x, causal),
                   1e-5);
    }
  }
}

TEST_P(LatentLayer, AbsorbedEqualsExpanded) {
  LatentAttention layer(GetParam());
  for (const std::size_t T : {1, 2, 9, 35}) {
    for (const bool causal : {false, true}) {
      const Tensor x = random_normal({2, T, 7}, T);

      expect_close(layer.forward(x, {.causal = causal, .absorbed = true}),
                   layer.forward(x, {.causal = causal}), 1e-5);
    }
  }
}

TEST_P(LatentLayer, TraceHasTheOutputOfForward) {
  LatentAttention layer(GetParam());
  const Tensor x = random_normal({2, 9, 7}, 1);

  for (const bool causal : {false, true}) {
    const LatentAttentionTrace trace = layer.trace(x, causal);

    expect_close(trace.expanded.output, layer.forward(x, {.causal = causal}), 1e-5);
    expect_equal(trace.expanded.output,
                 matmul(trace.expanded.combined, *layer.weights()[LatentWeightName::kWo]));
  }
}

TEST_P(LatentLayer, TraceHasTheLatentsOfKeysAndValues) {
  LatentAttention layer(GetParam());
  const LatentAttentionWeights weights = layer.weights();
  const Tensor x = random_normal({9, 7}, 1);

  const LatentAttentionTrace trace = layer.trace(x);

  expect_close(trace.latent, matmul(x, *weights[LatentWeightName::kWdkv]), 1e-6);
  const Tensor k = matmul(trace.latent, *weights[LatentWeightName::kWuk]);
  const Tensor v = matmul(trace.latent, *weights[LatentWeightName::kWuv]);
  for (std::size_t h = 0; h < 3; ++h) {
    for (std::size_t t = 0; t < 9; ++t) {
      for (std::size_t d = 0; d < 3; ++d) {
        EXPECT_NEAR(trace.expanded.k(h, t, d), k(t, h * 3 + d), 1e-5);
        EXPECT_NEAR(trace.expanded.v(h, t, d), v(t, h * 3 + d), 1e-5);
      }
    }
  }
}

TEST_P(LatentLayer, AcceptsTokensWithoutABatchAxis) {
  LatentAttention layer(GetParam());
  const Tensor x = random_normal({1, 9, 7}, 1);
  const Tensor row = tokens_from(tensor_of({9, 7}, copy_range(x, 0, 63)), 0);

  for (const bool absorbed : {false, true}) {
    const Tensor output = layer.forward(x, {.absorbed = absorbed});
    expect_equal(layer.forward(row, {.absorbed = absorbed}),
                 tensor_of({9, 7}, copy_range(output, 0, 63)));
  }
}

TEST_P(LatentLayer, AllocatesNothingOnTheSecondCallOfASize) {
  LatentAttention layer(GetParam());
  const Tensor large = random_normal({2, 35, 7}, 1), small = random_normal({1, 7}, 1);
  Tensor output, small_output;
  const auto run = [&] {
    for (const bool absorbed : {false, true}) {
      layer.forward(large, {.causal = true, .absorbed = absorbed}, output);
      layer.forward(small, {.absorbed = absorbed}, small_output);
    }
  };
  run();
  const std::size_t before = allocation_count();

  run();

  EXPECT_EQ(allocation_count(), before);
}

TEST_P(LatentLayer, DoesNotChangeWhenACallFails) {
  const Tensor x = random_normal({40, 7}, 1);
  const Tensor expected = LatentAttention(GetParam()).forward(x);
  for (const bool absorbed : {false, true}) {
    LatentAttention layer(GetParam());
    for (const std::size_t bytes : {64, 512, 1024, 2048, 4096}) {
      const FailingAllocation out_of_memory(bytes);
      EXPECT_THROW(layer.forward(x, {.absorbed = absorbed}), std::bad_alloc) << bytes;
    }
    EXPECT_THROW(layer.forward(random_normal({4, 6}, 1), {.absorbed = absorbed}), ShapeError);

    expect_close(layer.forward(x, {.absorbed = absorbed}), expected, 1e-5);
  }
}

TEST(LatentAttention, AbsorbedEqualsExpandedAtTheSizesOfAModel) {
  struct {
    LatentAttentionConfig config;
    std::size_t T;
  } const cases[] = {
      {{.d_model = 256, .num_heads = 8, .d_head = 32, .d_latent = 64, .d_rope = 16}, 70},
      {{.d_model = 256, .num_heads = 8, .d_head = 32, .d_latent = 64, .d_latent_query = 96}, 70},
      {{.d_model = 64, .num_heads = 16, .d_head = 12, .d_latent = 32, .d_rope = 8}, 1},
      {{.d_model = 64, .num_heads = 40, .d_head = 4, .d_latent = 32, .d_rope = 8}, 33},
  };
  for (const auto& [config, T] : cases) {
    LatentAttention layer(config);
    const Tensor x = random_normal({2, T, config.d_model}, 1);

    for (const bool causal : {false, true}) {
      expect_close(layer.forward(x, {.causal = causal, .absorbed = true}),
                   layer.forward(x, {.causal = causal}), 1e-5);
    }
  }
}

TEST(LatentAttention, ScoresDependOnTheDistanceOfTokensNotOnTheirPositions) {
  LatentAttention layer(kFullLatent);
  const Tensor x = random_normal({12, 7}, 1);

  const Tensor whole = layer.trace(x).expanded.scores;
  const Tensor shifted = layer.trace(tokens_from(x, 4)).expanded.scores;

  for (std::size_t h = 0; h < 3; ++h) {
    for (std::size_t t = 0; t < 8; ++t) {
      for (std::size_t s = 0; s < 8; ++s) {
        EXPECT_NEAR(shifted(h, t, s), whole(h, t + 4, s + 4), 1e-5);
      }
    }
  }
}

TEST(LatentAttention, DependsOnPositionsOnlyWithARotaryPart) {
  const Tensor x = full({3, 7}, 0.7f);
  const Tensor plain = LatentAttention(kPlainLatent).trace(x).expanded.scores;
  const Tensor rotary = LatentAttention(kRotaryLatent).trace(x).expanded.scores;

  EXPECT_EQ(plain(0, 0, 0), plain(0, 0, 2));
  EXPECT_GT(std::abs(rotary(0, 0, 0) - rotary(0, 0, 2)), 1e-2);
}

TEST(LatentAttention, CountsTheBytesOfItsWeights) {
  // With 64 columns no panel is padded. W_DKV and W_KR, W_Q and W_QR, W_UK twice, W_UV, W_O.
  const LatentAttention layer(
      {.d_model = 64, .num_heads = 2, .d_head = 64, .d_latent = 32, .d_rope = 32});

  EXPECT_EQ(layer.bytes(), 4u * (64 * 64 + 64 * 2 * 96 + 2 * 32 * 128 + 2 * 64 * 32 + 128 * 64));
}

TEST(LatentAttention, RefusesTensorsOfAnotherWidth) {
  LatentAttention layer(kPlainLatent);

  expect_shape_error(
      [&] {
        layer.forward(random_normal({4, 6}, 1));
      },
      {"x", 1, "7", "6"}, "forward: x [4, 6] has 6 on axis 1, wanted 7 (d_model)");
  expect_shape_error([&] { layer.trace(random_normal({7}, 1)); },
                     {"x", std::nullopt, "[T, d_model] or [B, T, d_model]", "[7]"},
                     "trace: x is [7], wanted [T, d_model] or [B, T, d_model]");
}

}  // namespace
}  // namespace manyheads::latent_attention_test
