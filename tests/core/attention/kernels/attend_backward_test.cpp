#include "attention/kernels/attend_backward.hpp"

#include <array>
#include <cmath>

#include "core/random_heads.hpp"

namespace manyheads::attend_backward_test {
namespace {

using manyheads::expect_close;  // in addition to those for gradients below
using manyheads::expect_equal;

struct Gradients {
  Tensor heads, dq, dk, dv;
};

/// Random heads, and a random gradient of their outputs.
struct Heads : RandomHeads {
  explicit Heads(const HeadSizes& dims)
      : RandomHeads(dims), d_heads(random_normal({dims.B, dims.H, dims.T, dims.d_value}, 9)) {}

  static HeadRows<float> head_rows_out(Tensor& x) {
    const auto rows = head_rows(x);
    return {x.data(), rows.batch_stride, rows.head_stride, rows.row_stride};
  }
  /// The gradients that `backward` adds to zeros.
  template <typename Backward>
  Gradients gradients(const ForwardOptions& options, Backward backward) const {
    Gradients result{.heads = {},
                     .dq = full(shape_of(q), 0),
                     .dk = full(shape_of(k), 0),
                     .dv = full(shape_of(v), 0)};
    backward(arguments(options), AttendGradients{.d_heads = head_rows(d_heads),
                                                 .heads = rows_out(result.heads),
                                                 .dq = head_rows_out(result.dq),
                                                 .dk = head_rows_out(result.dk),
                                                 .dv = head_rows_out(result.dv)});
    return result;
  }
  Gradients blocked_gradients(const ForwardOptions& options, AttendBackwardScratch& scratch) const {
    return gradients(
        options, [&](const auto& call, const auto& into) { attend_backward(call, into, scratch); });
  }
  Gradients blocked_gradients(const ForwardOptions& options) const {
    AttendBackwardScratch scratch;
    return blocked_gradients(options, scratch);
  }
  Gradients reference_gradients(const ForwardOptions& options) const {
    return gradients(options, &attend_backward_reference);
  }

  Tensor d_heads;
};

void expect_close(const Gradients& actual, const Gradients& expected, double tolerance) {
  for (const auto tensor : {&Gradients::heads, &Gradients::dq, &Gradients::dk, &Gradients::dv}) {
    expect_close(actual.*tensor, expected.*tensor, tolerance);
  }
}

void expect_equal(const Gradients& actual, const Gradients& expected) {
  expect_close(actual, expected, 0.0);
}

// Blocks have 32 queries. In the first four, all axes differ if possible.
constexpr std::array<HeadSizes, 13> kAwkwardSizes = {{{2, 6, 3, 7, 11, 5},
                                                      {3, 4, 2, 11, 7, 17},
                                                      {2, 3, 1, 33, 37, 5},
                                                      {1, 4, 2, 65, 34, 3},
                                                      {1, 3, 3, 1, 70, 17},
                                                      {2, 6, 2, 5, 1, 3},
                                                      {1, 1, 1, 1, 1, 1},
                                                      {1, 2, 1, 32, 32, 16},
                                                      {1, 3, 1, 33, 33, 1},
                                                      {1, 1, 1, 2, 130, 7},
                                                      // values narrower and wider than keys
                                                      {2, 6, 3, 7, 11, 5, 3},
                                                      {1, 4, 1, 33, 37, 9, 5},
                                                      {1, 3, 1, 40, 34, 5, 19}}};

class AttendBackwardAtAwkwardSizes : public testing::TestWithParam<HeadSizes> {};
INSTANTIATE_TEST_SUITE_P(Sizes, AttendBackwardAtAwkwardSizes, testing::ValuesIn(kAwkwardSizes));

TEST_P(AttendBackwardAtAwkwardSizes, EqualsTheReferenceForEveryCombinationOfOptions) {
  const Heads heads(GetParam());
  const RandomOptions options(GetParam());
  for (unsigned bits = 0; bits < RandomOptions::kCombinations; ++bits) {
    SCOPED_TRACE(to_text(GetParam()) + ", options " + std::to_string(bits));
    const ForwardOptions combined = options.combined(bits);

    // Error bound: the reference sums in double. Float32 sums of up to 400 terms near 1 differ by
    // about 10 units in the last place of partial sums near 20.
    expect_close(heads.blocked_gradients(combined), heads.reference_gradients(combined), 2e-5);
  }
}

TEST(AttendBackward, AddsToTheGradientsThatAreThere) {
  const Heads heads({.B = 1, .H = 2, .G = 1, .T = 3, .S = 5, .d_head = 2});
  const Gradients once = heads.blocked_gradients({});
  AttendBackwardScratch scratch;

  const Gradients twice = heads.gradients({}, [&](const auto& call, const auto& into) {
    attend_backward(call, into, scratch);
    attend_backward(call, into, scratch);
  });

  for (const auto tensor : {&Gradients::dq, &Gradients::dk, &Gradients::dv}) {
    Tensor doubled = once.*tensor;
    for (float& value : elements(doubled)) value *= 2.0f;
    expect_close(twice.*tensor, doubled, 1e-6);  // the second addition rounds
  }
}

TEST(AttendBackward, SkipsTheOutputsIfTheyAreNotWanted) {
  const Heads heads({.B = 1, .H = 2, .G = 1, .T = 3, .S = 5, .d_head = 2});
  AttendBackwardScratch scratch;

  const Gradients gradients = heads.gradients({}, [&](const auto& call, AttendGradients into) {
    into.heads.data = nullptr;
    attend_backward(call, into, scratch);
  });

  EXPECT_TRUE(std::isnan(gradients.heads(0, 0, 0, 0)));
  expect_equal(gradients.dv, heads.blocked_gradients({}).dv);
}

TEST(AttendBackwardReference, SkipsTheOutputsIfTheyAreNotWanted) {
  const Heads heads({.B = 1, .H = 2, .G = 1, .T = 3, .S = 5, .d_head = 2});

  const Gradients gradients = heads.gradients({}, [](const auto& call, AttendGradients into) {
    into.heads.data = nullptr;
    attend_backward_reference(call, into);
  });

  EXPECT_TRUE(std::isnan(gradients.heads(0, 0, 0, 0)));
  expect_close(gradients.dv, heads.blocked_gradients({}).dv, 1e-6);
}

TEST(AttendBackward, KeysThatNoQuerySeesGetExactlyZero) {
  const Heads heads({.B = 2, .H = 2, .G = 1, .T = 40, .S = 45, .d_head = 3});
  Tensor mask = full({40, 45}, 1);
  for (std::size_t t = 0; t < 40; ++t) mask(t, 5) = 0;

  const Gradients gradients = heads.blocked_gradients({.valid_lens = {{45, 7}}, .mask = &mask});

  const auto is_zero = [&](std::size_t b, std::size_t s) {
    bool zero = true;
    for (std::size_t i = 0; i < 3; ++i) {
      zero = zero && gradients.dk(b, 0, s, i) == 0 && gradients.dv(b, 0, s, i) == 0;
    }
    return zero;
  };
  for (std::size_t s = 0; s < 45; ++s) {
    EXPECT_EQ(is_zero(0, s), s == 5) << s;
    EXPECT_EQ(is_zero(1, s), s == 5 || s >= 7) << s;
  }
}

TEST(AttendBackward, AQueryThatSeesNoKeyGivesZeroGradients) {
  Heads heads({.B = 1, .H = 1, .G = 1, .T = 4, .S = 2, .d_head = 3});
  const Gradients before =
      heads.blocked_gradients({.causal = true});  // queries 0 and 1 see nothing

  for (std::size_t i = 0; i < 3; ++i) heads.d_heads(0, 0, 1, i) = 1e30f;

  const Gradients after = heads.blocked_gradients({.causal = true});
  expect_equal(after, before);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(after.dq(0, 0, 1, i), 0.0f);
}

TEST(AttendBackward, DropoutOfRateZeroChangesNothing) {
  const Heads heads({.B = 2, .H = 2, .G = 1, .T = 5, .S = 7, .d_head = 3});

  expect_equal(heads.blocked_gradients({.dropout = {{.rate = 0, .seed = 1}}}),
               heads.blocked_gradients({}));
}

TEST(AttendBackward, QueriesAndKeysGetZeroIfOnlyOneKeyIsVisible) {
  const Heads heads({.B = 1, .H = 1, .G = 1, .T = 3, .S = 1, .d_head = 4});

  const Gradients gradients = heads.blocked_gradients({});  // the weight is 1 for any score

  expect_close(gradients.dq, full({1, 1, 3, 4}, 0), 1e-6);
  expect_close(gradients.dk, full({1, 1, 1, 4}, 0), 1e-6);
}

TEST(AttendBackward, SurvivesScoresOfTenThousand) {
  Heads heads({.B = 1, .H = 2, .G = 2, .T = 33, .S = 40, .d_head = 8});
  for (float& value : elements(heads.q)) value *= 100;
  for (float& value : elements(heads.k)) value *= 100;

  const Gradients gradients = heads.blocked_gradients({});

  for (const auto tensor : {&Gradients::dq, &Gradients::dk, &Gradients::dv}) {
    for (const float value : elements(gradients.*tensor)) EXPECT_TRUE(std::isfinite(value));
  }
}

TEST(AttendBackward, ANaNQueryReachesHiddenKeysOnlyThroughZeroTimesNaN) {
  Heads heads({.B = 1, .H = 1, .G = 1, .T = 40, .S = 40, .d_head = 3});
  heads.q(0, 0, 10, 1) = kNaN;

  const Gradients gradients = heads.blocked_gradients({.causal = true});

  // As in PyTorch, row 10 of dQ is NaN, and so are dK of the keys that query 10 sees. 0 * NaN
  // spreads to hidden keys too: in column 1 of dK, and in dV.
  for (std::size_t t = 0; t < 40; ++t) EXPECT_EQ(std::isnan(gradients.dq(0, 0, t, 0)), t == 10);
  for (std::size_t s = 0; s < 40; ++s) {
    EXPECT_EQ(std::isnan(gradients.dk(0, 0, s, 0)), s <= 10) << s;
    EXPECT_TRUE(std::isnan(gradients.dk(0, 0, s, 1))) << s;
    EXPECT_TRUE(std::isnan(gradients.dv(0, 0, s, 0))) << s;
  }
}

TEST(AttendBackward, AHiddenNaNReachesEarlierQueriesAsInPyTorch) {
  constexpr HeadSizes kSizes{.B = 1, .H = 1, .G = 1, .T = 40, .S = 40, .d_head = 3};
  Heads nan_key(kSizes), nan_value(kSizes);
  nan_key.k(0, 0, 39, 1) = nan_value.v(0, 0, 39, 1) = kNaN;  // only query 39 sees key 39

  const Tensor key = nan_key.blocked_gradients({.causal = true}).dq,
               value = nan_value.blocked_gradients({.causal = true}).dq;

  for (std::size_t t = 0; t < 40; ++t) {
    EXPECT_EQ(std::isnan(key(0, 0, t, 0)), t == 39) << t;
    EXPECT_TRUE(std::isnan(key(0, 0, t, 1))) << t;    // 0 * NaN
    EXPECT_TRUE(std::isnan(value(0, 0, t, 0))) << t;  // through the sum in the softmax's gradient
  }
}

TEST(AttendBackward, DoesNotDependOnTheOldContentsOfItsScratch) {
  const Heads large({.B = 2, .H = 4, .G = 2, .T = 65, .S = 70, .d_head = 17}),
      small({.B = 1, .H = 2, .G = 1, .T = 3, .S = 5, .d_head = 2});
  AttendBackwardScratch scratch;

  large.blocked_gradients({}, scratch);

  expect_equal(small.blocked_gradients({.causal = true}, scratch),
               small.blocked_gradients({.causal = true}));
  expect_equal(large.blocked_gradients({.causal = true}, scratch),
               large.blocked_gradients({.causal = true}));
}

}  // namespace
}  // namespace manyheads::attend_backward_test
