#pragma once
/// The number of learned parameters of a model.

#include "cost/count.hpp"
#include "cost/model_shape.hpp"
#include "fields/results.hpp"

namespace manyheads {

/// The counts up to per_layer are for one layer, the others for the whole model. Biases count with
/// their projection.
struct ParameterCounts {
  /// d_model H D. Latent: W_DQ and W_UQ (or W_Q), and W_QR.
  Count wq;
  /// d_model G D. Latent: W_DKV and W_KR, which make the cached vector, and W_UK.
  Count wk;
  /// d_model G D. Latent: W_UV.
  Count wv;
  /// H D d_model; a latent model's heads give d_value each.
  Count wo;
  Count attention;     ///< the four together
  Count feed_forward;  ///< two matrices, three if gated; 0 without a feed-forward
  Count per_layer;     ///< attention + feed_forward
  /// For tokens (twice if the output layer has its own) and learned positions.
  Count embeddings;
  /// One before attention, one before a feed-forward, one at the end of the model: d_model each
  /// (RMSNorm), with biases twice that (LayerNorm). Latent: also d_latent and d_latent_query for
  /// each layer.
  Count norms;
  Count total;  ///< num_layers per_layer + embeddings + norms
};
template <>
inline constexpr auto kResults<ParameterCounts> =
    results(result<&ParameterCounts::wq>("wq"), result<&ParameterCounts::wk>("wk"),
            result<&ParameterCounts::wv>("wv"), result<&ParameterCounts::wo>("wo"),
            result<&ParameterCounts::attention>("attention"),
            result<&ParameterCounts::feed_forward>("feed_forward"),
            result<&ParameterCounts::per_layer>("per_layer"),
            result<&ParameterCounts::embeddings>("embeddings"),
            result<&ParameterCounts::norms>("norms"), result<&ParameterCounts::total>("total"));

/// @throws as resolved(ModelShape)
/// @see Vaswani et al. 2017, section 3.2.2; Ainslie et al. 2023; DeepSeek-AI 2024, "DeepSeek-V2",
///      section 2.1 and appendix C; Shazeer 2020, "GLU variants improve Transformer".
ParameterCounts parameter_counts(const ModelShape& shape);

}  // namespace manyheads
