#pragma once
/// How well a model answers the evaluation set.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "lesson/training/attention_model.hpp"
#include "lesson/training/examples.hpp"

namespace manyheads {

struct Evaluation {
  double loss = 0;                    ///< mean cross-entropy, nats
  std::vector<double> accuracy = {};  ///< [R]
};

/// A model reads so many sequences at a time, so that memory does not grow with the evaluation set.
inline constexpr std::size_t kSequencesAtOnce = 64;

/// visit(part) for the examples in parts of at most kSequencesAtOnce.
template <typename Visit>
void for_each_part(const Examples& examples, const Visit& visit) {
  for (std::size_t first = 0; first < examples.B; first += kSequencesAtOnce) {
    visit(part_of(examples, first, std::min(kSequencesAtOnce, examples.B - first)));
  }
}

/// @param layers     the model's, or changed copies of them
/// @param head_mask  [L * H], or empty
Evaluation evaluate(AttentionModel& model, std::vector<MultiHeadAttention>& layers,
                    std::span<const float> head_mask, const Examples& examples);

/// Of the one who knows nothing but how frequent each answer is.
/// @see Trainer::chance
Evaluation chance(const Examples& examples, std::size_t vocabulary);

/// The accuracy of each relation with each head pruned, in every layer or in this one, [H, R].
/// @throws ConfigError where there is no such layer
Tensor ablate_heads(AttentionModel& model, std::optional<Size> layer, const Examples& examples);

}  // namespace manyheads
