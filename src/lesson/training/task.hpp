#pragma once
/// A task for a small model: sequences of tokens, and what to predict at each position.

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "fields/choices.hpp"
#include "fields/results.hpp"
#include "tensor/random.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

using Token = std::uint32_t;

/// The right prediction at one position, for one relation.
struct Answer {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  Token token = kNone;           ///< kNone: there is nothing to predict
  std::uint32_t source = kNone;  ///< the position that the token is read from
};
template <>
inline constexpr auto kResults<Answer> = results(result<&Answer::token>("token"));

/// Evaluation draws other sequences than training. Only sentences are divided between the two;
/// random letters have so many sequences that none is drawn twice, unless they are very short.
enum class Split : std::uint8_t { kTraining, kEvaluation };

class Task {
 public:
  virtual ~Task() = default;

  /// T, the most tokens of a sequence.
  virtual std::size_t seq_len() const = 0;
  /// The text of each token; a token is an index of this list.
  virtual std::span<const std::string_view> vocabulary() const = 0;
  /// The names of the R relations to predict.
  virtual std::span<const std::string_view> relations() const = 0;
  /// Whether a position sees only itself and earlier ones.
  virtual bool causal() const = 0;

  /// Draws a random sequence. @param tokens  written, 1 .. seq_len tokens
  virtual void draw(SeededGenerator& generator, Split split, std::vector<Token>& tokens) const = 0;
  /// The right predictions for these tokens.
  /// @param tokens   any tokens of the vocabulary, as a user may type them
  /// @param answers  [tokens, R], written
  virtual void answer(std::span<const Token> tokens, std::span<Answer> answers) const = 0;
};

enum class TaskName : std::uint8_t { kRelations, kRelationsAndDigit, kInduction, kSentences };
template <>
inline constexpr auto kChoices<TaskName> = choices("relations", "relations-and-digit", "induction",
                                                   "sentences");

/// @throws ConfigError if `seq_len` is too short for the task
std::unique_ptr<Task> make_task(TaskName name, Size seq_len);

}  // namespace manyheads
