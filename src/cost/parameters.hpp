#pragma once
/// The number of learned parameters of a model.

#include "cost/count.hpp"
#include "cost/model_shape.hpp"
#include "fields/results.hpp"

namespace manyheads {

/// One layer's, up to per_layer; the rest are the whole model's. Each projection with its bias.
struct ParameterCounts {
  /// d_model H D. Latent: W_DQ and W_UQ (or W_Q), and W_QR.
  Count wq;
  /// d_model G D. Latent: what makes the vector that is cached, W_DKV and W_KR, and W_UK.
  Count wk;
  /// d_model G D. Latent: W_UV.
  Count wv;
  /// H D d_model; a latent model's heads give d_value each.
  Count wo;
  Count attention;     ///< the four together
  Count feed_forward;  ///< two matrices, three where gated; 0 without a feed-forward
  Count per_layer;     ///< attention + feed_forward
  /// Of tokens, once more where the output is not tied to them, and of learned positions.
  Count embeddings;
  /// One in front of attention, one in front of a feed-forward, one at the end of the model:
  /// d_model each (RMSNorm), with biases twice that (LayerNorm). Latent: d_latent and
  /// d_latent_query a layer besides.
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
ParameterCounts parameter_counts(const ModelShape& model);

}  // namespace manyheads
