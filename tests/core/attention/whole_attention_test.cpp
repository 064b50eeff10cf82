/// All of attention in xtensor expressions that read like NumPy. The kernels, the reference one
/// too, are tested against it.

#include <xtensor/xview.hpp>

#include "core/random_layer.hpp"
#include "core/tensors.hpp"

namespace manyheads::whole_attention_test {
namespace {

using Array = xt::xarray<double>;

/// a @ b: [.., M, K] and [.., K, N] of equal rank.
Array matmul(const Array& a, const Array& b) {
  const std::size_t rank = a.dimension();
  return xt::sum(xt::expand_dims(a, rank) * xt::expand_dims(b, rank - 2), {rank - 1});
}

/// [.., heads * d_head] -> [heads, .., d_head], the columns of each head
Array split_heads(const Array& weight, std::size_t heads) {
  const std::size_t rows = weight.size() / weight.shape().back(), width = weight.shape().back();
  const Array blocks = xt::reshape_view(weight, {rows, heads, width / heads});
  return xt::transpose(blocks, {1, 0, 2});
}

/// x @ W + b for each head: [B, T, d_model] -> [B, heads, T, d_head]
Array project(const Array& x, const Array& weight, const Array& bias, std::size_t heads) {
  const Array head_weights = xt::expand_dims(split_heads(weight, heads), 0);
  return matmul(xt::expand_dims(x, 1), head_weights) + split_heads(bias, heads);
}

/// k[:, [0, 0, 1, 1]]: each query head's keys or values. xt::repeat crashes in xtensor 0.25.
Array repeat_heads(const Array& k, std::size_t H) {
  std::vector<std::size_t> sources(H);
  for (std::size_t h = 0; h < H; ++h) sources[h] = h * k.shape(1) / H;
  return xt::view(k, xt::all(), xt::keep(sources));
}

/// Which keys each query sees, [B, 1, T, S].
xt::xarray<bool> visible_keys(const ForwardOptions& options, const ForwardShape& run) {
  const Array t = xt::expand_dims(xt::arange<double>(run.T), 1);
  const Array s = xt::arange<double>(run.S);
  xt::xarray<bool> visible = xt::ones<bool>({run.B, std::size_t{1}, run.T, run.S});
  const bool top_left = options.causal_alignment == CausalAlignment::kTopLeft;
  const double later = top_left ? 0.0 : static_cast<double>(run.S) - static_cast<double>(run.T);
  if (options.causal) visible = visible && s <= t + later;
  if (options.valid_lens) {
    Array lengths = xt::zeros<double>({run.B, std::size_t{1}, std::size_t{1}, std::size_t{1}});
    std::copy(options.valid_lens->begin(), options.valid_lens->end(), lengths.begin());
    visible = visible && s < lengths;
  }
  if (options.mask) visible = visible && xt::not_equal(xt::expand_dims(*options.mask, 1), 0.0f);
  return visible;
}

/// ALiBi for H heads, a power of two: slope * |position of the key - position of the query|.
Array distance_penalties(std::size_t H, const ForwardShape& run) {
  const Array slopes = xt::pow(2.0, -8.0 * xt::arange<double>(1, H + 1) / H);
  const Array t = xt::expand_dims(xt::arange<double>(run.T), 1);
  const Array distances = xt::abs(xt::arange<double>(run.S) - t);
  return xt::reshape_view(slopes, {H, std::size_t{1}, std::size_t{1}}) * distances;
}

/// The layer's output, [B, T, d_model].
Array attention(const AttentionConfig& config, const AttentionWeights& w, const Tensor& x,
                const Tensor& context, const ForwardOptions& options) {
  const std::size_t H = config.num_heads, G = config.num_kv_heads, D = config.d_head;
  const ForwardShape run = {x.shape(0), x.shape(1), context.shape(1), true};
  using enum WeightName;

  const Array q = project(x, *w[kWq], *w[kBq], H);
  const Array k = repeat_heads(project(context, *w[kWk], *w[kBk], G), H);
  const Array v = repeat_heads(project(context, *w[kWv], *w[kBv], G), H);

  const double width = config.scale == Scale::kSqrtDHead    ? config.d_head
                       : config.scale == Scale::kSqrtDModel ? config.d_model
                                                            : 1;
  Array scores = matmul(q, xt::transpose(k, {0, 1, 3, 2})) / std::sqrt(width);
  if (config.positions == ScorePositions::kAlibi) scores -= distance_penalties(H, run);
  if (options.score_bias) scores += *options.score_bias;
  scores = xt::where(visible_keys(options, run), scores, -double{kInfinity});

  const Array largest = xt::amax(scores, {3}, xt::keep_dims);  // finite even if no key is visible
  const Array exponentials = xt::exp(scores - largest);
  const Array sums = xt::sum(exponentials, {3}, xt::keep_dims);
  const Array weights = exponentials / xt::where(sums > 0, sums, 1.0);

  Array heads = matmul(weights, v);
  if (options.head_mask)
    heads *= xt::reshape_view(*options.head_mask, {H, std::size_t{1}, std::size_t{1}});
  const Array side_by_side = xt::transpose(heads, {0, 2, 1, 3});
  Array combined = xt::reshape_view(side_by_side, {run.B, run.T, H * D});
  if (config.combine != Combine::kConcat) combined = xt::sum(heads, {1});
  if (config.combine == Combine::kMean) combined /= H;
  return matmul(combined, xt::expand_dims(*w[kWo], 0)) + *w[kBo];
}

struct Sizes {
  Size B, T, S, d_model, H, G, d_head;
};

class WholeAttention : public testing::TestWithParam<Sizes> {};
INSTANTIATE_TEST_SUITE_P(AwkwardSizes, WholeAttention,
                         testing::Values(Sizes{1, 1, 1, 1, 1, 1, 1}, Sizes{2, 3, 5, 7, 4, 2, 3},
                                         Sizes{3, 7, 4, 5, 6, 3, 1}, Sizes{2, 5, 5, 6, 3, 1, 5},
                                         Sizes{1, 1, 9, 10, 2, 2, 7}, Sizes{2, 33, 6, 3, 2, 1, 5}));

TEST_P(WholeAttention, EqualsTheReferenceForEveryCombinationOfOptions) {
  const auto [B, T, S, d_model, H, G, d_head] = GetParam();
  const AttentionConfig config = {
      .d_model = d_model, .num_heads = H, .num_kv_heads = G, .d_head = d_head, .bias = true};
  MultiHeadAttention layer = random_layer(config);
  const Tensor x = random_normal({B, T, d_model}, 1), context = random_normal({B, S, d_model}, 2);
  const Tensor mask = random_whole({B, T, S}, 3), bias = random_normal({B, H, T, S}, 4);
  const Tensor head_mask = random_normal({H}, 5);
  std::vector<std::int64_t> lengths;  // the last row sees no key
  for (Size b = 1; b <= B; ++b) lengths.push_back(static_cast<std::int64_t>(S - b * S / B));

  for (unsigned bits = 0; bits < 32; ++bits) {
    SCOPED_TRACE("options " + std::to_string(bits));
    ForwardOptions options{.context = &context, .causal = (bits & 1u) != 0};
    if (bits & 2u) options.valid_lens = lengths;
    if (bits & 4u) options.mask = &mask;
    if (bits & 8u) options.score_bias = &bias;
    if (bits & 16u) options.head_mask = &head_mask;

    const Tensor expected = attention(layer.config(), layer.weights(), x, context, options);

    for (const Kernel kernel : {Kernel::kReference, Kernel::kFused}) {
      options.kernel = kernel;
      expect_close(layer.forward(x, options), expected, 1e-5);  // the layer computes in float32
    }
  }
}

TEST(WholeAttentionSettings, GiveTheReferencesOutputEach) {
  const Tensor x = random_normal({2, 5, 6}, 1);
  for (const Scale scale : all_values<Scale>()) {
    for (const Combine combine : all_values<Combine>()) {
      for (const ScorePositions positions : all_values<ScorePositions>()) {
        MultiHeadAttention layer = random_layer({.d_model = 6,
                                                 .num_heads = 4,
                                                 .num_kv_heads = 2,
                                                 .d_head = 3,
                                                 .bias = true,
                                                 .scale = scale,
                                                 .combine = combine,
                                                 .positions = positions});

        const Tensor expected = attention(layer.config(), layer.weights(), x, x, {});

        for (const Kernel kernel : {Kernel::kReference, Kernel::kFused}) {
          expect_close(layer.forward(x, {.kernel = kernel}), expected, 1e-5);
        }
      }
    }
  }
}

TEST(WholeAttentionSettings, GiveTheReferencesOutputIfTheCausalMaskBeginsAtTheTopLeft) {
  MultiHeadAttention layer =
      random_layer({.d_model = 6, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true});
  const Tensor x = random_normal({2, 5, 6}, 1);
  for (const Size S : {3u, 5u, 8u}) {
    const Tensor context = random_normal({2, S, 6}, 2);
    ForwardOptions options{
        .context = &context, .causal = true, .causal_alignment = CausalAlignment::kTopLeft};

    const Tensor expected = attention(layer.config(), layer.weights(), x, context, options);

    for (const Kernel kernel : {Kernel::kReference, Kernel::kFused}) {
      options.kernel = kernel;
      expect_close(layer.forward(x, options), expected, 1e-5);
    }
  }
}

TEST(WholeAttentionCheck, NoticesHeadsInAnotherOrder) {
  const AttentionConfig config =
      resolved({.d_model = 4, .num_heads = 4, .num_kv_heads = 2, .d_head = 3, .bias = true});
  MultiHeadAttention layer = random_layer(config);
  const Tensor x = random_normal({1, 3, 4}, 1);
  AttentionWeights tiled = layer.weights();  // with key/value heads 0 and 1 swapped
  Tensor& wk = *tiled[WeightName::kWk];
  for (std::size_t row = 0; row < 4; ++row) {
    std::swap_ranges(wk.data() + row * 6, wk.data() + row * 6 + 3, wk.data() + row * 6 + 3);
  }

  EXPECT_GT(largest_difference(layer.forward(x), attention(config, tiled, x, x, {})), 0.01);
}

}  // namespace
}  // namespace manyheads::whole_attention_test
