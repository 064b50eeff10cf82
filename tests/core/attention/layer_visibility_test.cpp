#include <algorithm>

#include "core/attention/grouped_layer.hpp"

namespace manyheads::layer_visibility_test {
namespace {

class LayerVisibility : public LayerOnEachKernel {};
INSTANTIATE_TEST_SUITE_P(Kernels, LayerVisibility, testing::ValuesIn(kBothKernels), kernel_name);

TEST_P(LayerVisibility, HidesTheFutureExactlyUnderACausalMask) {
  Tensor x = random_normal({70, 5}, 1);
  const Tensor before = forward(x, {.causal = true});

  for (const std::size_t present : {1, 31, 32, 33, 64, 69}) {
    Tensor other_future = x;
    for (std::size_t i = present * 5; i < x.size(); ++i) other_future.data()[i] = 1e3f;
    const Tensor after = forward(other_future, {.causal = true});
    EXPECT_EQ(copy_range(after, 0, present * 5), copy_range(before, 0, present * 5)) << present;
  }
}

TEST_P(LayerVisibility, AlignsTheCausalMaskWithTheLastKey) {
  const Tensor x = random_normal({3, 5}, 1);
  Tensor context = random_normal({7, 5}, 2);
  const Tensor before = forward(x, {.context = &context, .causal = true});

  std::fill(context.data() + 5 * 5, context.data() + 6 * 5, 9.0f);  // key 5: visible to query 1
  const Tensor after = forward(x, {.context = &context, .causal = true});

  EXPECT_EQ(copy_range(after, 0, 5), copy_range(before, 0, 5));
  EXPECT_NE(copy_range(after, 5, 10), copy_range(before, 5, 10));
}

TEST_P(LayerVisibility, FirstQueriesSeeNoKeyIfThereAreMoreQueriesThanKeys) {
  const Tensor x = random_normal({40, 5}, 1), context = random_normal({3, 5}, 2);

  const Tensor output = forward(x, {.context = &context, .causal = true});

  const Tensor bias = *layer.weights()[WeightName::kBo];
  for (std::size_t t = 0; t < 37; ++t) {
    EXPECT_EQ(copy_range(output, t * 5, t * 5 + 5), copy_range(bias, 0, 5)) << t;
  }
  EXPECT_NE(copy_range(output, 185, 190), copy_range(bias, 0, 5));
}

TEST_P(LayerVisibility, IgnoresKeysBeyondTheValidLength) {
  const Tensor x = random_normal({2, 4, 5}, 1);
  Tensor context = random_normal({2, 6, 5}, 2);
  const ForwardOptions options{.context = &context, .valid_lens = std::vector<std::int64_t>{3, 2}};
  const Tensor before = forward(x, options);

  std::fill(context.data() + 3 * 5, context.data() + 6 * 5, 7.0f);
  std::fill(context.data() + 8 * 5, context.data() + 12 * 5, -7.0f);

  expect_equal(forward(x, options), before);
}

TEST_P(LayerVisibility, AValidLengthActsLikeAShorterContext) {
  const Tensor x = random_normal({4, 5}, 1), context = random_normal({6, 5}, 2);
  const Tensor shorter_context = tensor_of({3, 5}, copy_range(context, 0, 15));

  // Keys are summed a vector at a time, so the partial sums differ.
  expect_close(forward(x, {.context = &context, .valid_lens = std::vector<std::int64_t>{3}}),
               forward(x, {.context = &shorter_context}), 1e-5);
}

TEST_P(LayerVisibility, GivesTheOutputBiasIfNoKeyIsVisibleEvenForNaNKeys) {
  const Tensor x = random_normal({2, 3, 5}, 1), context = full({2, 4, 5}, kNaN);

  const Tensor output =
      forward(x, {.context = &context, .valid_lens = std::vector<std::int64_t>{0, 0}});

  const Tensor bias = *layer.weights()[WeightName::kBo];
  for (std::size_t i = 0; i < output.size(); ++i) EXPECT_EQ(output.data()[i], bias(i % 5));
}

TEST_P(LayerVisibility, GivesZeroBeforeTheOutputProjectionIfNoKeyIsVisible) {
  MultiHeadAttention bare = random_layer(without_output_projection(kGrouped));
  const Tensor x = random_normal({3, 5}, 1), context = full({4, 5}, kInfinity),
               mask = full({3, 4}, 0);

  expect_equal(bare.forward(x, with_kernel({.context = &context, .mask = &mask})),
               full({3, 12}, 0));
}

}  // namespace
}  // namespace manyheads::layer_visibility_test
