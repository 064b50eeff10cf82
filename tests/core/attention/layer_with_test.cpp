#include "core/attention/layer_weights.hpp"
#include "core/expect_error.hpp"

namespace manyheads::layer_with_test {
namespace {

class LayerWith : public testing::Test {
 protected:
  /// The layer after a change of its configuration.
  template <typename Change>
  MultiHeadAttention changed(Change change, const AttentionWeights& new_weights = {}) const {
    AttentionConfig config = layer.config();
    change(config);
    return layer.with(config, new_weights);
  }

  MultiHeadAttention layer = random_layer(kSeeded);
  AttentionWeights weights = layer.weights();
  Tensor x = random_normal({2, 7, 5}, 1);
};

TEST_F(LayerWith, NothingChangedComputesTheSame) {
  expect_equal(changed([](AttentionConfig&) {}).forward(x), layer.forward(x));
}

TEST_F(LayerWith, AChangeDoesNotChangeTheOriginalLayer) {
  const Tensor before = layer.forward(x);

  changed([](AttentionConfig& config) { config.tie_heads = true; }).forward(x);

  expect_equal(layer.forward(x), before);
  EXPECT_FALSE(layer.config().tie_heads);
}

TEST_F(LayerWith, TiedHeadsUsesHeadZerosProjections) {
  MultiHeadAttention tied = changed([](AttentionConfig& config) { config.tie_heads = true; });

  AttentionConfig config = kSeeded;
  config.tie_heads = true;
  expect_equal(tied.forward(x), MultiHeadAttention(config, weights).forward(x));
}

TEST_F(LayerWith, UntiedHeadsAgainKeepsHeadsEqual) {
  MultiHeadAttention tied = changed([](AttentionConfig& config) { config.tie_heads = true; });

  MultiHeadAttention untied = tied.with(kSeeded);

  expect_equal(untied.forward(x), tied.forward(x));
  expect_equal_weights(untied.weights(), tied.weights());
}

TEST_F(LayerWith, SummedHeadsAveragesTheSlicesOfWo) {
  const auto summed = changed([](AttentionConfig& config) { config.combine = Combine::kSum; });

  const Tensor& wo = *weights[WeightName::kWo];
  const Tensor mean = *summed.weights()[WeightName::kWo];
  ASSERT_EQ(shape_of(mean), (Shape{3, 5}));
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      const float sum = wo(i, j) + wo(3 + i, j) + wo(6 + i, j) + wo(9 + i, j);
      EXPECT_NEAR(mean(i, j), sum / 4, 1e-6);
    }
  }
}

TEST_F(LayerWith, SummedHeadsTakesThePassedWo) {
  const Tensor wo = random_normal({3, 5}, 2);

  const auto summed = changed([](AttentionConfig& config) { config.combine = Combine::kSum; },
                              one_weight(WeightName::kWo, wo));

  expect_equal(*summed.weights()[WeightName::kWo], wo);
}

TEST_F(LayerWith, AveragedInsteadOfSummedHeadsKeepsWo) {
  const auto summed = changed([](AttentionConfig& config) { config.combine = Combine::kSum; });
  AttentionConfig averaged = summed.config();
  averaged.combine = Combine::kMean;

  expect_equal_weights(summed.with(averaged).weights(), summed.weights());
}

TEST_F(LayerWith, ConcatenatedHeadsAgainRepeatsTheSliceOfWo) {
  const auto summed = changed([](AttentionConfig& config) { config.combine = Combine::kSum; });

  const auto back = summed.with(kSeeded);

  const Tensor slice = *summed.weights()[WeightName::kWo], wo = *back.weights()[WeightName::kWo];
  ASSERT_EQ(shape_of(wo), (Shape{12, 5}));
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(wo(i, j), slice(i % 3, j));
  }
}

TEST_F(LayerWith, ConcatenatedHeadsAgainComputesTheSame) {
  MultiHeadAttention summed =
      changed([](AttentionConfig& config) { config.combine = Combine::kSum; });

  // (sum of heads) W = sum of (head W), but for rounding.
  expect_close(summed.with(kSeeded).forward(x), summed.forward(x), 1e-5);
}

TEST_F(LayerWith, AnotherScaleKeepsTheWeights) {
  const auto unscaled = changed([](AttentionConfig& config) { config.scale = Scale::kNone; });

  expect_equal_weights(unscaled.weights(), weights);
}

TEST_F(LayerWith, NoOutputProjectionGivesTheCombinedHeads) {
  MultiHeadAttention bare =
      changed([](AttentionConfig& config) { config.output_projection = false; });

  expect_equal(bare.trace(x).output, layer.trace(x).combined);
  EXPECT_FALSE(bare.weights()[WeightName::kWo].has_value());
}

TEST_F(LayerWith, ANewOutputProjectionDrawsItFromTheSeed) {
  const auto bare = changed([](AttentionConfig& config) { config.output_projection = false; });

  expect_equal(*bare.with(kSeeded).weights()[WeightName::kWo],
               seeded_weight(kSeeded, WeightName::kWo));
}

TEST_F(LayerWith, NewBiasesStartsThemAtZero) {
  const auto plain = changed([](AttentionConfig& config) { config.bias = false; });

  EXPECT_FALSE(plain.weights()[WeightName::kBq].has_value());
  expect_equal(*plain.with(kSeeded).weights()[WeightName::kBq], full({12}, 0));
}

TEST_F(LayerWith, AnotherSeedKeepsTheWeights) {
  const auto reseeded = changed([](AttentionConfig& config) { config.seed = 99; });

  expect_equal_weights(reseeded.weights(), weights);
}

TEST_F(LayerWith, HalfTheHeadsOfTwiceTheWidthKeepsTheWeights) {
  const auto make_config = [](Size num_heads) {
    return resolved({.d_model = 12, .num_heads = num_heads});
  };
  MultiHeadAttention four = random_layer(make_config(4));

  MultiHeadAttention two = four.with(make_config(2));

  expect_equal_weights(two.weights(), four.weights());
  EXPECT_EQ(two.config().d_head, 6u);
}

TEST_F(LayerWith, AnotherWidthOfAllHeadsIsRefused) {
  expect_shape_error([&] { changed([](AttentionConfig& config) { config.num_heads = 2; }); },
                     {"wq", 1, "6", "12"},
                     "attention: wq [5, 12] has 12 on axis 1, wanted 6 ([5, 6])");
}

TEST_F(LayerWith, AnotherWidthOfAllHeadsTakesThePassedWeights) {
  AttentionConfig two = kSeeded;
  two.num_heads = 2;
  const AttentionWeights new_weights = random_weights(two, 5);

  expect_equal_weights(layer.with(two, new_weights).weights(), new_weights);
}

TEST_F(LayerWith, AWeightThatTheNewLayerLacksIsRefused) {
  expect_config_error(
      [&] {
        changed([](AttentionConfig& config) { config.bias = false; },
                one_weight(WeightName::kBo, full({5}, 0)));
      },
      "bo", "attention: weight bo was given, but this layer has no biases");
}

TEST_F(LayerWith, AnImpossibleConfigurationIsRefused) {
  EXPECT_THROW(changed([](AttentionConfig& config) { config.num_kv_heads = 3; }), ConfigError);
}

}  // namespace
}  // namespace manyheads::layer_with_test
