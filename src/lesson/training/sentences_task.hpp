#pragma once
/// The task "sentences": each position tells what a reader of a sentence knows there.

#include <memory>

#include "lesson/training/task.hpp"

namespace manyheads {

/// Sentences of sentence_grammar.hpp, of 6 to 13 tokens, read from both sides. Asked are the word
/// before, the subject and the object at every position, and at the quality the noun that "it"
/// means.
///
/// A quarter of the combinations of subject, verb and object is held out: those whose places among
/// the words of their kinds add up to a multiple of 4, "cat", "sat" and "mat" among them.
/// Evaluation draws these alone and training never. Each two of the words do meet in training: a
/// model would learn from words that never do that one rules out the other (so it did: with pairs
/// held out, all was right in training and as little as half of "it" in evaluation).
/// @throws ConfigError where seq_len is below 13
std::unique_ptr<Task> sentences_task(Size seq_len);

}  // namespace manyheads
