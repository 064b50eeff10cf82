#include "lesson/training/sentence_grammar.hpp"

#include <iterator>

namespace manyheads::sentences {
namespace {

constexpr std::string_view kVocabulary[] = {
    "the",     "because", "it",       "was",  //
    "cat",     "dog",     "bird",     "mouse",   "horse",  "fox",
    "rabbit",  "frog",  // animals
    "mat",     "chair",   "table",    "box",     "bed",    "basket",
    "blanket", "cushion",  // things
    "sat",     "lay",     "stood",    "fell",    "rested", "rolled",
    "landed",  "stayed",                                             // verbs
    "on",      "under",   "beside",   "behind",  "near",             // prepositions
    "big",     "small",   "old",      "black",   "white",  "brown",  // adjectives
    "quietly", "slowly",  "suddenly", "gently",                      // adverbs
    "tired",   "hungry",  "sleepy",   "thirsty", "afraid",           // of animals
    "soft",    "empty",   "broken",   "new",     "folded",           // of things
};
static_assert(std::size(kVocabulary) == kThingQualities.end());

/// Reads a sentence word by word.
class Reader {
 public:
  explicit Reader(std::span<const Token> tokens) : tokens_(tokens) {}

  bool at_end() const { return place_ == tokens_.size(); }
  /// The position of the next word. Moves past it.
  std::uint32_t next() { return place_++; }
  bool is_next(WordKind kind) const { return !at_end() && kind.has(tokens_[place_]); }
  /// Moves past the next word if it is of this kind.
  bool take(WordKind kind) { return is_next(kind) && (next(), true); }

 private:
  std::span<const Token> tokens_;
  std::uint32_t place_ = 0;
};

/// The position of the noun in: the [adjective] noun.
std::optional<std::uint32_t> take_noun(Reader& reader) {
  if (!reader.take(kThe)) return std::nullopt;
  reader.take(kAdjectives);
  if (!reader.is_next(kAnimals) && !reader.is_next(kThings)) return std::nullopt;
  return reader.next();
}

}  // namespace

std::span<const std::string_view> vocabulary() { return kVocabulary; }

std::optional<WordPositions> parse(std::span<const Token> tokens) {
  Reader reader(tokens);
  const auto subject = take_noun(reader);
  if (!subject) return std::nullopt;
  reader.take(kAdverbs);
  if (!reader.take(kVerbs) || !reader.take(kPrepositions)) return std::nullopt;
  const auto object = take_noun(reader);
  if (!object) return std::nullopt;
  const bool is_animal_first = kAnimals.has(tokens[*subject]);
  if (is_animal_first == kAnimals.has(tokens[*object])) return std::nullopt;
  if (reader.at_end()) return WordPositions{*subject, *object};

  if (!reader.take(kBecause) || !reader.take(kIt) || !reader.take(kWas)) return std::nullopt;
  const bool describes_animal = reader.is_next(kAnimalQualities);
  if (!describes_animal && !reader.is_next(kThingQualities)) return std::nullopt;
  const std::uint32_t quality = reader.next();
  if (!reader.at_end()) return std::nullopt;
  return WordPositions{*subject, *object, quality,
                       describes_animal == is_animal_first ? *subject : *object};
}

}  // namespace manyheads::sentences
