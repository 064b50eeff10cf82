#pragma once
/// Changes of a trained model for one evaluation.

#include <optional>
#include <vector>

#include "fields/fields.hpp"
#include "lesson/training/attention_model.hpp"

namespace manyheads {

/// A change that only one evaluation uses.
struct TrainerChange {
  std::vector<float> head_mask = {};  ///< [H] for every layer, or [L * H]; empty: none
  std::optional<bool> tie_heads = {};
  std::optional<bool> output_projection = {};
  std::optional<Scale> scale = {};
};

/// The fields that are single values.
template <>
inline constexpr auto kFields<TrainerChange> =
    fields(field::flag<&TrainerChange::tie_heads>("tie_heads"),
           field::flag<&TrainerChange::output_projection>("output_projection"),
           field::choice<&TrainerChange::scale>("scale"));

/// The head mask of all layers, [L * H], or empty.
/// @throws ShapeError
std::vector<float> full_head_mask(const ModelConfig& model, const std::vector<float>& head_mask);

/// @throws ConfigError where the change does not fit the model
std::vector<MultiHeadAttention> changed_layers(const AttentionModel& model,
                                               const TrainerChange& change);

}  // namespace manyheads
