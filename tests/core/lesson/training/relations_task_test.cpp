#include "lesson/training/relations_task.hpp"

#include <string>

#include "core/expect_error.hpp"

namespace manyheads::relations_task_test {
namespace {

std::vector<Token> draw_tokens(const Task& task, std::uint64_t seed,
                               Split split = Split::kTraining) {
  SeededGenerator generator(seed);
  std::vector<Token> tokens;
  task.draw(generator, split, tokens);
  return tokens;
}

std::vector<Answer> find_answers(const Task& task, const std::vector<Token>& tokens) {
  std::vector<Answer> answers(tokens.size() * task.relations().size());
  task.answer(tokens, answers);
  return answers;
}

TEST(RelationsTask, PredictsTheLettersOneThreeAndFiveBackAndTheFirst) {
  const auto task = relations_task(16);
  const std::vector<Token> tokens = draw_tokens(*task, 1);
  const std::vector<Answer> answers = find_answers(*task, tokens);

  for (std::uint32_t i = 5; i < 16; ++i) {
    const std::uint32_t sources[] = {i - 1, i - 3, i - 5, 0};
    for (std::size_t r = 0; r < 4; ++r) {
      EXPECT_EQ(answers[i * 4 + r].source, sources[r]);
      EXPECT_EQ(answers[i * 4 + r].token, tokens[sources[r]]);
    }
  }
}

TEST(RelationsTask, PredictsNothingBeforePositionFive) {
  const auto task = relations_task(7);
  const std::vector<Answer> answers = find_answers(*task, draw_tokens(*task, 1));
  for (std::size_t i = 0; i < 5 * 4; ++i) EXPECT_EQ(answers[i].token, Answer::kNone);
}

TEST(RelationsTask, DrawsEveryLetterAboutEquallyOften) {
  const auto task = relations_task(16);
  SeededGenerator generator(3);
  std::vector<std::size_t> counts(task->vocabulary().size());
  std::vector<Token> tokens;
  for (int i = 0; i < 1000; ++i) {
    task->draw(generator, Split::kTraining, tokens);
    for (const Token token : tokens) ++counts[token];
  }
  // 16,000 draws of 1/8 each: a standard deviation of 42.
  for (const std::size_t count : counts) EXPECT_NEAR(static_cast<double>(count), 2000.0, 210.0);
}

TEST(RelationsTask, NeedsAPositionWithAPrediction) {
  expect_config_error(
      [] { relations_task(5); }, "seq_len",
      "trainer: seq_len is 5, but must be at least 6: predictions begin at position 5");
}

TEST(RelationsAndDigitTask, HasExactlyOneDigitAtPositionsOneToFive) {
  const auto task = relations_and_digit_task(12);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::vector<Token> tokens = draw_tokens(*task, seed);
    std::size_t digits = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i] < 8) continue;
      ++digits;
      EXPECT_GE(i, 1u);
      EXPECT_LE(i, 5u);
    }
    EXPECT_EQ(digits, 1u);
  }
}

TEST(RelationsAndDigitTask, PredictsTheDigitAtAnyPosition) {
  const auto task = relations_and_digit_task(8);
  for (std::uint32_t place = 1; place <= 5; ++place) {
    std::vector<Token> tokens = {0, 1, 2, 3, 4, 5, 6, 7};
    tokens[place] = 10;
    const std::vector<Answer> answers = find_answers(*task, tokens);
    for (std::size_t i = 5; i < 8; ++i) {
      EXPECT_EQ(answers[i * 4 + 3].token, 10u);
      EXPECT_EQ(answers[i * 4 + 3].source, place);
    }
  }
}

TEST(RelationsAndDigitTask, PredictsNoDigitIfTheUserTypedNone) {
  const auto task = relations_and_digit_task(8);
  const std::vector<Answer> answers = find_answers(*task, {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(answers[7 * 4 + 3].token, Answer::kNone);
  EXPECT_EQ(answers[7 * 4 + 0].token, 6u);
}

TEST(RelationsAndDigitTask, OnlyHasAnswersThatACausalModelCanSee) {
  const auto task = relations_and_digit_task(8);
  const std::vector<Answer> answers = find_answers(*task, {0, 1, 2, 3, 4, 5, 6, 11});
  EXPECT_EQ(answers[6 * 4 + 3].token, Answer::kNone);
  EXPECT_EQ(answers[7 * 4 + 3].source, 7u);
}

}  // namespace
}  // namespace manyheads::relations_task_test
