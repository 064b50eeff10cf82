#include "shapes/shape_questions.hpp"

#include <gtest/gtest.h>

#include <set>

#include "shapes/shape_stages.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

TEST(ShapeQuestion, SameOptionsAskTheSameQuestion) {
  const ShapeQuestion one = shape_question(7, 3), other = shape_question(7, 3);

  EXPECT_EQ(one.id, other.id);
  EXPECT_EQ(one.sizes, other.sizes);
  EXPECT_EQ(shape_question_of(one.id).sizes, one.sizes);
}

TEST(ShapeQuestion, EveryStageAnswersWithTheNamesOfItsAxes) {
  for (const ShapeStage& stage : shape_stages()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const ShapeQuestion question = shape_question(seed, stage.level, stage.name);
      std::string answer;
      for (const std::string_view axis : stage.axes()) answer += message({" (", axis, ")"});

      const ShapeVerdict verdict = check_shape(question.id, "[" + answer + "]");

      EXPECT_TRUE(verdict.correct) << stage.name << ": " << answer << " " << verdict.explanation;
    }
  }
}

TEST(ShapeQuestion, SizesAreDrawnSoThatAllAxesDiffer) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const ShapeQuestion question = shape_question(seed, 4, "cross-scores");
    std::set<Size> sizes;
    for (const auto& [name, size] : question.sizes) sizes.insert(size);

    EXPECT_EQ(sizes.size(), question.sizes.size());
  }
}

TEST(ShapeQuestion, EachLevelHasStages) {
  for (int level = 1; level <= 5; ++level) {
    std::set<std::string> stages;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      stages.emplace(shape_question(seed, level).stage);
    }
    EXPECT_EQ(stages.size(), 2u) << level;
  }
}

struct Slip {
  const char* stage;
  const char* answer;
  const char* misconception;
};

class Misconceptions : public testing::TestWithParam<Slip> {};

TEST_P(Misconceptions, AreRecognisedAtEverySize) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const ShapeQuestion question = shape_question(seed, 2, GetParam().stage);

    const ShapeVerdict verdict = check_shape(question.id, GetParam().answer);

    EXPECT_FALSE(verdict.correct);
    EXPECT_EQ(verdict.misconception, GetParam().misconception) << question.id;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Slips, Misconceptions,
    testing::Values(Slip{"split-heads", "[B, T, H, d_head]", "transposed"},
                    Slip{"split-heads", "[B, T, H*d_head]", "not-split"},
                    Slip{"split-heads", "[H, T, d_head]", "missing-batch"},
                    Slip{"split-heads", "[B, T, d_head]", "missing-heads"},
                    Slip{"split-heads", "[B, H, T, d_model]", "d-model-for-d-head"},
                    Slip{"merge-heads", "[B, T, d_head]", "summed-not-concatenated"},
                    Slip{"summed-heads", "[B, T, H*d_head]", "concatenated-not-summed"},
                    Slip{"scores", "[B, H, T, d_head]", "width-for-keys"},
                    Slip{"cross-scores", "[B, H, T, T]", "queries-for-keys"},
                    Slip{"grouped-keys", "[B, H, T, d_head]", "query-heads-for-kv-heads"},
                    Slip{"heads-in-batch", "[B, H, T, d_head]", "heads-not-in-batch"}));

TEST(ShapeVerdict, NamesTheFirstWrongAxis) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");

  const ShapeVerdict verdict = check_shape(question.id, "[B, H, 1000, d_head]");

  EXPECT_EQ(verdict.axis, 2u);
  EXPECT_EQ(verdict.misconception, "");
  EXPECT_EQ(verdict.explanation, "Axis 2 is not 1000.");
  EXPECT_EQ(verdict.actual.size(), 4u);
}

TEST(ShapeVerdict, AWrongRankHasNoAxis) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");

  const ShapeVerdict verdict = check_shape(question.id, "[B]");

  EXPECT_EQ(verdict.axis, std::nullopt);
  EXPECT_EQ(verdict.explanation, "There are 4 axes here, not 1.");
}

TEST(ShapeVerdict, RefusesIdsThatNoQuestionHas) {
  const std::string id = shape_question(1, 2).id;
  for (const std::string& forged :
       {std::string(), std::string("scores"), std::string("scores/9/1/any"),
        std::string("nothing/2/1/chosen"), std::string("scores/3/-1/chosen"), id + "/", id + "x",
        std::string("scores/3/99999999999999999999999/chosen"), std::string("scores/2/1/any")}) {
    EXPECT_THROW(check_shape(forged, "[B]"), ConfigError) << forged;
  }
}

TEST(ShapeQuestion, RefusesUnknownStagesAndLevels) {
  EXPECT_THROW(shape_question(1, 2, "dinner"), ConfigError);
  EXPECT_THROW(shape_question(1, 0), ConfigError);
  EXPECT_THROW(shape_question(1, 6), ConfigError);
}

}  // namespace
}  // namespace manyheads
