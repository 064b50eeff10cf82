#include "lesson/training/examples.hpp"

#include <cmath>

#include "core/tensors.hpp"
#include "lesson/training/evaluation.hpp"
#include "lesson/training/induction_task.hpp"
#include "lesson/training/sentences_task.hpp"

namespace manyheads::examples_test {
namespace {

Examples make_examples(std::size_t R, const std::vector<Answer>& answers) {
  Examples examples;
  examples.B = 1;
  examples.R = R;
  examples.T = answers.size() / R;
  examples.answers = answers;
  return examples;
}

TEST(ScoreAndGradient, IsTheMeanCrossEntropyOverAllPredictions) {
  constexpr std::size_t kV = 7, kR = 2;
  const Examples examples = make_examples(kR, {{3, 0}, {}, {0, 0}, {6, 0}, {}, {}, {1, 0}, {5, 0}});
  Tensor logits = random_normal({4, kR * kV}, 1, 3.0);
  const Tensor before = logits;
  const Score score = score_and_gradient(examples, kV, elements(logits));

  EXPECT_EQ(score.predictions, (std::vector<std::size_t>{3, 2}));
  double loss = 0;
  for (std::size_t i = 0; i < examples.answers.size(); ++i) {
    const Token wanted = examples.answers[i].token;
    double sum = 0;
    for (std::size_t v = 0; v < kV; ++v) sum += std::exp(double{before.data()[i * kV + v]});
    if (wanted != Answer::kNone) loss += std::log(sum) - before.data()[i * kV + wanted];
    for (std::size_t v = 0; v < kV; ++v) {
      const double p = std::exp(double{before.data()[i * kV + v]}) / sum;
      const double expected = wanted == Answer::kNone ? 0.0 : (p - (v == wanted)) / 5;
      EXPECT_NEAR(logits.data()[i * kV + v], expected, 1e-7);
    }
  }
  EXPECT_NEAR(score.loss, loss, 1e-5);
}

TEST(Chance, IsTheEntropyOfTheAnswersAndTheShareOfTheMostFrequent) {
  const Evaluation evaluation = chance(make_examples(1, {{2, 0}, {0, 0}, {2, 0}, {}, {2, 0}}),
                                       4);  // answers 2, 0, 2, 2

  EXPECT_NEAR(evaluation.loss, -0.75 * std::log(0.75) - 0.25 * std::log(0.25), 1e-12);
  EXPECT_EQ(evaluation.accuracy, std::vector<double>{0.75});
}

TEST(ScoreAndGradient, PredictsTheFirstOfEqualLogits) {
  const Examples examples = make_examples(1, {{0, 0}, {1, 0}, {2, 0}});
  Tensor logits = full({3, 4}, 0.0f);
  EXPECT_EQ(score_and_gradient(examples, 4, elements(logits)).correct[0], 1u);
}

TEST(ScoreAndGradient, DoesNotOverflowIfALogitIsVeryWrong) {
  const Examples examples = make_examples(1, std::vector<Answer>(2000, Answer{1, 0}));
  Tensor logits = full({2000, 3}, 0.0f);
  for (std::size_t i = 0; i < 2000; ++i) logits(i, 0) = 3e30f;
  const Score score = score_and_gradient(examples, 3, elements(logits));
  EXPECT_NEAR(score.loss / 2000, 3e30, 1e25);
  for (const float gradient : logits) EXPECT_TRUE(std::isfinite(gradient));
}

TEST(ScoreAndGradient, LossOfEqualLogitsIsTheLogarithmOfTheirNumber) {
  constexpr std::size_t kRows = 2000;  // 4^2000 exceeds the largest double
  Tensor logits = full({kRows, 4}, 0.0f);
  const Examples examples = make_examples(1, std::vector<Answer>(kRows, Answer{1, 0}));
  EXPECT_NEAR(score_and_gradient(examples, 4, elements(logits)).loss, kRows * std::log(4.0), 1e-8);
}

TEST(ScoreAndGradient, IsNotFiniteIfALogitIsNot) {
  for (const float bad : {kNaN, kInfinity}) {
    Tensor logits = tensor_of({1, 3}, {0.0f, bad, 1.0f});
    EXPECT_FALSE(
        std::isfinite(score_and_gradient(make_examples(1, {{0, 0}}), 3, elements(logits)).loss));
  }
}

TEST(Examples, PadShorterSentences) {
  const auto task = sentences_task(14);
  SeededGenerator generator(1);
  Examples examples;
  draw_examples(*task, generator, Split::kTraining, 20, examples);
  EXPECT_TRUE(examples.padded());
  for (std::size_t b = 0; b < 20; ++b) {
    for (std::size_t t = static_cast<std::size_t>(examples.lengths[b]); t < 14; ++t) {
      EXPECT_EQ(examples.tokens[b * 14 + t], 0u);
      for (std::size_t r = 0; r < examples.R; ++r) {
        EXPECT_EQ(examples.answers[(b * 14 + t) * examples.R + r].token, Answer::kNone);
      }
    }
  }
}

/// Always draws two tokens, of up to five. Records how many answers it had room for.
class TwoTokens final : public Task {
 public:
  std::size_t seq_len() const override { return 5; }
  std::span<const std::string_view> vocabulary() const override { return kWords; }
  std::span<const std::string_view> relations() const override { return kWords; }
  bool causal() const override { return false; }
  void draw(SeededGenerator&, Split, std::vector<Token>& tokens) const override {
    tokens.assign(2, 0);
  }
  void answer(std::span<const Token>, std::span<Answer> answers) const override {
    room = answers.size();
  }

  mutable std::size_t room = 0;

 private:
  static constexpr std::string_view kWords[] = {"a", "b", "c"};
};

TEST(Examples, GiveATaskRoomForExactlyTheAnswersOfItsTokens) {
  const TwoTokens task;
  SeededGenerator generator(1);
  Examples examples;
  draw_examples(task, generator, Split::kTraining, 1, examples);
  EXPECT_EQ(task.room, 2u * 3u);  // three relations
}

TEST(Examples, AreTheSameForTheSameSeed) {
  const auto task = induction_task(10);
  SeededGenerator a(4), b(4);
  Examples first, second;
  draw_examples(*task, a, Split::kTraining, 3, first);
  draw_examples(*task, b, Split::kTraining, 3, second);
  EXPECT_EQ(first.tokens, second.tokens);
  draw_examples(*task, b, Split::kTraining, 3, second);
  EXPECT_NE(first.tokens, second.tokens);
}

TEST(SliceExamples, TakesTheRequestedSequences) {
  const auto task = induction_task(10);
  SeededGenerator generator(4);
  Examples all;
  draw_examples(*task, generator, Split::kTraining, 5, all);
  const Examples part = slice_examples(all, 3, 2);
  EXPECT_EQ(part.B, 2u);
  EXPECT_EQ(part.tokens, std::vector<Token>(all.tokens.begin() + 30, all.tokens.end()));
}

}  // namespace
}  // namespace manyheads::examples_test
