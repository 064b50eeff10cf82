#include "lesson/training/examples.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/softmax.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

void resize(Examples& examples, std::size_t B, std::size_t T, std::size_t R) {
  examples.B = B;
  examples.T = T;
  examples.R = R;
  examples.tokens.assign(B * T, 0);
  examples.lengths.resize(B);
  examples.answers.assign(B * T * R, {});
}

}  // namespace

bool Examples::padded() const {
  return std::any_of(lengths.begin(), lengths.end(),
                     [this](std::int64_t length) { return static_cast<std::size_t>(length) < T; });
}

void draw_examples(const Task& task, SeededGenerator& generator, Split split, std::size_t B,
                   Examples& examples) {
  resize(examples, B, task.seq_len(), task.relations().size());
  std::vector<Token> sequence;
  for (std::size_t b = 0; b < B; ++b) {
    task.draw(generator, split, sequence);
    std::copy(sequence.begin(), sequence.end(), examples.tokens.data() + b * examples.T);
    examples.lengths[b] = static_cast<std::int64_t>(sequence.size());
    task.answer(sequence, {examples.answers.data() + b * examples.T * examples.R,
                           sequence.size() * examples.R});
  }
}

void check_token_count(const Task& task, std::size_t count) {
  if (count > 0 && count <= task.seq_len()) return;
  throw ConfigError("tokens",
                    {"trainer: ", count, " tokens were given, wanted 1 to ", task.seq_len()});
}

Examples make_example(const Task& task, std::span<const Token> tokens) {
  check_token_count(task, tokens.size());
  const std::size_t V = task.vocabulary().size();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] < V) continue;
    throw ConfigError("tokens",
                      {"trainer: tokens[", i, "] is ", tokens[i], ", wanted 0 to ", V - 1});
  }
  Examples examples;
  resize(examples, 1, tokens.size(), task.relations().size());
  std::copy(tokens.begin(), tokens.end(), examples.tokens.begin());
  examples.lengths[0] = static_cast<std::int64_t>(tokens.size());
  task.answer(tokens, examples.answers);
  return examples;
}

Examples slice_examples(const Examples& examples, std::size_t first, std::size_t count) {
  const auto& [B, T, R, tokens, lengths, answers] = examples;
  const auto part = [&](const auto& all, std::size_t width) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first * width);
    return std::vector(begin, begin + static_cast<std::ptrdiff_t>(count * width));
  };
  return {count, T, R, part(tokens, T), part(lengths, 1), part(answers, T * R)};
}

std::size_t Score::count_predictions() const {
  return std::accumulate(predictions.begin(), predictions.end(), std::size_t{0});
}

void Score::add(const Score& other) {
  loss += other.loss;
  predictions.resize(other.predictions.size());
  correct.resize(other.correct.size());
  for (std::size_t r = 0; r < predictions.size(); ++r) {
    predictions[r] += other.predictions[r];
    correct[r] += other.correct[r];
  }
}

Score score_and_gradient(const Examples& examples, std::size_t vocabulary,
                         std::span<float> logits) {
  const std::size_t R = examples.R;
  Score score{.predictions = std::vector<std::size_t>(R), .correct = std::vector<std::size_t>(R)};
  for (std::size_t i = 0; i < examples.answers.size(); ++i) {
    if (examples.answers[i].token != Answer::kNone) ++score.predictions[i % R];
  }
  const auto share = 1.0f / static_cast<float>(std::max<std::size_t>(1, score.count_predictions()));

  // One logarithm of a product instead of one logarithm per row. Each factor is 1 .. V.
  double product = 1.0;
  for (std::size_t i = 0; i < examples.answers.size(); ++i) {
    const std::span<float> row = logits.subspan(i * vocabulary, vocabulary);
    const Token wanted = examples.answers[i].token;
    if (wanted == Answer::kNone) {
      std::fill(row.begin(), row.end(), 0.0f);
      continue;
    }
    const float largest = largest_score(row);
    const auto chosen = std::find(row.begin(), row.end(), largest);  // the first of equals
    if (chosen == row.begin() + wanted) ++score.correct[i % R];
    score.loss += static_cast<double>(largest - row[wanted]);
    const float sum = exponentiate(row, largest, 1.0f);
    product *= static_cast<double>(sum);
    if (product > 0x1p500) {
      score.loss += std::log(product);
      product = 1.0;
    }
    const float factor = share / sum;
    for (float& value : row) value *= factor;
    row[wanted] -= share;
  }
  score.loss += std::log(product);
  return score;
}

}  // namespace manyheads
