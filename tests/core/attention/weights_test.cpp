#include "attention/weights.hpp"

#include <cmath>
#include <new>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"

namespace manyheads::weights_test {
namespace {

// All axes differ: H D is 12, G D is 6.
const AttentionConfig kGrouped = resolved(
    {.d_model = 5, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true, .seed = 17});

void expect_equal_weights(const AttentionWeights& actual, const AttentionWeights& expected) {
  for (const WeightName name : kWeightNames) {
    SCOPED_TRACE(to_text(name));
    ASSERT_EQ(actual[name].has_value(), expected[name].has_value());
    if (expected[name]) expect_equal(*actual[name], *expected[name]);
  }
}

AttentionWeights one_weight(WeightName name, const Tensor& value) {
  AttentionWeights weights;
  weights[name] = value;
  return weights;
}

/// The columns of one head in a projection, or its part of a bias.
Tensor head_columns(const Tensor& weight, std::size_t h, std::size_t d_head) {
  const std::size_t width = weight.shape().back(), rows = weight.size() / width;
  Tensor columns = make_tensor({rows, d_head}, "columns");
  for (std::size_t i = 0; i < rows; ++i) {
    std::copy_n(weight.data() + i * width + h * d_head, d_head, columns.data() + i * d_head);
  }
  return columns;
}

// ---------------------------------------------------------------- shapes

TEST(WeightShape, IsAsDocumented) {
  struct {
    WeightName name;
    Shape shape;
  } const cases[] = {{WeightName::kWq, {5, 12}}, {WeightName::kWk, {5, 6}},
                     {WeightName::kWv, {5, 6}},  {WeightName::kWo, {12, 5}},
                     {WeightName::kBq, {12}},    {WeightName::kBk, {6}},
                     {WeightName::kBv, {6}},     {WeightName::kBo, {5}}};
  for (const auto& [name, shape] : cases) EXPECT_EQ(weight_shape(kGrouped, name), shape);
}

TEST(WeightShape, WoHasTheRowsOfOneHeadIfHeadsAreSummedOrAveraged) {
  AttentionConfig config = kGrouped;
  for (const Combine combine : {Combine::kSum, Combine::kMean}) {
    config.combine = combine;
    EXPECT_EQ(weight_shape(config, WeightName::kWo), (Shape{3, 5}));
  }
}

TEST(HasWeight, DependsOnBiasAndOutputProjection) {
  AttentionConfig config = kGrouped;
  config.bias = false;
  EXPECT_FALSE(has_weight(config, WeightName::kBq));
  EXPECT_TRUE(has_weight(config, WeightName::kWo));

  config.bias = true;
  config.output_projection = false;
  EXPECT_TRUE(has_weight(config, WeightName::kBq));
  EXPECT_FALSE(has_weight(config, WeightName::kWo));
  EXPECT_FALSE(has_weight(config, WeightName::kBo));
}

TEST(WeightName, HasTheDocumentedTexts) {
  std::string names;
  for (const WeightName name : kWeightNames) names += to_text(name);
  EXPECT_EQ(names, "wqwkwvwobqbkbvbo");
}

// ---------------------------------------------------------------- seeds

TEST(SeededWeight, HasVarianceOneOverFanIn) {
  const AttentionConfig config = resolved({.d_model = 100, .num_heads = 4, .d_head = 10});
  struct {
    WeightName name;
    double fan_in;
  } const cases[] = {{WeightName::kWq, 100}, {WeightName::kWo, 40}};
  for (const auto& [name, fan_in] : cases) {
    const Tensor weight = seeded_weight(config, name);
    double squares = 0;
    for (const float value : elements(weight)) squares += value * value;
    EXPECT_NEAR(squares / 4000 * fan_in, 1.0, 0.112);  // 5 * sqrt(2 / 4000)
  }
}

TEST(SeededWeight, IsZeroForABias) {
  expect_equal(seeded_weight(kGrouped, WeightName::kBq), full({12}, 0));
}

TEST(SeededWeight, IsTheSameOnlyForTheSameSeed) {
  AttentionConfig other = kGrouped;
  other.seed = 18;

  const Tensor wq = seeded_weight(kGrouped, WeightName::kWq);

  expect_equal(seeded_weight(kGrouped, WeightName::kWq), wq);
  EXPECT_GT(largest_difference(seeded_weight(other, WeightName::kWq), wq), 0.1);
}

TEST(SeededWeight, IsTheSameInEveryRelease) {
  std::uint64_t stream = 1;
  for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv}) {
    const SeededGenerator generator(kGrouped.seed, stream++);
    expect_equal(seeded_weight(kGrouped, name),
                 random_weight(weight_shape(kGrouped, name), generator, ""));
  }
}

TEST(SeededWeight, DiffersBetweenWeights) {
  EXPECT_GT(largest_difference(seeded_weight(kGrouped, WeightName::kWk),
                               seeded_weight(kGrouped, WeightName::kWv)),
            0.1);
}

TEST(SeededWeight, WkDoesNotDependOnTheNumberOfQueryHeads) {
  AttentionConfig wider = kGrouped;
  wider.num_heads = 8;

  expect_equal(seeded_weight(wider, WeightName::kWk), seeded_weight(kGrouped, WeightName::kWk));
}

TEST(SeededWeight, HeadZeroIsTheSameInATiedLayer) {
  AttentionConfig tied = kGrouped;
  tied.tie_heads = true;

  const AttentionWeights tied_weights = MultiHeadAttention(tied).weights();
  const AttentionWeights untied_weights = MultiHeadAttention(kGrouped).weights();

  for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv}) {
    expect_equal(head_columns(*tied_weights[name], 0, 3),
                 head_columns(*untied_weights[name], 0, 3));
  }
  expect_equal(*tied_weights[WeightName::kWo], *untied_weights[WeightName::kWo]);
}

// ---------------------------------------------------------------- weights of a layer

TEST(LayerWeights, AreDrawnFromTheSeedUnlessPassed) {
  const Tensor wk = random_normal({5, 6}, 1);

  const AttentionWeights weights =
      MultiHeadAttention(kGrouped, one_weight(WeightName::kWk, wk)).weights();

  expect_equal(*weights[WeightName::kWk], wk);
  expect_equal(*weights[WeightName::kWq], seeded_weight(kGrouped, WeightName::kWq));
  expect_equal(*weights[WeightName::kBo], full({5}, 0));
}

TEST(LayerWeights, ComeBackAsTheyWereSet) {
  const AttentionWeights weights = random_weights(kGrouped, 3);
  MultiHeadAttention layer(kGrouped);

  layer.set_weights(weights);

  expect_equal_weights(layer.weights(), weights);
}

TEST(LayerWeights, SetWeightsKeepsTheWeightsThatAreNotPassed) {
  MultiHeadAttention layer = random_layer(kGrouped);
  AttentionWeights expected = layer.weights();
  expected[WeightName::kBv] = counting({6});

  layer.set_weights(one_weight(WeightName::kBv, counting({6})));

  expect_equal_weights(layer.weights(), expected);
}

TEST(LayerWeights, ChangeWhatTheLayerComputes) {
  MultiHeadAttention layer = random_layer(kGrouped), other = random_layer(kGrouped, 2);
  const Tensor x = random_normal({4, 5}, 1);

  layer.set_weights(other.weights());

  expect_equal(layer.forward(x), other.forward(x));
}

TEST(LayerWeights, TiedHeadsAreCopiesOfHeadZero) {
  AttentionConfig tied = kGrouped;
  tied.tie_heads = true;
  const AttentionWeights untied_weights = random_weights(kGrouped, 3);

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
    MultiHeadAttention layer(kGrouped);
    expect_shape_error([&] { MultiHeadAttention(kGrouped, wrong); }, place, message);
    expect_shape_error([&] { layer.set_weights(wrong); }, place, message);
  }
}

TEST(LayerWeights, RefuseABiasIfTheLayerHasNone) {
  AttentionConfig config = kGrouped;
  config.bias = false;

  expect_config_error(
      [&] { MultiHeadAttention(config, one_weight(WeightName::kBk, full({6}, 0))); }, "bk",
      "attention: weight bk was given, but this layer has no biases");
}

TEST(LayerWeights, RefuseAnOutputProjectionIfTheLayerHasNone) {
  AttentionConfig config = kGrouped;
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
  MultiHeadAttention layer = random_layer(kGrouped);
  const AttentionWeights before = layer.weights();
  AttentionWeights one_wrong = random_weights(kGrouped, 9);
  one_wrong[WeightName::kBo] = full({4}, 0);

  EXPECT_THROW(layer.set_weights(one_wrong), ShapeError);

  expect_equal_weights(layer.weights(), before);
}

TEST(LayerWeights, SetWeightsNeedsNoMemory) {
  MultiHeadAttention layer = random_layer(kGrouped);
  const AttentionWeights weights = random_weights(kGrouped, 9);
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

// ---------------------------------------------------------------- with

class LayerWith : public testing::Test {
 protected:
  /// The layer after a change of its configuration.
  template <typename Change>
  MultiHeadAttention changed(Change change, const AttentionWeights& new_weights = {}) const {
    AttentionConfig config = layer.config();
    change(config);
    return layer.with(config, new_weights);
  }

  MultiHeadAttention layer = random_layer(kGrouped);
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

  AttentionConfig config = kGrouped;
  config.tie_heads = true;
  expect_equal(tied.forward(x), MultiHeadAttention(config, weights).forward(x));
}

TEST_F(LayerWith, UntiedHeadsAgainKeepsHeadsEqual) {
  MultiHeadAttention tied = changed([](AttentionConfig& config) { config.tie_heads = true; });

  MultiHeadAttention untied = tied.with(kGrouped);

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

  const auto back = summed.with(kGrouped);

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
  expect_close(summed.with(kGrouped).forward(x), summed.forward(x), 1e-5);
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

  expect_equal(*bare.with(kGrouped).weights()[WeightName::kWo],
               seeded_weight(kGrouped, WeightName::kWo));
}

TEST_F(LayerWith, NewBiasesStartsThemAtZero) {
  const auto plain = changed([](AttentionConfig& config) { config.bias = false; });

  EXPECT_FALSE(plain.weights()[WeightName::kBq].has_value());
  expect_equal(*plain.with(kGrouped).weights()[WeightName::kBq], full({12}, 0));
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
  AttentionConfig two = kGrouped;
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
}  // namespace manyheads::weights_test
