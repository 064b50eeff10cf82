#include "lesson/training/answer_attention.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "lesson/training/evaluation.hpp"
#include "measures/head_measures.hpp"

namespace manyheads {
namespace {

bool has_answer(const Answer& answer) { return answer.token != Answer::kNone; }

/// Sums over all positions with a prediction, for every layer and head.
class HeadSums {
 public:
  HeadSums(std::size_t layers, std::size_t heads, std::size_t relations)
      : L_(layers),
        H_(heads),
        R_(relations),
        mass_(L_ * H_ * R_),
        entropy_(L_ * H_),
        predictions_(R_) {}

  void count(const Examples& part) {
    for_each_predicted(part, [&](std::size_t, std::size_t, std::span<const Answer> answers) {
      ++rows_;
      for (std::size_t r = 0; r < R_; ++r) predictions_[r] += has_answer(answers[r]);
    });
  }

  /// @param weights  [B, H, T, S] of this layer
  void add(std::size_t layer, const Examples& part, const Tensor& weights) {
    const Tensor entropies = entropy(weights);
    for_each_predicted(part, [&](std::size_t b, std::size_t t, std::span<const Answer> answers) {
      for (std::size_t h = 0; h < H_; ++h) {
        entropy_[layer * H_ + h] += entropies(b, h, t);
        add_mass(layer * H_ + h, weights, {b, h, t}, answers);
      }
    });
  }

  AnswerAttention means() const {
    AnswerAttention reading{make_tensor({L_, H_, R_}, "mass"), make_tensor({L_, H_}, "entropy")};
    for (std::size_t i = 0; i < mass_.size(); ++i) {
      reading.mass.data()[i] =
          static_cast<float>(mass_[i] / static_cast<double>(predictions_[i % R_]));
    }
    for (std::size_t i = 0; i < entropy_.size(); ++i) {
      reading.entropy.data()[i] = static_cast<float>(entropy_[i] / static_cast<double>(rows_));
    }
    return reading;
  }

 private:
  struct Row {
    std::size_t b, h, t;
  };

  /// Calls visit(b, t, answers) for each position with a prediction.
  template <typename Visit>
  void for_each_predicted(const Examples& part, const Visit& visit) const {
    for (std::size_t row = 0; row < part.B * part.T; ++row) {
      const std::span answers(part.answers.data() + row * R_, R_);
      if (std::any_of(answers.begin(), answers.end(), has_answer)) {
        visit(row / part.T, row % part.T, answers);
      }
    }
  }

  void add_mass(std::size_t head, const Tensor& weights, const Row& row,
                std::span<const Answer> answers) {
    for (std::size_t r = 0; r < R_; ++r) {
      if (!has_answer(answers[r])) continue;
      mass_[head * R_ + r] += weights(row.b, row.h, row.t, answers[r].source);
    }
  }

  std::size_t L_, H_, R_;
  std::vector<double> mass_;              ///< [L, H, R]
  std::vector<double> entropy_;           ///< [L, H]
  std::vector<std::size_t> predictions_;  ///< [R]
  std::size_t rows_ = 0;
};

/// A trace has several tensors of scores, [B, H, T, T].
std::size_t sequences_at_once(Size H, std::size_t T) {
  constexpr Size kMostScores = Size{1} << 24;
  return static_cast<std::size_t>(std::clamp<Size>(kMostScores / (H * T * T), 1, kSequencesAtOnce));
}

}  // namespace

AnswerAttention measure_answer_attention(AttentionModel& model, const Examples& examples) {
  std::vector<MultiHeadAttention>& layers = model.layers();
  HeadSums sums(layers.size(), static_cast<std::size_t>(model.config().attention.num_heads),
                examples.R);
  for_each_part(
      examples,
      [&](const Examples& part) {
        model.forward(part, layers);
        sums.count(part);
        const ForwardOptions options = model.forward_options(part);
        for (std::size_t layer = 0; layer < layers.size(); ++layer) {
          sums.add(layer, part, layers[layer].trace(model.layer_input(layer), options).weights);
        }
      },
      sequences_at_once(model.config().attention.num_heads, examples.T));
  return sums.means();
}

}  // namespace manyheads
