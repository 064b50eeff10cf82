#include "lesson/training/sentences_task.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "core/expect_error.hpp"
#include "lesson/training/sentence_grammar.hpp"

namespace manyheads::sentences_task_test {
namespace {

using Words = std::vector<std::string>;

const std::unique_ptr<Task> task = sentences_task(14);
constexpr std::size_t kBefore = 0, kSubject = 1, kObject = 2, kIt = 3, kRelations = 4;

Words split(const std::string& text) {
  Words words;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    words.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

std::vector<Token> find_tokens(const std::string& text) {
  const auto known = task->vocabulary();
  std::vector<Token> tokens;
  for (const std::string& word : split(text)) {
    const auto found = std::find(known.begin(), known.end(), word);
    EXPECT_NE(found, known.end()) << word;
    tokens.push_back(static_cast<Token>(found - known.begin()));
  }
  return tokens;
}

std::string token_text(Token token) { return std::string(task->vocabulary()[token]); }

std::vector<Answer> find_answers(const std::vector<Token>& tokens) {
  std::vector<Answer> answers(tokens.size() * kRelations, Answer{77, 77});
  task->answer(tokens, answers);
  return answers;
}

/// The expected prediction at each position; "-" for none.
Words predictions_for(const std::string& text, std::size_t relation) {
  const auto answers = find_answers(find_tokens(text));
  Words words;
  for (std::size_t i = relation; i < answers.size(); i += kRelations) {
    words.push_back(answers[i].token == Answer::kNone ? "-" : token_text(answers[i].token));
  }
  return words;
}

/// Subject, verb and object.
using Combination = std::tuple<std::string, std::string, std::string>;

/// What many draws of one split contain. The chance that 30,000 draws of up to 768 equally likely
/// combinations miss one is below e^-30.
struct DrawnSentences {
  std::set<Combination> combinations;
  std::set<std::size_t> lengths;
  std::set<std::vector<Token>> sentences;
  bool all_have_answers = true;
};

DrawnSentences draw_sentences(Split split) {
  DrawnSentences all;
  SeededGenerator generator(5);
  std::vector<Token> tokens;
  for (int i = 0; i < 30000; ++i) {
    task->draw(generator, split, tokens);
    const auto answers = find_answers(tokens);
    all.lengths.insert(tokens.size());
    all.sentences.insert(tokens);
    if (answers[kSubject].token == Answer::kNone) {
      all.all_have_answers = false;
      continue;
    }
    // Before the object are the verb, the preposition, "the" and maybe an adjective.
    std::size_t the = answers[kObject].source - 1;
    if (tokens[the] != tokens[0]) --the;
    all.combinations.insert({token_text(answers[kSubject].token), token_text(tokens[the - 2]),
                             token_text(answers[kObject].token)});
  }
  return all;
}

const std::string kLesson = "the cat sat on the mat because it was tired";

TEST(SentencesTask, PredictsTheWordBeforeEachButTheFirst) {
  EXPECT_EQ(predictions_for(kLesson, kBefore), split("- the cat sat on the mat because it was"));
}

TEST(SentencesTask, PredictsSubjectAndObjectAtEveryPosition) {
  EXPECT_EQ(predictions_for(kLesson, kSubject), Words(10, "cat"));
  EXPECT_EQ(predictions_for(kLesson, kObject), Words(10, "mat"));
  EXPECT_EQ(predictions_for("the big mat slowly rolled under the old cat", kSubject),
            Words(9, "mat"));
  EXPECT_EQ(predictions_for("the big mat slowly rolled under the old cat", kObject),
            Words(9, "cat"));
}

TEST(SentencesTask, PredictsTheNounBehindItOnlyAtTheLastAdjective) {
  EXPECT_EQ(predictions_for(kLesson, kIt), split("- - - - - - - - - cat"));
  EXPECT_EQ(predictions_for("the cat sat on the mat because it was soft", kIt),
            split("- - - - - - - - - mat"));
  EXPECT_EQ(predictions_for("the mat lay on the cat because it was tired", kIt).back(), "cat");
  EXPECT_EQ(predictions_for("the mat lay on the cat because it was soft", kIt).back(), "mat");
  EXPECT_EQ(predictions_for("the cat sat on the mat", kIt), Words(6, "-"));
}

TEST(SentencesTask, HasThePositionOfEachAnswer) {
  const auto tokens = find_tokens("the old cat quietly sat on the big mat because it was soft");
  const auto answers = find_answers(tokens);

  for (std::size_t t = 0; t < tokens.size(); ++t) {
    EXPECT_EQ(answers[t * kRelations + kBefore].source, t > 0 ? t - 1 : Answer::kNone);
    EXPECT_EQ(answers[t * kRelations + kSubject].source, 2u);
    EXPECT_EQ(answers[t * kRelations + kObject].source, 8u);
    EXPECT_EQ(answers[t * kRelations + kIt].source, t == 12 ? 8u : Answer::kNone);
  }
}

TEST(SentencesTask, PredictsOnlyTheWordBeforeIfTheTextIsNotASentence) {
  for (const char* text : {"cat",
                           "the",
                           "because",
                           "the cat",
                           "the cat sat",
                           "the cat sat on the",
                           "cat sat on the mat",
                           "the cat on the mat",
                           "the cat sat the mat",
                           "the cat sat on mat",
                           "the cat sat on the dog",
                           "the mat lay on the bed",
                           "the big old cat sat on the mat",
                           "the cat sat quietly on the mat",
                           "the cat sat on the mat because",
                           "the cat sat on the mat because it was",
                           "the cat sat on the mat because it was big",
                           "the cat sat on the mat because it was mat",
                           "the cat sat on the mat it was tired",
                           "the cat sat on the mat because it was tired the",
                           "the cat sat on the mat the cat sat on the mat",
                           "tired tired tired"}) {
    const auto tokens = find_tokens(text);
    const auto answers = find_answers(tokens);

    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const Token before = t > 0 ? tokens[t - 1] : Answer::kNone;
      EXPECT_EQ(answers[t * kRelations + kBefore].token, before) << text;
      for (std::size_t relation : {kSubject, kObject, kIt}) {
        EXPECT_EQ(answers[t * kRelations + relation].token, Answer::kNone) << text;
        EXPECT_EQ(answers[t * kRelations + relation].source, Answer::kNone) << text;
      }
    }
  }
}

TEST(SentencesTask, TreatsUnknownTokensAsNotASentence) {
  std::vector<Token> tokens = find_tokens(kLesson);
  tokens[2] = static_cast<Token>(task->vocabulary().size());

  EXPECT_EQ(find_answers(tokens)[kSubject].token, Answer::kNone);
  EXPECT_TRUE(find_answers({}).empty());
}

TEST(SentencesTask, TrainingAndEvaluationShareNoCombination) {
  const DrawnSentences training = draw_sentences(Split::kTraining),
                       evaluation = draw_sentences(Split::kEvaluation);

  for (const Combination& held_out : evaluation.combinations) {
    EXPECT_FALSE(training.combinations.count(held_out));
  }
  EXPECT_EQ(training.combinations.size(), 768u);  // of 16 subjects, 8 verbs and 8 objects
  EXPECT_EQ(evaluation.combinations.size(), 256u);
}

TEST(SentencesTask, TrainsOnEveryPairOfWordsOfAHeldOutCombination) {
  const DrawnSentences training = draw_sentences(Split::kTraining),
                       evaluation = draw_sentences(Split::kEvaluation);
  std::set<std::vector<std::string>> trained;
  for (const auto& [subject, verb, object] : training.combinations) {
    trained.insert({{subject, verb, ""}, {subject, "", object}, {"", verb, object}});
  }

  for (const auto& [subject, verb, object] : evaluation.combinations) {
    EXPECT_TRUE(trained.count({subject, verb, ""}));
    EXPECT_TRUE(trained.count({subject, "", object}));
    EXPECT_TRUE(trained.count({"", verb, object}));
  }
}

TEST(SentencesTask, HoldsOutTheLessonsSentence) {
  EXPECT_TRUE(draw_sentences(Split::kEvaluation).combinations.count({"cat", "sat", "mat"}));
}

/// The index of a word among the words of its kind: 0 for "cat", "mat" and "sat".
Token index_in_kind(const std::string& word) {
  const Token token = find_tokens(word).front();
  for (const sentences::WordKind kind :
       {sentences::kAnimals, sentences::kThings, sentences::kVerbs}) {
    if (kind.has(token)) return token - kind.first;
  }
  throw std::logic_error(word + " is neither subject, verb nor object");
}

TEST(SentencesTask, HoldsOutCombinationsWhoseIndicesAddUpToAMultipleOfFour) {
  for (const auto& [subject, verb, object] : draw_sentences(Split::kEvaluation).combinations) {
    EXPECT_EQ((index_in_kind(subject) + index_in_kind(verb) + index_in_kind(object)) % 4, 0u)
        << subject << " " << verb << " " << object;
  }
}

TEST(SentencesTask, DrawsAnswerableSentencesOfEveryLength) {
  for (const Split split : {Split::kTraining, Split::kEvaluation}) {
    const DrawnSentences all = draw_sentences(split);

    EXPECT_TRUE(all.all_have_answers);
    EXPECT_EQ(all.lengths, (std::set<std::size_t>{6, 7, 8, 9, 10, 11, 12, 13}));
    EXPECT_GT(all.sentences.size(), 20000u);
  }
}

TEST(SentencesTask, DrawsTheSameSentencesFromTheSameSeed) {
  SeededGenerator one(3), other(3);
  std::vector<Token> first, second;

  for (int i = 0; i < 20; ++i) {
    task->draw(one, Split::kTraining, first);
    task->draw(other, Split::kTraining, second);
    EXPECT_EQ(first, second);
  }
}

// A seed must give the same sentences in every release.
TEST(SentencesTask, DrawsTheSameSentencesInEveryRelease) {
  SeededGenerator generator(1);
  std::vector<Token> tokens;
  for (const char* text : {"the table suddenly fell beside the small rabbit because it was empty",
                           "the horse sat beside the old cushion",
                           "the blanket suddenly lay beside the old frog because it was afraid"}) {
    task->draw(generator, Split::kTraining, tokens);
    EXPECT_EQ(tokens, find_tokens(text));
  }
}

TEST(SentencesTask, VocabularyHasEachWordOnce) {
  const auto known = task->vocabulary();

  EXPECT_EQ(std::set<std::string_view>(known.begin(), known.end()).size(), known.size());
  EXPECT_EQ(known.size(), 53u);
}

TEST(SentencesTask, IsNotCausal) { EXPECT_FALSE(task->causal()); }

TEST(SentencesTask, NeedsRoomForItsLongestSentence) {
  EXPECT_NE(sentences_task(13), nullptr);
  expect_config_error([] { sentences_task(12); }, "seq_len",
                      "trainer: seq_len is 12, but sentences have up to 13 tokens");
}

}  // namespace
}  // namespace manyheads::sentences_task_test
