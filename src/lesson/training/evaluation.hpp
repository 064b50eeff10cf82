#pragma once
/// How well a model predicts the answers of the evaluation set.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "fields/results.hpp"
#include "lesson/training/attention_model.hpp"
#include "lesson/training/examples.hpp"

namespace manyheads {

struct Evaluation {
  double loss = 0;                    ///< mean cross-entropy, nats
  std::vector<double> accuracy = {};  ///< [R]
};
template <>
inline constexpr auto kResults<Evaluation> = results(result<&Evaluation::loss>("loss"),
                                                     result<&Evaluation::accuracy>("accuracy"));

/// How many sequences a model reads at a time, so that memory does not grow with the evaluation
/// set.
inline constexpr std::size_t kSequencesAtOnce = 64;

/// Calls visit(part) for parts of at most this many examples.
template <typename Visit>
void for_each_part(const Examples& examples, const Visit& visit,
                   std::size_t most = kSequencesAtOnce) {
  for (std::size_t first = 0; first < examples.B; first += most) {
    visit(slice_examples(examples, first, std::min(most, examples.B - first)));
  }
}

/// @param layers     the model's layers, or changed copies of them
/// @param head_mask  [L * H], or empty
Evaluation evaluate(AttentionModel& model, std::vector<MultiHeadAttention>& layers,
                    std::span<const float> head_mask, const Examples& examples);

/// The result of guessing by the frequency of each answer.
/// @see Trainer::chance
Evaluation chance(const Examples& examples, std::size_t vocabulary);

/// The accuracy of each relation with each head pruned, in every layer or in this one, [H, R].
Tensor ablate_heads(AttentionModel& model, std::optional<Size> layer, const Examples& examples);

}  // namespace manyheads
