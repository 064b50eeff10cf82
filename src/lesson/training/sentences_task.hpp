#pragma once
/// The task "sentences": predict other words of a sentence from each of its positions.

#include <memory>

#include "lesson/training/task.hpp"

namespace manyheads {

/// Sentences of sentence_grammar.hpp, of 6 to 13 tokens, without a causal mask. At every position,
/// predict the word before, the subject and the object; at the quality, the noun that "it" means.
///
/// A quarter of the combinations of subject, verb and object is held out: those whose indices among
/// the words of their kinds add up to a multiple of 4, such as "cat", "sat" and "mat". Only
/// evaluation draws these. Every pair of words does occur in training. Otherwise a model learns
/// that one word rules out the other: with pairs held out, training reached 100 % and evaluation as
/// little as half of "it".
/// @throws ConfigError if seq_len is below 13
std::unique_ptr<Task> sentences_task(Size seq_len);

}  // namespace manyheads
