#pragma once
/// The task "sentences": each position tells what a reader of a sentence knows there.

#include <memory>

#include "training/task.hpp"

namespace manyheads {

/// Sentences of sentence_grammar.hpp, of 6 to 13 tokens, read from both sides. Asked are the word
/// before, the subject and the object at every position, and at the quality the noun that "it"
/// means.
///
/// Evaluation draws only sentences in which both the pair of nouns and the pair of subject and verb
/// are held out; training draws neither such nouns nor such a subject and verb. Held out is a
/// quarter of the pairs: those whose places among the words of their kinds add up to a multiple of
/// 4. So each noun lacks 2 of its 8 partners and 2 of its 8 verbs, and "cat" lacks "mat" and "sat".
/// @throws ConfigError where seq_len is below 13
std::unique_ptr<Task> sentences_task(Size seq_len);

}  // namespace manyheads
