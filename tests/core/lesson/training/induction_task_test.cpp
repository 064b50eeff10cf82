#include "lesson/training/induction_task.hpp"

#include <set>
#include <string>

#include "core/expect_error.hpp"
#include "lesson/training/sample.hpp"

namespace manyheads::induction_task_test {
namespace {

TEST(InductionTask, RepeatsAPeriodOfDifferentTokens) {
  const auto task = induction_task(24);
  SeededGenerator generator(1);
  std::vector<Token> tokens;
  std::set<std::size_t> periods;
  for (int i = 0; i < 200; ++i) {
    task->draw(generator, Split::kTraining, tokens);
    ASSERT_EQ(tokens.size(), 24u);
    std::size_t period = 1;
    while (tokens[period] != tokens[0]) ++period;
    periods.insert(period);
    EXPECT_EQ(std::set(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(period)).size(),
              period);
    for (std::size_t t = period; t < tokens.size(); ++t) EXPECT_EQ(tokens[t], tokens[t - period]);
  }
  EXPECT_EQ(*periods.begin(), 6u);
  EXPECT_EQ(*periods.rbegin(), 12u);
  EXPECT_EQ(periods.size(), 7u);
}

TEST(InductionTask, DrawsOneNumberForThePeriodAndOnePerSwap) {
  const auto task = induction_task(24);
  SeededGenerator drawn(1), counted(1);
  std::vector<Token> tokens;

  task->draw(drawn, Split::kTraining, tokens);

  std::size_t period = 1;
  while (tokens[period] != tokens[0]) ++period;
  for (std::size_t i = 0; i < 1 + period; ++i) counted.next();  // the period, then each swap
  EXPECT_EQ(drawn.next(), counted.next());
}

TEST(InductionTask, PredictsTheTokenAfterTheLastEqualToken) {
  const auto task = induction_task(10);
  const std::vector<Token> tokens = {0, 1, 2, 0, 4, 2, 0};
  std::vector<Answer> answers(tokens.size());
  task->answer(tokens, answers);

  for (const std::size_t first : {0, 1, 2, 4}) EXPECT_EQ(answers[first].token, Answer::kNone);
  EXPECT_EQ(answers[3].token, 1u);
  EXPECT_EQ(answers[3].source, 1u);
  EXPECT_EQ(answers[5].token, 0u);
  EXPECT_EQ(answers[5].source, 3u);
  EXPECT_EQ(answers[6].token, 4u);
  EXPECT_EQ(answers[6].source, 4u);
}

TEST(InductionTask, PredictsTheNextTokenOfADrawnSequence) {
  const auto task = induction_task(13);
  SeededGenerator generator(5);
  std::vector<Token> tokens;
  for (int i = 0; i < 50; ++i) {
    task->draw(generator, Split::kEvaluation, tokens);
    std::vector<Answer> answers(tokens.size());
    task->answer(tokens, answers);
    for (std::size_t t = 0; t + 1 < tokens.size(); ++t) {
      if (answers[t].token == Answer::kNone) continue;
      EXPECT_EQ(answers[t].token, tokens[t + 1]);
    }
  }
}

TEST(InductionTask, MapsCapitalsToLowerCaseIfTheVocabularyHasNoCapitals) {
  const std::vector<std::string_view> ends = {"a", "z", "A", "Z"};

  EXPECT_EQ(find_tokens(*induction_task(52), ends), (std::vector<Token>{0, 25, 0, 25}));
  EXPECT_EQ(find_tokens(*induction_task(104), ends), (std::vector<Token>{0, 25, 26, 51}));
}

TEST(InductionTask, AcceptsUpToSeqLenTokens) {
  const auto task = induction_task(4);
  EXPECT_EQ(find_tokens(*task, std::vector<std::string_view>(4, "a")).size(), 4u);
  expect_config_error([&] { find_tokens(*task, std::vector<std::string_view>(5, "a")); }, "tokens",
                      "trainer: 5 tokens were given, wanted 1 to 4");
}

TEST(InductionTask, VocabularyIsHalfAsLongAsTheSequence) {
  EXPECT_EQ(induction_task(24)->vocabulary().size(), 12u);
  EXPECT_EQ(induction_task(32)->vocabulary().size(), 16u);
  EXPECT_EQ(induction_task(104)->vocabulary().back(), "Z");
  const std::string end =
      " does not suit induction, whose alphabet is half as large; wanted 4 to 104";
  expect_config_error([] { induction_task(3); }, "seq_len", "trainer: seq_len 3" + end);
  expect_config_error([] { induction_task(105); }, "seq_len", "trainer: seq_len 105" + end);
}

}  // namespace
}  // namespace manyheads::induction_task_test
