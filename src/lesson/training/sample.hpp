#pragma once
/// One sequence and everything that a model computes from it. Also finds tokens by their text.

#include <span>
#include <string_view>
#include <vector>

#include "fields/results.hpp"
#include "lesson/training/attention_model.hpp"
#include "lesson/training/examples.hpp"

namespace manyheads {

struct Sample {
  std::vector<Token> tokens;            ///< [T]
  std::vector<Answer> answers;          ///< [T, R]
  std::vector<Token> predictions = {};  ///< [T, R]
  std::vector<AttentionTrace> layers = {};
};
template <>
inline constexpr auto kResults<Sample> = results(result<&Sample::tokens>("tokens"),
                                                 result<&Sample::answers>("answers"),
                                                 result<&Sample::predictions>("predictions"),
                                                 result<&Sample::layers>("layers"));

/// @throws ConfigError as make_example
Sample trace_sample(AttentionModel& model, const Task& task, std::span<const Token> tokens);

/// The tokens of these texts. A text that is not in the vocabulary is looked up in lower case,
/// since a sentence begins with a capital letter.
/// @throws ConfigError for no texts, more than task.seq_len(), or an unknown text
std::vector<Token> find_tokens(const Task& task, std::span<const std::string_view> texts);

}  // namespace manyheads
