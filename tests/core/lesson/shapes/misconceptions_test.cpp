#include "lesson/shapes/misconceptions.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lesson/shapes/shape_questions.hpp"
#include "tensor/message.hpp"

namespace manyheads::misconceptions_test {
namespace {

struct WrongAnswer {
  const char* stage;
  const char* answer;
  const char* misconception;
};

class Misconceptions : public testing::TestWithParam<WrongAnswer> {};

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
    testing::Values(WrongAnswer{"split-heads", "[B, T, H, d_head]", "transposed"},
                    WrongAnswer{"reshape-heads", "[B, H, T, d_head]", "transposed-too-early"},
                    WrongAnswer{"transpose-back", "[B, H, T, d_head]", "transposed-too-early"},
                    WrongAnswer{"transposed-keys", "[B, H, T, d_head]", "keys-not-transposed"},
                    WrongAnswer{"projection", "[B, H, T, d_head]", "split-too-early"},
                    WrongAnswer{"projection", "[d_model, d_model]", "weights-for-result"},
                    WrongAnswer{"projection", "[B, T, d_head]", "summed-not-concatenated"},
                    WrongAnswer{"output", "[B, H, T, d_head]", "not-merged"},
                    WrongAnswer{"output", "[B, T, d_head]", "one-head-for-all"},
                    WrongAnswer{"feed-forward-hidden", "[d_model, d_ff]", "weights-for-result"},
                    WrongAnswer{"feed-forward", "[T, d_model]", "missing-batch"},
                    WrongAnswer{"transpose-back", "[B, T, d_model]", "merged-too-early"},
                    WrongAnswer{"merge-heads", "[B, T, H, d_head]", "not-reshaped"},
                    WrongAnswer{"merge-heads", "[T, d_model]", "missing-batch"},
                    WrongAnswer{"scores", "[B, T, T]", "missing-heads"},
                    WrongAnswer{"transposed-keys", "[B, H, T, T]", "scores-for-keys"},
                    WrongAnswer{"heads", "[B, H, T, T]", "weights-for-heads"},
                    WrongAnswer{"heads", "[B, T, H, d_head]", "transposed"},
                    WrongAnswer{"heads", "[B, H, T, d_model]", "d-model-for-d-head"},
                    WrongAnswer{"weights", "[B, H, T, d_head]", "width-for-keys"},
                    WrongAnswer{"cross-scores", "[B, H, S, T]", "keys-for-queries"},
                    WrongAnswer{"masked-scores", "[B, T, S]", "missing-heads"},
                    WrongAnswer{"grouped-keys", "[B, T, G, d_head]", "transposed"},
                    WrongAnswer{"repeated-keys", "[B, T, H, d_head]", "transposed"},
                    WrongAnswer{"cached-keys", "[B, H, n, d_head]", "new-tokens-only"},
                    WrongAnswer{"cached-keys", "[B, T+n, d_model]", "not-split"},
                    WrongAnswer{"cached-step", "[B, d_model]", "missing-token"},
                    WrongAnswer{"summed-heads", "[B, H, T, d_head]", "heads-not-summed"},
                    WrongAnswer{"heads-in-batch", "[B, T, d_head]", "batch-without-heads"},
                    WrongAnswer{"scores-in-batch", "[B, H, T, S]", "heads-not-in-batch"},
                    WrongAnswer{"lens-in-batch", "[B, H]", "heads-not-in-batch"},
                    WrongAnswer{"split-heads", "[B, T, H*d_head]", "not-split"},
                    WrongAnswer{"reshape-heads", "[B, T, H*d_head]", "not-split"},
                    WrongAnswer{"merge-heads", "[B, H, T, d_head]", "not-merged"},
                    WrongAnswer{"split-heads", "[H, T, d_head]", "missing-batch"},
                    WrongAnswer{"split-heads", "[B, T, d_head]", "missing-heads"},
                    WrongAnswer{"reshape-heads", "[B, T, d_head]", "missing-heads"},
                    WrongAnswer{"split-heads", "[B, H, T, d_model]", "d-model-for-d-head"},
                    WrongAnswer{"merge-heads", "[B, T, d_head]", "summed-not-concatenated"},
                    WrongAnswer{"summed-heads", "[B, T, H*d_head]", "concatenated-not-summed"},
                    WrongAnswer{"feed-forward", "[B, T, d_ff]", "hidden-for-output"},
                    WrongAnswer{"feed-forward-hidden", "[B, T, d_model]", "output-for-hidden"},
                    WrongAnswer{"scores", "[B, H, T, d_head]", "width-for-keys"},
                    WrongAnswer{"scores-in-batch", "[B*H, T, d_head]", "width-for-keys"},
                    WrongAnswer{"cross-scores", "[B, H, T, T]", "queries-for-keys"},
                    WrongAnswer{"weights", "[B, H, S, T]", "keys-for-queries"},
                    WrongAnswer{"masked-scores", "[T, S]", "mask-for-scores"},
                    WrongAnswer{"grouped-keys", "[B, H, T, d_head]", "query-heads-for-kv-heads"},
                    WrongAnswer{"repeated-keys", "[B, G, T, d_head]", "not-repeated"},
                    WrongAnswer{"heads-in-batch", "[B, H, T, d_head]", "heads-not-in-batch"},
                    WrongAnswer{"lens-in-batch", "[B]", "batch-without-heads"},
                    WrongAnswer{"mask-in-batch", "[B*H, T, S]", "mask-a-query"},
                    WrongAnswer{"mask-in-batch", "[B*H, S]", "mask-without-queries"},
                    WrongAnswer{"cached-keys", "[B, H, T, d_head]", "prompt-only"},
                    WrongAnswer{"cached-step", "[B, T, d_model]", "whole-sequence"},
                    WrongAnswer{"latent-cache", "[B, T, H*d_head]", "keys-for-latents"},
                    WrongAnswer{"latent-cache", "[B, T, d_latent]", "latent-without-rope"}));

/// The verdict on these axes as an answer, in the sizes of this seed.
ShapeVerdict check_axes(const Axes& axes, const ShapeStage& stage, std::uint64_t seed) {
  const ShapeQuestion question = shape_question(seed, stage.level, stage.name);
  std::string answer;
  for (const std::string_view axis : axes) {
    answer += message({answer.empty() ? "" : ", ", parse_shape(axis, question.sizes)[0]});
  }
  return check_shape(question.id, answer);
}

TEST(Mistakes, AreEachRecognisedAtOneStageAtLeast) {
  for (const Mistake& mistake : mistakes()) {
    bool is_recognised = false;
    for (const ShapeStage& stage : shape_stages()) {
      const Axes axes = mistaken_axes(mistake, stage);
      if (axes.empty()) continue;
      const ShapeVerdict verdict = check_axes(axes, stage, 3);
      if (verdict.misconception != mistake.misconception) continue;
      is_recognised = true;
      EXPECT_EQ(verdict.explanation_id, mistake.misconception);
    }
    EXPECT_TRUE(is_recognised) << mistake.misconception;
  }
  EXPECT_GE(mistakes().size(), 14u);
}

TEST(Mistakes, AreRecognisedTwoPerStageAtLeast) {
  std::string names;
  for (const ShapeStage& stage : shape_stages()) {
    std::set<std::optional<std::string_view>> recognised;
    for (const Mistake& mistake : mistakes()) {
      const Axes axes = mistaken_axes(mistake, stage);
      if (!axes.empty()) recognised.insert(check_axes(axes, stage, 3).misconception);
    }
    recognised.erase(std::nullopt);
    if (recognised.size() < 2) names += message({stage.name, " "});
  }
  EXPECT_EQ(names, "");
}

TEST(Mistakes, NeverLeadToTheRightShape) {
  for (const Mistake& mistake : mistakes()) {
    for (const ShapeStage& stage : shape_stages()) {
      const Axes axes = mistaken_axes(mistake, stage);
      for (std::uint64_t seed = 0; !axes.empty() && seed < 2; ++seed) {
        EXPECT_FALSE(check_axes(axes, stage, seed).correct)
            << mistake.misconception << " at " << stage.name;
      }
    }
  }
}

}  // namespace
}  // namespace manyheads::misconceptions_test
