#pragma once
/// What a small model can be trained on: sequences of tokens, and what every position is to tell.

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "fields/choices.hpp"
#include "tensor/random.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

using Token = std::uint32_t;

/// What one position is to tell of one relation.
struct Answer {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  Token token = kNone;           ///< kNone: nothing is asked here
  std::uint32_t source = kNone;  ///< the position where it can be read
};

/// Sequences that training never sees are drawn apart from those it learns from.
enum class Split : std::uint8_t { kTraining, kEvaluation };

class Task {
 public:
  virtual ~Task() = default;

  /// T: as many tokens as a sequence has at most.
  virtual std::size_t seq_len() const = 0;
  /// The text of every token; a token is its place here.
  virtual std::span<const std::string_view> vocabulary() const = 0;
  /// What is asked: R relations.
  virtual std::span<const std::string_view> relations() const = 0;
  /// Whether a position sees itself and those before it only.
  virtual bool causal() const = 0;

  /// A random sequence. @param tokens  becomes 1 .. seq_len tokens
  virtual void draw(SeededGenerator& generator, Split split, std::vector<Token>& tokens) const = 0;
  /// What every position of these tokens is to tell.
  /// @param tokens   of this vocabulary, in any order: they may come from a user
  /// @param answers  [tokens, R], written
  virtual void answer(std::span<const Token> tokens, std::span<Answer> answers) const = 0;
};

enum class TaskName : std::uint8_t { kRelations, kRelationsAndDigit, kInduction, kSentences };
template <>
inline constexpr auto kChoices<TaskName> = choices("relations", "relations-and-digit", "induction",
                                                   "sentences");

/// @throws ConfigError where `seq_len` is too short for the task
std::unique_ptr<Task> make_task(TaskName name, Size seq_len);

}  // namespace manyheads
