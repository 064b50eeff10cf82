#include "lesson/training/sentences_task.hpp"

#include "lesson/training/sentence_grammar.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

using namespace sentences;

constexpr std::string_view kRelations[] = {"word before", "subject", "object", "it"};

/// One in this many combinations of words is held out.
constexpr Token kHeldOut = 4;
static_assert(kAnimals.count == kThings.count && kThings.count % kHeldOut == 0);

Token draw_word(SeededGenerator& generator, WordKind kind) {
  return kind.first + static_cast<Token>(generator.below(kind.count));
}

/// An object that the split allows with a subject and a verb whose indices add up to `index_sum`.
Token draw_object(SeededGenerator& generator, Split split, Token index_sum, WordKind objects) {
  const Token sum =
      split == Split::kEvaluation ? 0 : 1 + static_cast<Token>(generator.below(kHeldOut - 1));
  const Token first = (kHeldOut + sum - index_sum % kHeldOut) % kHeldOut;
  const auto group = static_cast<Token>(generator.below(objects.count / kHeldOut));
  return objects.first + first + kHeldOut * group;
}

class SentencesTask final : public Task {
 public:
  explicit SentencesTask(Size seq_len) : seq_len_(static_cast<std::size_t>(seq_len)) {}

  std::size_t seq_len() const override { return seq_len_; }
  std::span<const std::string_view> vocabulary() const override { return sentences::vocabulary(); }
  std::span<const std::string_view> relations() const override { return kRelations; }
  bool causal() const override { return false; }

  void draw(SeededGenerator& generator, Split split, std::vector<Token>& tokens) const override {
    const bool is_animal_first = generator.uniform() < 0.5;
    const WordKind subjects = is_animal_first ? kAnimals : kThings;
    const Token subject = draw_word(generator, subjects);
    const Token verb = draw_word(generator, kVerbs);
    const Token index_sum = subject - subjects.first + verb - kVerbs.first;
    const auto maybe = [&](WordKind kind) {
      if (generator.uniform() < 0.5) tokens.push_back(draw_word(generator, kind));
    };

    tokens.assign(1, kThe.first);
    maybe(kAdjectives);
    tokens.push_back(subject);
    maybe(kAdverbs);
    tokens.push_back(verb);
    tokens.push_back(draw_word(generator, kPrepositions));
    tokens.push_back(kThe.first);
    maybe(kAdjectives);
    tokens.push_back(
        draw_object(generator, split, index_sum, is_animal_first ? kThings : kAnimals));
    if (generator.uniform() < 0.2) return;
    const bool describes_animal = generator.uniform() < 0.5;
    const WordKind qualities = describes_animal ? kAnimalQualities : kThingQualities;
    tokens.insert(tokens.end(), {kBecause.first, kIt.first, kWas.first});
    tokens.push_back(draw_word(generator, qualities));
  }

  void answer(std::span<const Token> tokens, std::span<Answer> answers) const override {
    const auto places = parse(tokens);
    for (std::uint32_t t = 0; t < tokens.size(); ++t) {
      const auto at = [&](std::uint32_t source) { return Answer{tokens[source], source}; };
      const auto row = answers.subspan(t * std::size(kRelations), std::size(kRelations));
      row[0] = t > 0 ? at(t - 1) : Answer{};
      row[1] = places ? at(places->subject) : Answer{};
      row[2] = places ? at(places->object) : Answer{};
      row[3] = places && t == places->quality ? at(places->referent) : Answer{};
    }
  }

 private:
  std::size_t seq_len_;
};

}  // namespace

std::unique_ptr<Task> sentences_task(Size seq_len) {
  if (seq_len < kLongest) {
    throw ConfigError("seq_len", {"trainer: `seq_len` is ", seq_len, ", but sentences have up to ",
                                  kLongest, " tokens"});
  }
  return std::make_unique<SentencesTask>(seq_len);
}

}  // namespace manyheads
