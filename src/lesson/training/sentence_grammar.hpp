#pragma once
/// A grammar of one English sentence. Words in brackets may be left out:
///   the [adjective] noun [adverb] verb preposition the [adjective] noun [because it was quality]
/// One noun is an animal and the other a thing, in either order, so a noun alone does not show its
/// role. Qualities belong to animals or to things, so a quality shows which noun "it" means.

#include <optional>
#include <span>
#include <string_view>

#include "lesson/training/task.hpp"

namespace manyheads::sentences {

/// The words of one kind, which are neighbours in the vocabulary.
struct WordKind {
  Token first;
  Token count;

  constexpr Token end() const { return first + count; }
  constexpr bool has(Token word) const { return first <= word && word < end(); }
};

inline constexpr WordKind kThe{0, 1};
inline constexpr WordKind kBecause{kThe.end(), 1};
inline constexpr WordKind kIt{kBecause.end(), 1};
inline constexpr WordKind kWas{kIt.end(), 1};
inline constexpr WordKind kAnimals{kWas.end(), 8};
inline constexpr WordKind kThings{kAnimals.end(), 8};
inline constexpr WordKind kVerbs{kThings.end(), 8};
inline constexpr WordKind kPrepositions{kVerbs.end(), 5};
inline constexpr WordKind kAdjectives{kPrepositions.end(), 6};
inline constexpr WordKind kAdverbs{kAdjectives.end(), 4};
inline constexpr WordKind kAnimalQualities{kAdverbs.end(), 5};
inline constexpr WordKind kThingQualities{kAnimalQualities.end(), 5};

/// Tokens of the longest sentence.
inline constexpr Size kLongest = 13;

/// The text of every token, in the order of the kinds.
std::span<const std::string_view> vocabulary();

/// Positions of the words that a model predicts from.
struct WordPositions {
  std::uint32_t subject;
  std::uint32_t object;
  std::uint32_t quality = Answer::kNone;   ///< kNone: the sentence has no "it"
  std::uint32_t referent = Answer::kNone;  ///< the noun that "it" means
};

/// Empty if `tokens` are not a sentence of this grammar.
std::optional<WordPositions> parse(std::span<const Token> tokens);

}  // namespace manyheads::sentences
