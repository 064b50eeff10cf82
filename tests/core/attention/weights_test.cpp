#include "attention/weights.hpp"

#include <cmath>
#include <string>

#include "core/attention/layer_weights.hpp"

namespace manyheads::weights_test {
namespace {

// ---------------------------------------------------------------- shapes

TEST(WeightShape, IsAsDocumented) {
  struct {
    WeightName name;
    Shape shape;
  } const cases[] = {{WeightName::kWq, {5, 12}}, {WeightName::kWk, {5, 6}},
                     {WeightName::kWv, {5, 6}},  {WeightName::kWo, {12, 5}},
                     {WeightName::kBq, {12}},    {WeightName::kBk, {6}},
                     {WeightName::kBv, {6}},     {WeightName::kBo, {5}}};
  for (const auto& [name, shape] : cases) EXPECT_EQ(weight_shape(kSeeded, name), shape);
}

TEST(WeightShape, WoHasTheRowsOfOneHeadIfHeadsAreSummedOrAveraged) {
  AttentionConfig config = kSeeded;
  for (const Combine combine : {Combine::kSum, Combine::kMean}) {
    config.combine = combine;
    EXPECT_EQ(weight_shape(config, WeightName::kWo), (Shape{3, 5}));
  }
}

TEST(HasWeight, DependsOnBiasAndOutputProjection) {
  AttentionConfig config = kSeeded;
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
  expect_equal(seeded_weight(kSeeded, WeightName::kBq), full({12}, 0));
}

TEST(SeededWeight, IsTheSameOnlyForTheSameSeed) {
  AttentionConfig other = kSeeded;
  other.seed = 18;

  const Tensor wq = seeded_weight(kSeeded, WeightName::kWq);

  expect_equal(seeded_weight(kSeeded, WeightName::kWq), wq);
  EXPECT_GT(largest_difference(seeded_weight(other, WeightName::kWq), wq), 0.1);
}

TEST(SeededWeight, IsTheSameInEveryRelease) {
  std::uint64_t stream = 1;
  for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv}) {
    const SeededGenerator generator(kSeeded.seed, stream++);
    expect_equal(seeded_weight(kSeeded, name),
                 random_weight(weight_shape(kSeeded, name), generator, ""));
  }
}

TEST(SeededWeight, DiffersBetweenWeights) {
  EXPECT_GT(largest_difference(seeded_weight(kSeeded, WeightName::kWk),
                               seeded_weight(kSeeded, WeightName::kWv)),
            0.1);
}

TEST(SeededWeight, WkDoesNotDependOnTheNumberOfQueryHeads) {
  AttentionConfig wider = kSeeded;
  wider.num_heads = 8;

  expect_equal(seeded_weight(wider, WeightName::kWk), seeded_weight(kSeeded, WeightName::kWk));
}

TEST(SeededWeight, HeadZeroIsTheSameInATiedLayer) {
  AttentionConfig tied = kSeeded;
  tied.tie_heads = true;

  const AttentionWeights tied_weights = MultiHeadAttention(tied).weights();
  const AttentionWeights untied_weights = MultiHeadAttention(kSeeded).weights();

  for (const WeightName name : {WeightName::kWq, WeightName::kWk, WeightName::kWv}) {
    expect_equal(head_columns(*tied_weights[name], 0, 3),
                 head_columns(*untied_weights[name], 0, 3));
  }
  expect_equal(*tied_weights[WeightName::kWo], *untied_weights[WeightName::kWo]);
}

}  // namespace
}  // namespace manyheads::weights_test
