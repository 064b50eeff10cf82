#include "lesson/shapes/shape_questions.hpp"

#include <gtest/gtest.h>

#include <set>

#include "lesson/shapes/shape_stages.hpp"
#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads::shape_questions_test {
namespace {

TEST(ShapeQuestion, IsTheSameForTheSameOptions) {
  const ShapeQuestion one = shape_question(7, 3), other = shape_question(7, 3);

  EXPECT_EQ(one.id, other.id);
  EXPECT_EQ(one.sizes, other.sizes);
}

TEST(ShapeQuestion, AnIdGivesTheSameSizesInEveryRelease) {
  const auto expect_sizes = [](std::string_view id, const NamedSizes& wanted) {
    const NamedSizes sizes = check_shape(id, "[1]").sizes;
    for (const NamedSize& each : wanted) {
      EXPECT_EQ(get_size(sizes, each.name), each.size) << id << " " << each.name;
    }
  };

  expect_sizes("weights/3/3/any",
               {{"B", 3}, {"H", 6}, {"S", 8}, {"T", 11}, {"d_head", 10}, {"d_model", 60}});
  expect_sizes("scores-in-batch/5/1/any",
               {{"B", 2}, {"H", 6}, {"S", 9}, {"T", 7}, {"d_head", 8}, {"d_model", 48}});
  expect_sizes("grouped-keys/4/11/any",
               {{"B", 2}, {"G", 4}, {"H", 8}, {"T", 9}, {"d_head", 5}, {"d_model", 40}});
  expect_sizes("cached-keys/4/0/any",
               {{"B", 2}, {"H", 12}, {"T", 9}, {"d_head", 7}, {"d_model", 84}, {"n", 21}});
  expect_sizes("feed-forward/1/6/any", {{"B", 2}, {"T", 9}, {"d_ff", 180}, {"d_model", 60}});
  expect_sizes("latent-cache/5/9/any", {{"B", 3},
                                        {"H", 12},
                                        {"T", 11},
                                        {"d_head", 6},
                                        {"d_latent", 18},
                                        {"d_model", 72},
                                        {"d_rope", 10}});
}

TEST(ShapeQuestion, AcceptsTheNamesOfTheAxesAtEveryStage) {
  for (const ShapeStage& stage : shape_stages()) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const ShapeQuestion question = shape_question(seed, stage.level, stage.name);
      std::string answer;
      for (const std::string_view axis : stage.axes()) answer += message({" (", axis, ")"});

      const ShapeVerdict verdict = check_shape(question.id, "[" + answer + "]");

      EXPECT_TRUE(verdict.correct) << stage.name << ": " << answer << " " << verdict.explanation_id;
    }
  }
}

TEST(ShapeQuestion, ARepeatedAxisThatIsAnsweredOnceIsMissingOnce) {
  EXPECT_EQ(check_shape("scores/3/0/any", "[B, H, T]").missing,
            (std::vector<std::string_view>{"T"}));
  EXPECT_EQ(check_shape("scores/3/0/any", "[B, H]").missing,
            (std::vector<std::string_view>{"T", "T"}));
}

TEST(ShapeQuestion, ShownSizesDifferAndDoNotGiveTheAnswerAway) {
  for (const ShapeStage& stage : shape_stages()) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const ShapeQuestion question = shape_question(seed, stage.level, stage.name);
      std::set<Size> shown;
      for (const auto& [name, size] : question.sizes) shown.insert(size);

      EXPECT_EQ(shown.size(), question.sizes.size()) << question.id;
      EXPECT_FALSE(shown.contains(1)) << question.id;
      for (const std::string_view axis : stage.axes()) {
        const bool is_shown = stage.shows(axis) || axis == "H*d_head";  // the same as d_model
        EXPECT_EQ(shown.contains(parse_shape(axis, question.sizes)[0]), is_shown)
            << question.id << " " << axis;
      }
    }
  }
}

TEST(ShapeQuestion, EachLevelAsksAboutAllItsStages) {
  std::size_t stages = 0;
  for (int level = 1; level <= 5; ++level) {
    std::set<std::string> asked_stages;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      asked_stages.emplace(shape_question(seed, level).stage);
    }
    EXPECT_GE(asked_stages.size(), 4u) << level;
    stages += asked_stages.size();
  }
  EXPECT_EQ(stages, shape_stages().size());
}

TEST(ShapeStages, ShowSizesByWholeNamesOnly) {
  ShapeStage stage{};
  stage.shown_sizes = "B d_model H_kv H d_head";

  for (const char* name : {"B", "d_model", "H_kv", "H", "d_head"}) {
    EXPECT_TRUE(stage.shows(name)) << name;
  }
  for (const char* part : {"d", "model", "kv", "_", "head", "T"}) {
    EXPECT_FALSE(stage.shows(part)) << part;
  }
}

TEST(ShapeStages, IncludeTheStagesWithHeadsInTheBatch) {
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
  EXPECT_EQ(verdict.misconception, std::nullopt);
  EXPECT_EQ(verdict.explanation_id, "axis");
  EXPECT_EQ(verdict.axes[2], "T");
  EXPECT_EQ(verdict.found, std::nullopt);
  EXPECT_EQ(verdict.actual.size(), 4u);
}

TEST(ShapeVerdict, AWrongRankHasNoAxis) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");

  const ShapeVerdict verdict = check_shape(question.id, "[B]");

  EXPECT_EQ(verdict.axis, std::nullopt);
  EXPECT_EQ(verdict.explanation_id, "rank");
  EXPECT_EQ(verdict.actual.size(), 4u);
  EXPECT_EQ(verdict.answer.size(), 1u);
  EXPECT_EQ(verdict.missing, (std::vector<std::string_view>{"H", "T", "d_head"}));
}

TEST(ShapeVerdict, NamesTheSizeInTheWrongPlace) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");
  const Size T = get_size(question.sizes, "T");

  const ShapeVerdict verdict = check_shape(question.id, "[B, H, T, T]");

  EXPECT_EQ(verdict.explanation_id, "axis");
  EXPECT_EQ(verdict.axes[3], "d_head");
  EXPECT_EQ(verdict.answer[3], T);
  EXPECT_EQ(verdict.found, "T");
}

TEST(ShapeVerdict, SaysIfOnlyTheOrderIsWrong) {
  const ShapeQuestion question = shape_question(1, 2, "split-heads");

  const ShapeVerdict verdict = check_shape(question.id, "[d_head, H, T, B]");

  EXPECT_EQ(verdict.explanation_id, "order");
  EXPECT_EQ(verdict.axis, 0u);
  EXPECT_EQ(verdict.axes[0], "B");
}

TEST(ShapeVerdict, HasTheSizesOfAllAxesThatAnExplanationMayName) {
  for (const ShapeStage& stage : shape_stages()) {
    const ShapeQuestion question = shape_question(4, stage.level, stage.name);

    const ShapeVerdict verdict = check_shape(question.id, "[]");

    EXPECT_EQ(verdict.stage, stage.name);
    for (const std::string_view axis : verdict.axes) {
      EXPECT_EQ(get_size(verdict.sizes, axis), parse_shape(axis, question.sizes)[0]) << axis;
    }
    for (const NamedSize& each : question.sizes) {
      EXPECT_EQ(get_size(verdict.sizes, each.name), each.size) << each.name;
    }
  }
}

TEST(ShapeVerdict, RefusesIdsThatNoQuestionHas) {
  const std::string id = shape_question(1, 2).id;
  for (const std::string& forged :
       {std::string(), std::string("scores"), std::string("scores/9/1/any"),
        std::string("nothing/2/1/chosen"), std::string("scores/3/-1/chosen"), id + "/", id + "x",
        std::string("scores/3/99999999999999999999999/chosen"), std::string("scores/2/1/any"),
        std::string("scores/6/1/chosen"), std::string("scores/0/1/chosen")}) {
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
