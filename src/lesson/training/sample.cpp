#include "lesson/training/sample.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

std::optional<Token> find_text(std::span<const std::string_view> vocabulary,
                               std::string_view text) {
  const auto found = std::find(vocabulary.begin(), vocabulary.end(), text);
  if (found == vocabulary.end()) return {};
  return static_cast<Token>(found - vocabulary.begin());
}

std::string to_lower(std::string_view text) {
  std::string small(text);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return small;
}

std::optional<Token> find_token(std::span<const std::string_view> vocabulary,
                                std::string_view text) {
  if (const auto token = find_text(vocabulary, text)) return token;
  return find_text(vocabulary, to_lower(text));
}

/// For each answer, the token with the largest logit.
std::vector<Token> predictions(const Tensor& logits, std::size_t answers, std::size_t vocabulary) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < answers; ++i) {
    const float* const row = logits.data() + i * vocabulary;
    tokens.push_back(static_cast<Token>(std::max_element(row, row + vocabulary) - row));
  }
  return tokens;
}

}  // namespace

Sample trace_sample(AttentionModel& model, const Task& task, std::span<const Token> tokens) {
  const Examples example = make_example(task, tokens);
  Sample sample{.tokens = example.tokens, .answers = example.answers};
  const Tensor& logits = model.forward(example, model.layers());
  sample.predictions = predictions(logits, example.answers.size(), task.vocabulary().size());
  const ForwardOptions options = model.forward_options(example);
  for (std::size_t layer = 0; layer < model.layers().size(); ++layer) {
    Tensor x = model.layer_input(layer);
    resize(x, {x.shape(1), x.shape(2)}, "x");
    sample.layers.push_back(model.layers()[layer].trace(x, options));
  }
  return sample;
}

std::vector<Token> find_tokens(const Task& task, std::span<const std::string_view> texts) {
  check_token_count(task, texts.size());
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::optional<Token> token = find_token(task.vocabulary(), texts[i]);
    if (!token) {
      throw ConfigError(
          "tokens", {"trainer: tokens[", i, "], ", Quoted{texts[i]}, ", is not in the vocabulary"});
    }
    tokens.push_back(*token);
  }
  return tokens;
}

}  // namespace manyheads
