#include "lesson/training/trainer_conversions.hpp"

#include <algorithm>

#include "latent_attention/to_latent.hpp"
#include "lesson/training/trainer_limits.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

void copy_embeddings_and_readout(const AttentionModel& from, AttentionModel& to) {
  const auto copy = [&](const ParameterMatrix& source, const ParameterMatrix& target) {
    std::copy_n(from.parameters().values(source), source.size(), to.parameters().values(target));
  };
  copy(from.token_embedding(), to.token_embedding());
  copy(from.position_embedding(), to.position_embedding());
  copy(from.readout(), to.readout());
}

/// Sets the rows after the end of each sequence to 0: their keys and values are then 0 too, which
/// any latents give without an error.
void clear_padding(const Examples& examples, Tensor& rows) {
  const std::size_t d_model = rows.shape().back();
  for (std::size_t b = 0; b < examples.B; ++b) {
    const auto length = static_cast<std::size_t>(examples.lengths[b]);
    std::fill_n(rows.data() + (b * examples.T + length) * d_model, (examples.T - length) * d_model,
                0.0f);
  }
}

}  // namespace

Trainer convert_to_latent(Trainer& trainer, Size d_latent) {
  TrainerConfig config = trainer.config();
  config.d_latent = d_latent;
  if (d_latent == 0) {
    throw ConfigError("d_latent", "`to_latent`: `d_latent` must be at least 1");
  }
  Trainer latent(config, StartValues::kZero);
  AttentionModel& model = trainer.model();
  static_assert(kSequencesAtOnce <= kEvaluatedSequences);
  const Examples examples = slice_examples(trainer.evaluation_set(), 0, kSequencesAtOnce);
  model.forward(examples, model.layers());
  for (std::size_t layer = 0; layer < model.layers().size(); ++layer) {
    const MultiHeadAttention& attention = model.layers()[layer];
    Tensor x = model.layer_input(layer);
    clear_padding(examples, x);
    const LatentAttention nearest = to_latent(attention, d_latent, x);
    latent.model().set_layer_weights(layer, attention.weights());
    latent.model().set_latents(layer, nearest.weights());
  }
  copy_embeddings_and_readout(model, latent.model());
  latent.on_values_changed();
  return latent;
}

Trainer convert_to_grouped(const Trainer& trainer, Size num_kv_heads, HeadPooling pooling) {
  TrainerConfig config = trainer.config();
  std::vector<AttentionWeights> pooled;
  for (const MultiHeadAttention& layer : trainer.model().layers()) {
    pooled.push_back(to_grouped(layer, num_kv_heads, pooling).weights());
  }
  config.num_kv_heads = num_kv_heads;
  config.d_latent = 0;  // the pooled weights of a model with latents are W_K and W_V themselves
  Trainer grouped(config, StartValues::kZero);
  copy_embeddings_and_readout(trainer.model(), grouped.model());
  for (std::size_t layer = 0; layer < pooled.size(); ++layer) {
    grouped.model().set_layer_weights(layer, pooled[layer]);
  }
  grouped.on_values_changed();
  return grouped;
}

}  // namespace manyheads
