#include "attention/head_pooling.hpp"

#include <bit>
#include <cstdint>

#include "core/expect_error.hpp"
#include "core/random_layer.hpp"
#include "core/tensors.hpp"

namespace manyheads::head_pooling_test {
namespace {

// All axes differ: d_model 5, H 6, d_head 3.
const AttentionConfig kMultiHead =
    resolved({.d_model = 5, .num_heads = 6, .d_head = 3, .bias = true, .seed = 9});

constexpr WeightName kPooled[] = {WeightName::kWk, WeightName::kWv, WeightName::kBk,
                                  WeightName::kBv};

/// Row i and column j of head g. A bias has only row 0.
float head_element(const Tensor& weight, std::size_t i, std::size_t g, std::size_t j) {
  return weight.data()[i * weight.shape().back() + g * 3 + j];
}

/// The bits of a tensor, so that 0 and -0 differ.
std::vector<std::uint32_t> to_bits(const Tensor& tensor) {
  std::vector<std::uint32_t> bits;
  for (const float value : elements(tensor)) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return bits;
}

/// A multi-head layer whose groups of `group` neighbouring heads have equal keys and values.
MultiHeadAttention make_layer_with_equal_heads(std::size_t group) {
  AttentionWeights weights = random_weights(kMultiHead, 1);
  for (const WeightName name : kPooled) {
    Tensor& weight = *weights[name];
    weight.data()[0] = -0.0f;
    weight.data()[1] = 1e-45f;  // the smallest float: its half rounds to 0
    for (std::size_t i = 0; i < weight.size() / 18; ++i) {
      for (std::size_t column = 0; column < 18; ++column) {
        weight.data()[i * 18 + column] =
            head_element(weight, i, column / 3 / group * group, column % 3);
      }
    }
  }
  return MultiHeadAttention(kMultiHead, weights);
}

TEST(ToGrouped, TakesTheMeanOfEachGroup) {
  const MultiHeadAttention layer = random_layer(kMultiHead);
  const AttentionWeights before = layer.weights();

  const AttentionWeights after = to_grouped(layer, 2).weights();

  for (const WeightName name : kPooled) {
    const Tensor &from = *before[name], &to = *after[name];
    ASSERT_EQ(to.shape().back(), 6u);
    for (std::size_t i = 0; i < to.size() / 6; ++i) {
      for (std::size_t g = 0; g < 2; ++g) {
        for (std::size_t j = 0; j < 3; ++j) {
          const double sum = double{head_element(from, i, 3 * g, j)} +
                             head_element(from, i, 3 * g + 1, j) +
                             head_element(from, i, 3 * g + 2, j);
          EXPECT_EQ(head_element(to, i, g, j), static_cast<float>(sum / 3)) << to_text(name);
        }
      }
    }
  }
}

TEST(ToGrouped, TakesTheFirstHeadOfEachGroup) {
  const MultiHeadAttention layer = random_layer(kMultiHead);
  const AttentionWeights before = layer.weights();

  const AttentionWeights after = to_grouped(layer, 2, HeadPooling::kFirst).weights();

  for (const WeightName name : kPooled) {
    const Tensor &from = *before[name], &to = *after[name];
    for (std::size_t i = 0; i < to.size() / 6; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_EQ(head_element(to, i, 0, j), head_element(from, i, 0, j)) << to_text(name);
        EXPECT_EQ(head_element(to, i, 1, j), head_element(from, i, 3, j)) << to_text(name);
      }
    }
  }
}

TEST(ToGrouped, KeepsQueriesOutputProjectionAndConfiguration) {
  const MultiHeadAttention layer = random_layer(kMultiHead);
  const AttentionWeights before = layer.weights();

  const MultiHeadAttention grouped = to_grouped(layer, 3);

  const AttentionWeights after = grouped.weights();
  for (const WeightName name :
       {WeightName::kWq, WeightName::kWo, WeightName::kBq, WeightName::kBo}) {
    expect_equal(*after[name], *before[name]);
  }
  EXPECT_EQ(grouped.config().num_kv_heads, 3u);
  EXPECT_EQ(grouped.config().num_heads, 6u);
  EXPECT_EQ(grouped.config().d_head, 3u);
  EXPECT_EQ(grouped.config().seed, 9u);
}

TEST(ToGrouped, EqualHeadsPoolToTheSameHeadToTheBit) {
  for (const std::size_t group : {1u, 2u, 3u, 6u}) {
    const MultiHeadAttention layer = make_layer_with_equal_heads(group);
    const AttentionWeights first = to_grouped(layer, 6 / group, HeadPooling::kFirst).weights();

    const AttentionWeights mean = to_grouped(layer, 6 / group, HeadPooling::kMean).weights();

    for (const WeightName name : kPooled) EXPECT_EQ(to_bits(*mean[name]), to_bits(*first[name]));
  }
}

TEST(ToGrouped, EqualHeadsGiveTheSameOutput) {
  const Tensor x = random_normal({2, 4, 5}, 1);
  MultiHeadAttention layer = make_layer_with_equal_heads(3);

  // Keys and values are equal to the bit, but products of another width may add in another order.
  expect_close(to_grouped(layer, 2).forward(x), layer.forward(x), 1e-6);
}

TEST(ToGrouped, TwoStepsOfFirstHeadsEqualOneStep) {
  const MultiHeadAttention layer = random_layer(kMultiHead);

  const MultiHeadAttention at_once = to_grouped(layer, 1, HeadPooling::kFirst);
  const MultiHeadAttention in_two =
      to_grouped(to_grouped(layer, 3, HeadPooling::kFirst), 1, HeadPooling::kFirst);

  for (const WeightName name : kPooled) {
    expect_equal(*in_two.weights()[name], *at_once.weights()[name]);
  }
}

TEST(ToGrouped, KeepsTiedHeadsToTheBitAndTheirOutputUpToRounding) {
  AttentionConfig config = kMultiHead;
  config.tie_heads = true;
  const Tensor x = random_normal({4, 5}, 1);
  MultiHeadAttention tied = random_layer(config);

  MultiHeadAttention grouped = to_grouped(tied, 2);

  EXPECT_TRUE(grouped.config().tie_heads);
  for (const WeightName name : kPooled) {
    const Tensor from = *tied.weights()[name], to = *grouped.weights()[name];
    for (std::size_t i = 0; i < to.size(); ++i) {
      EXPECT_EQ(to.data()[i], head_element(from, i / 6, 0, i % 3)) << to_text(name);
    }
  }
  // Products of another width may add in another order, or with fused multiply-add.
  expect_close(grouped.forward(x), tied.forward(x), 1e-6);
}

TEST(ToGrouped, RefusesANumberThatDoesNotDivideTheHeads) {
  const MultiHeadAttention layer = random_layer(kMultiHead);

  for (const Size wanted : {Size{0}, Size{4}, Size{12}, Size{1} << 40}) {
    expect_config_error(
        [&] { to_grouped(layer, wanted); }, "num_kv_heads",
        message({"to_grouped: num_kv_heads ", wanted, " does not divide the layer's 6"}));
  }
  EXPECT_THROW(to_grouped(to_grouped(layer, 2), 3), ConfigError);
}

}  // namespace
}  // namespace manyheads::head_pooling_test
