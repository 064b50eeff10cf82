#include "lesson/shapes/misconceptions.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lesson/shapes/shape_questions.hpp"
#include "tensor/message.hpp"

namespace manyheads::misconceptions_test {
namespace {

struct Mistake {
  const char* stage;
  const char* answer;
  const char* misconception;
};

class Misconceptions : public testing::TestWithParam<Mistake> {};

TEST_P(Misconceptions, AreRecognisedAtEverySize) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const ShapeQuestion question = shape_question(seed, 2, GetParam().stage);

    const ShapeVerdict verdict = check_shape(question.id, GetParam().answer);

    EXPECT_FALSE(verdict.correct);
    EXPECT_EQ(verdict.misconception, GetParam().misconception) << question.id;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Answers, Misconceptions,
    testing::Values(Mistake{"split-heads", "[B, T, H, d_head]", "transposed"},
                    Mistake{"reshape-heads", "[B, H, T, d_head]", "transposed-too-early"},
                    Mistake{"transpose-back", "[B, H, T, d_head]", "transposed-too-early"},
                    Mistake{"transposed-keys", "[B, H, T, d_head]", "keys-not-transposed"},
                    Mistake{"projection", "[B, H, T, d_head]", "split-too-early"},
                    Mistake{"projection", "[d_model, d_model]", "weights-for-result"},
                    Mistake{"projection", "[B, T, d_head]", "summed-not-concatenated"},
                    Mistake{"output", "[B, H, T, d_head]", "not-merged"},
                    Mistake{"output", "[B, T, d_head]", "one-head-for-all"},
                    Mistake{"feed-forward-hidden", "[d_model, d_ff]", "weights-for-result"},
                    Mistake{"feed-forward", "[T, d_model]", "missing-batch"},
                    Mistake{"transpose-back", "[B, T, d_model]", "merged-too-early"},
                    Mistake{"merge-heads", "[B, T, H, d_head]", "not-reshaped"},
                    Mistake{"merge-heads", "[T, d_model]", "missing-batch"},
                    Mistake{"scores", "[B, T, T]", "missing-heads"},
                    Mistake{"transposed-keys", "[B, H, T, T]", "scores-for-keys"},
                    Mistake{"heads", "[B, H, T, T]", "weights-for-heads"},
                    Mistake{"heads", "[B, T, H, d_head]", "transposed"},
                    Mistake{"heads", "[B, H, T, d_model]", "d-model-for-d-head"},
                    Mistake{"weights", "[B, H, T, d_head]", "width-for-keys"},
                    Mistake{"cross-scores", "[B, H, S, T]", "keys-for-queries"},
                    Mistake{"masked-scores", "[B, T, S]", "missing-heads"},
                    Mistake{"grouped-keys", "[B, T, G, d_head]", "transposed"},
                    Mistake{"repeated-keys", "[B, T, H, d_head]", "transposed"},
                    Mistake{"cached-keys", "[B, H, n, d_head]", "new-tokens-only"},
                    Mistake{"cached-keys", "[B, T+n, d_model]", "not-split"},
                    Mistake{"cached-step", "[B, d_model]", "missing-token"},
                    Mistake{"summed-heads", "[B, H, T, d_head]", "heads-not-summed"},
                    Mistake{"heads-in-batch", "[B, T, d_head]", "batch-without-heads"},
                    Mistake{"scores-in-batch", "[B, H, T, S]", "heads-not-in-batch"},
                    Mistake{"lens-in-batch", "[B, H]", "heads-not-in-batch"},
                    Mistake{"split-heads", "[B, T, H*d_head]", "not-split"},
                    Mistake{"reshape-heads", "[B, T, H*d_head]", "not-split"},
                    Mistake{"merge-heads", "[B, H, T, d_head]", "not-merged"},
                    Mistake{"split-heads", "[H, T, d_head]", "missing-batch"},
                    Mistake{"split-heads", "[B, T, d_head]", "missing-heads"},
                    Mistake{"reshape-heads", "[B, T, d_head]", "missing-heads"},
                    Mistake{"split-heads", "[B, H, T, d_model]", "d-model-for-d-head"},
                    Mistake{"merge-heads", "[B, T, d_head]", "summed-not-concatenated"},
                    Mistake{"summed-heads", "[B, T, H*d_head]", "concatenated-not-summed"},
                    Mistake{"feed-forward", "[B, T, d_ff]", "hidden-for-output"},
                    Mistake{"feed-forward-hidden", "[B, T, d_model]", "output-for-hidden"},
                    Mistake{"scores", "[B, H, T, d_head]", "width-for-keys"},
                    Mistake{"scores-in-batch", "[B*H, T, d_head]", "width-for-keys"},
                    Mistake{"cross-scores", "[B, H, T, T]", "queries-for-keys"},
                    Mistake{"weights", "[B, H, S, T]", "keys-for-queries"},
                    Mistake{"masked-scores", "[T, S]", "mask-for-scores"},
                    Mistake{"grouped-keys", "[B, H, T, d_head]", "query-heads-for-kv-heads"},
                    Mistake{"repeated-keys", "[B, G, T, d_head]", "not-repeated"},
                    Mistake{"heads-in-batch", "[B, H, T, d_head]", "heads-not-in-batch"},
                    Mistake{"lens-in-batch", "[B]", "batch-without-heads"},
                    Mistake{"mask-in-batch", "[B*H, T, S]", "mask-a-query"},
                    Mistake{"mask-in-batch", "[B*H, S]", "mask-without-queries"},
                    Mistake{"cached-keys", "[B, H, T, d_head]", "prompt-only"},
                    Mistake{"cached-step", "[B, T, d_model]", "whole-sequence"},
                    Mistake{"latent-cache", "[B, T, H*d_head]", "keys-for-latents"},
                    Mistake{"latent-cache", "[B, T, d_latent]", "latent-without-rope"}));

/// A verdict on the axes that the slip leads to, one size drawn.
ShapeVerdict verdict_on(const Axes& axes, const ShapeStage& stage, std::uint64_t seed) {
  const ShapeQuestion question = shape_question(seed, stage.level, stage.name);
  std::string answer;
  for (const std::string_view axis : axes) {
    answer += message({answer.empty() ? "" : ", ", parse_shape(axis, question.sizes)[0]});
  }
  return check_shape(question.id, answer);
}

TEST(Slips, AreEachRecognisedAtSomeStage) {
  for (const Slip& slip : slips()) {
    bool is_recognised = false;
    for (const ShapeStage& stage : shape_stages()) {
      const Axes axes = slipped_axes(slip, stage);
      if (axes.empty()) continue;
      const ShapeVerdict verdict = verdict_on(axes, stage, 3);
      if (verdict.misconception != slip.misconception) continue;
      is_recognised = true;
      EXPECT_EQ(verdict.explanation, slip.misconception);
    }
    EXPECT_TRUE(is_recognised) << slip.misconception;
  }
  EXPECT_GE(slips().size(), 14u);
}

TEST(Slips, AreAtLeastTwoAtEveryStage) {
  std::string names;
  for (const ShapeStage& stage : shape_stages()) {
    std::set<std::string_view> recognised;
    for (const Slip& slip : slips()) {
      const Axes axes = slipped_axes(slip, stage);
      if (!axes.empty()) recognised.insert(verdict_on(axes, stage, 3).misconception);
    }
    recognised.erase("");
    if (recognised.size() < 2) names += message({stage.name, " "});
  }
  EXPECT_EQ(names, "");
}

TEST(Slips, NeverLeadToTheRightShape) {
  for (const Slip& slip : slips()) {
    for (const ShapeStage& stage : shape_stages()) {
      const Axes axes = slipped_axes(slip, stage);
      for (std::uint64_t seed = 0; !axes.empty() && seed < 2; ++seed) {
        EXPECT_FALSE(verdict_on(axes, stage, seed).correct)
            << slip.misconception << " at " << stage.name;
      }
    }
  }
}

}  // namespace
}  // namespace manyheads::misconceptions_test
