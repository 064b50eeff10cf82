#pragma once
/// How much the heads of a model attend to the positions of the answers.

#include "fields/results.hpp"
#include "lesson/training/attention_model.hpp"
#include "lesson/training/examples.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Measured at the predictions of the evaluation set.
struct AnswerAttention {
  Tensor mass;     ///< [L, H, R]: mean weight on the position of the answer
  Tensor entropy;  ///< [L, H]: mean entropy of the rows with a prediction, in nats
};
template <>
inline constexpr auto kResults<AnswerAttention> =
    results(result<&AnswerAttention::mass>("mass"), result<&AnswerAttention::entropy>("entropy"));

AnswerAttention measure_answer_attention(AttentionModel& model, const Examples& examples);

}  // namespace manyheads
