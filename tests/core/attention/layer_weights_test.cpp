#include "core/attention/layer_weights.hpp"

#include <new>
#include <string>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"

namespace manyheads::layer_weights_test {
namespace {

TEST(LayerWeights, AreDrawnFromTheSeedUnlessPassed) {
  const Tensor wk = random_normal({5, 6}, 1);

  const AttentionWeights weights =
      MultiHeadAttention(kSeeded, one_weight(WeightName::kWk, wk)).weights();

  expect_equal(*weights[WeightName::kWk], wk);
  expect_equal(*weights[WeightName::kWq], seeded_weight(kSeeded, WeightName::kWq));
  expect_equal(*weights[WeightName::kBo], full({5}, 0));
}

TEST(LayerWeights, AreOnlyCopiedIntoTheLayer) {
  const AttentionConfig config{.d_model = 64, .num_heads = 4};
  AttentionWeights weights = random_weights(config, 1);
  const std::size_t before = allocated_bytes();

  const MultiHeadAttention layer(config, std::move(weights));

  const std::size_t one_matrix = 64 * 64 * sizeof(float);
  EXPECT_LT(allocated_bytes() - before, layer.bytes() + one_matrix);
}

TEST(LayerWeights, ComeBackAsTheyWereSet) {
  const AttentionWeights weights = random_weights(kSeeded, 3);
  MultiHeadAttention layer(kSeeded);

  layer.set_weights(weights);

  expect_equal_weights(layer.weights(), weights);
}

TEST(LayerWeights, SetWeightsKeepsTheWeightsThatAreNotPassed) {
  MultiHeadAttention layer = random_layer(kSeeded);
  AttentionWeights expected = layer.weights();
  expected[WeightName::kBv] = counting({6});

  layer.set_weights(one_weight(WeightName::kBv, counting({6})));

  expect_equal_weights(layer.weights(), expected);
}

TEST(LayerWeights, ChangeWhatTheLayerComputes) {
  MultiHeadAttention layer = random_layer(kSeeded), other = random_layer(kSeeded, 2);
  const Tensor x = random_normal({4, 5}, 1);

  layer.set_weights(other.weights());

  expect_equal(layer.forward(x), other.forward(x));
}

TEST(LayerWeights, TiedHeadsAreCopiesOfHeadZero) {
  AttentionConfig tied = kSeeded;
  tied.tie_heads = true;
  const AttentionWeights untied_weights = random_weights(kSeeded, 3);

  const AttentionWeights weights = MultiHeadAttention(tied, untied_weights).weights();

  for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv, WeightName::kBq,
                                WeightName::kBk, WeightName::kBv}) {
    const std::size_t heads = weights[name]->shape().back() / 3;
    for (std::size_t h = 0; h < heads; ++h) {
      expect_equal(head_columns(*weights[name], h, 3), head_columns(*untied_weights[name], 0, 3));
    }
  }
  expect_equal(*weights[WeightName::kWo], *untied_weights[WeightName::kWo]);
}

TEST(LayerWeights, TiedHeadsTakeTheMemoryOfOneHead) {
  // Heads are as wide as the widest panel, so no panel is padded.
  AttentionConfig config =
      resolved({.d_model = 8, .num_heads = 16, .d_head = 64, .output_projection = false});
  const std::size_t untied = MultiHeadAttention(config).bytes();

  config.tie_heads = true;

  EXPECT_EQ(MultiHeadAttention(config).bytes(), untied / 16);
}

TEST(LayerWeights, BiasesTakeFourBytesPerNumber) {
  AttentionConfig config = resolved({.d_model = 6, .num_heads = 4, .num_kv_heads = 2, .d_head = 3});
  const std::size_t without = MultiHeadAttention(config).bytes();

  config.bias = true;

  EXPECT_EQ(MultiHeadAttention(config).bytes(), without + 4 * (12 + 6 + 6 + 6));
}

// ---------------------------------------------------------------- errors

TEST(LayerWeights, RefuseAShapeThatDoesNotFit) {
  struct {
    WeightName name;
    Shape shape;
    ShapeError::Place place;
    const char* message;
  } const cases[] = {
      {WeightName::kWq,
       {5},
       {"wq", std::nullopt, "[5, 12]", "[5]"},
       "attention: wq is [5], wanted [5, 12]"},
      {WeightName::kWk,
       {5, 12},
       {"wk", 1, "6", "12"},
       "attention: wk [5, 12] has 12 on axis 1, wanted 6 ([5, 6])"},
      {WeightName::kWv,
       {6, 6},
       {"wv", 0, "5", "6"},
       "attention: wv [6, 6] has 6 on axis 0, wanted 5 ([5, 6])"},
      {WeightName::kWo,
       {5, 12},
       {"wo", 0, "12", "5"},
       "attention: wo [5, 12] has 5 on axis 0, wanted 12 ([12, 5])"},
      {WeightName::kBo,
       {12},
       {"bo", 0, "5", "12"},
       "attention: bo [12] has 12 on axis 0, wanted 5 ([5])"},
      {WeightName::kBq,
       {1, 12},
       {"bq", std::nullopt, "[12]", "[1, 12]"},
       "attention: bq is [1, 12], wanted [12]"},
  };
  for (const auto& [name, shape, place, message] : cases) {
    const AttentionWeights wrong = one_weight(name, full(shape, 0));
    MultiHeadAttention layer(kSeeded);
    expect_shape_error([&] { MultiHeadAttention(kSeeded, wrong); }, place, message);
    expect_shape_error([&] { layer.set_weights(wrong); }, place, message);
  }
}

TEST(LayerWeights, RefuseABiasIfTheLayerHasNone) {
  AttentionConfig config = kSeeded;
  config.bias = false;

  expect_config_error(
      [&] { MultiHeadAttention(config, one_weight(WeightName::kBk, full({6}, 0))); }, "bk",
      "attention: weight bk was given, but this layer has no biases");
}

TEST(LayerWeights, RefuseAnOutputProjectionIfTheLayerHasNone) {
  AttentionConfig config = kSeeded;
  config.output_projection = false;
  struct {
    WeightName name;
    Shape shape;
  } const cases[] = {{WeightName::kWo, {12, 5}}, {WeightName::kBo, {5}}};
  for (const auto& [name, shape] : cases) {
    const std::string text(to_text(name));
    expect_config_error(
        [&, weights = one_weight(name, full(shape, 0))] { MultiHeadAttention(config, weights); },
        text, "attention: weight " + text + " was given, but this layer has no output projection");
  }
}

TEST(LayerWeights, DoNotChangeIfOneDoesNotFit) {
  MultiHeadAttention layer = random_layer(kSeeded);
  const AttentionWeights before = layer.weights();
  AttentionWeights one_wrong = random_weights(kSeeded, 9);
  one_wrong[WeightName::kBo] = full({4}, 0);

  EXPECT_THROW(layer.set_weights(one_wrong), ShapeError);

  expect_equal_weights(layer.weights(), before);
}

TEST(LayerWeights, SetWeightsNeedsNoMemory) {
  MultiHeadAttention layer = random_layer(kSeeded);
  const AttentionWeights weights = random_weights(kSeeded, 9);
  {
    const FailingAllocation out_of_memory(1);
    EXPECT_NO_THROW(layer.set_weights(weights));
  }

  expect_equal_weights(layer.weights(), weights);
}

TEST(LayerWeights, RefuseSizesThatAreTooLargeOrWouldWrap) {
  constexpr Size kMillion = Size{1} << 20, kHalf = Size{1} << 63;
  struct {
    AttentionConfig config;
    const char* shape;
  } const cases[] = {
      {{.d_model = kMillion, .num_heads = kMillion, .d_head = kMillion},
       "wq [1048576, 1099511627776]"},
      {{.d_model = 1, .num_heads = 2, .d_head = kHalf}, "wq [1, 18446744073709551615]"},
      {{.d_model = kHalf, .num_heads = 1, .d_head = 2}, "wq [9223372036854775808, 2]"},
      {{.d_model = Size{1} << 32, .num_heads = Size{1} << 32}, "wq [4294967296, 4294967296]"},
      {{.d_model = 32768, .num_heads = 32768}, "wq [32768, 32768]"},
  };
  for (const auto& [config, shape] : cases) {
    expect_out_of_memory(
        [&, sizes = config] { MultiHeadAttention{sizes}; },
        std::string(shape) + " would take 2 GiB or more; a tensor must be smaller than that");
  }
}

}  // namespace
}  // namespace manyheads::layer_weights_test
