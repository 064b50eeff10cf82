#include "lesson/shapes/shape_questions.hpp"

#include <gtest/gtest.h>

#include <set>

#include "lesson/shapes/shape_stages.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads::shape_questions_test {
namespace {

TEST(ShapeQuestion, SameOptionsAskTheSameQuestion) {
  const ShapeQuestion one = shape_question(7, 3), other = shape_question(7, 3);

  EXPECT_EQ(one.id, other.id);
  EXPECT_EQ(one.sizes, other.sizes);
  EXPECT_EQ(shape_question_of(one.id).sizes, one.sizes);
}

TEST(ShapeQuestion, EveryStageAnswersWithTheNamesOfItsAxes) {
  for (const ShapeStage& stage : shape_stages()) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const ShapeQuestion question = shape_question(seed, stage.level, stage.name);
      std::string answer;
      for (const std::string_view axis : stage.axes()) answer += message({" (", axis, ")"});

      const ShapeVerdict verdict = check_shape(question.id, "[" + answer + "]");

      EXPECT_TRUE(verdict.correct) << stage.name << ": " << answer << " " << verdict.explanation;
    }
  }
}

TEST(ShapeQuestion, AllSizesOfAnAnswerDifferFromAllThatAreTold) {
  for (const ShapeStage& stage : shape_stages()) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const ShapeQuestion question = shape_question(seed, stage.level, stage.name);
      std::set<Size> told;
      for (const auto& [name, size] : question.sizes) told.insert(size);

      EXPECT_EQ(told.size(), question.sizes.size()) << question.id;
      EXPECT_FALSE(told.contains(1)) << question.id;
      for (const std::string_view axis : stage.axes()) {
        const bool is_told = stage.tells(axis) || axis == "H*d_head";  // d_model, that is
        EXPECT_EQ(told.contains(parse_shape(axis, question.sizes)[0]), is_told)
            << question.id << " " << axis;
      }
    }
  }
}

TEST(ShapeQuestion, EachLevelAsksAboutAllItsStages) {
  std::size_t stages = 0;
  for (int level = 1; level <= 5; ++level) {
    std::set<std::string> asked;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      asked.emplace(shape_question(seed, level).stage);
    }
    EXPECT_GE(asked.size(), 4u) << level;
    stages += asked.size();
  }
  EXPECT_EQ(stages, shape_stages().size());
}

TEST(ShapeStages, TellSizesByWholeNamesOnly) {
  ShapeStage stage{};
  stage.given = "B d_model H_kv H d_head";

  for (const char* told : {"B", "d_model", "H_kv", "H", "d_head"}) {
    EXPECT_TRUE(stage.tells(told)) << told;
  }
  for (const char* part : {"d", "model", "kv", "_", "head", "T"}) {
    EXPECT_FALSE(stage.tells(part)) << part;
  }
}

TEST(ShapeStages, TakeTheWalkThroughWithHeadsInTheBatch) {
  const NamedSizes sizes = {{"B", 2}, {"T", 4},       {"S", 6},
                            {"H", 5}, {"d_head", 20}, {"d_model", 100}};
  const auto shape_at = [&](std::string_view stage) {
    for (const ShapeStage& each : shape_stages()) {
      if (each.name == stage) return each.run(sizes);
    }
    return Shape{};
  };

  EXPECT_EQ(shape_at("reshape-heads"), (Shape{2, 4, 5, 20}));
  EXPECT_EQ(shape_at("split-heads"), (Shape{2, 5, 4, 20}));
  EXPECT_EQ(shape_at("heads-in-batch"), (Shape{10, 4, 20}));
  EXPECT_EQ(shape_at("scores-in-batch"), (Shape{10, 4, 6}));
  EXPECT_EQ(shape_at("lens-in-batch"), (Shape{10}));
  EXPECT_EQ(shape_at("mask-in-batch"), (Shape{10, 1, 6}));
  EXPECT_EQ(shape_at("transpose-back"), (Shape{2, 4, 5, 20}));
  EXPECT_EQ(shape_at("merge-heads"), (Shape{2, 4, 100}));
}

TEST(ShapeVerdict, NamesTheFirstWrongAxis) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");

  const ShapeVerdict verdict = check_shape(question.id, "[B, H, 1000, d_head]");

  EXPECT_EQ(verdict.axis, 2u);
  EXPECT_EQ(verdict.misconception, "");
  EXPECT_EQ(verdict.explanation, "Axis 2 is for the tokens.");
  EXPECT_EQ(verdict.actual.size(), 4u);
}

TEST(ShapeVerdict, AWrongRankHasNoAxis) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");

  const ShapeVerdict verdict = check_shape(question.id, "[B]");

  EXPECT_EQ(verdict.axis, std::nullopt);
  EXPECT_EQ(verdict.explanation,
            "The answer has 4 axes, yours has 1. Yours has no axis for: the heads, the tokens, the "
            "numbers of one head.");
}

TEST(ShapeVerdict, SaysWhatASizeInTheWrongPlaceIs) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");
  const Size T = size_named(question.sizes, "T");

  const ShapeVerdict verdict = check_shape(question.id, "[B, H, T, T]");

  EXPECT_EQ(verdict.explanation,
            message({"Axis 3 is for the numbers of one head. ", T, " is T, for the tokens."}));
}

TEST(ShapeVerdict, SaysWhenOnlyTheOrderIsWrong) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");

  const ShapeVerdict verdict = check_shape(question.id, "[d_head, H, T, B]");

  EXPECT_TRUE(
      verdict.explanation.starts_with("The sizes are right, but not their order. Axis 0 is "
                                      "for the sequences of the batch."))
      << verdict.explanation;
}

TEST(ShapeVerdict, RefusesIdsThatNoQuestionHas) {
  const std::string id = shape_question(1, 2).id;
  for (const std::string& forged :
       {std::string(), std::string("scores"), std::string("scores/9/1/any"),
        std::string("nothing/2/1/chosen"), std::string("scores/3/-1/chosen"), id + "/", id + "x",
        std::string("scores/3/99999999999999999999999/chosen"), std::string("scores/2/1/any")}) {
    try {
      check_shape(forged, "[B]");
      FAIL() << forged << " was asked";
    } catch (const ConfigError& error) {
      EXPECT_EQ(error.field, "id") << forged;
    }
  }
}

TEST(ShapeQuestion, RefusesUnknownStagesAndLevels) {
  EXPECT_THROW(shape_question(1, 2, "dinner"), ConfigError);
  EXPECT_THROW(shape_question(1, 0), ConfigError);
  EXPECT_THROW(shape_question(1, 6), ConfigError);
}

}  // namespace
}  // namespace manyheads::shape_questions_test
