#include "lesson/training/evaluation.hpp"

#include <cmath>

namespace manyheads {
namespace {

double ratio(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// How often each token is the answer of a relation.
struct AnswerCounts {
  AnswerCounts(const Examples& examples, std::size_t vocabulary)
      : V(vocabulary), counts(examples.R * vocabulary), predictions(examples.R) {
    for (std::size_t i = 0; i < examples.answers.size(); ++i) {
      const Token token = examples.answers[i].token;
      if (token == Answer::kNone) continue;
      const std::size_t r = i % examples.R;
      ++counts[r * V + token];
      ++predictions[r];
    }
  }

  std::span<const std::size_t> relation(std::size_t r) const {
    return std::span(counts).subspan(r * V, V);
  }

  std::size_t V;
  std::vector<std::size_t> counts;       ///< [R, V]
  std::vector<std::size_t> predictions;  ///< [R]
};

}  // namespace

Evaluation evaluate(AttentionModel& model, std::vector<MultiHeadAttention>& layers,
                    std::span<const float> head_mask, const Examples& examples) {
  Score score;
  for_each_part(examples, [&](const Examples& part) {
    Tensor& logits = model.forward(part, layers, head_mask);
    score.add(score_and_gradient(part, model.config().vocabulary, elements(logits)));
  });
  Evaluation evaluation{.loss = score.loss / static_cast<double>(score.count_predictions())};
  for (std::size_t r = 0; r < score.predictions.size(); ++r) {
    evaluation.accuracy.push_back(ratio(score.correct[r], score.predictions[r]));
  }
  return evaluation;
}

Evaluation chance(const Examples& examples, std::size_t vocabulary) {
  const AnswerCounts answers(examples, vocabulary);
  Evaluation chance;
  std::size_t all_predictions = 0;
  for (std::size_t r = 0; r < examples.R; ++r) {
    const std::span<const std::size_t> counts = answers.relation(r);
    const std::size_t predictions = answers.predictions[r];
    for (const std::size_t count : counts) {
      if (count > 0)
        chance.loss -= static_cast<double>(count) * std::log(ratio(count, predictions));
    }
    chance.accuracy.push_back(ratio(*std::max_element(counts.begin(), counts.end()), predictions));
    all_predictions += predictions;
  }
  chance.loss /= static_cast<double>(all_predictions);
  return chance;
}

Tensor ablate_heads(AttentionModel& model, std::optional<Size> layer, const Examples& examples) {
  const auto H = static_cast<std::size_t>(model.config().attention.num_heads);
  const std::size_t L = model.layers().size();
  Tensor accuracies = make_tensor({H, examples.R}, "ablation");
  for (std::size_t h = 0; h < H; ++h) {
    std::vector<float> mask(L * H, 1.0f);
    for (std::size_t l = 0; l < L; ++l) {
      if (!layer || *layer == l) mask[l * H + h] = 0.0f;
    }
    const std::vector<double> accuracy = evaluate(model, model.layers(), mask, examples).accuracy;
    std::copy(accuracy.begin(), accuracy.end(), accuracies.data() + h * accuracy.size());
  }
  return accuracies;
}

}  // namespace manyheads
