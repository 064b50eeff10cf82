#include "lesson/training/trainer_conversions.hpp"

#include <algorithm>

#include "latent_attention/to_latent.hpp"
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

}  // namespace

Trainer convert_to_latent(Trainer& trainer, Size d_latent) {
  TrainerConfig config = trainer.config();
  config.d_latent = d_latent;
  if (d_latent == 0) {
    throw ConfigError("d_latent", "`to_latent`: `d_latent` must be at least 1");
  }
  Trainer latent(config, StartValues::kZero);
  AttentionModel& model = trainer.model();
  const Examples& examples = trainer.evaluation_set();
  model.forward(slice_examples(examples, 0, std::min(kSequencesAtOnce, examples.B)),
                model.layers());
  for (std::size_t layer = 0; layer < model.layers().size(); ++layer) {
    const LatentAttention nearest =
        to_latent(trainer.attention(layer), d_latent, model.layer_input(layer));
    latent.model().set_layer_weights(layer, model.layer_weights(layer));
    latent.model().set_latents(layer, nearest.weights());
  }
  copy_embeddings_and_readout(model, latent.model());
  latent.on_values_changed();
  return latent;
}

Trainer convert_to_grouped(const Trainer& trainer, Size num_kv_heads, HeadPooling pooling) {
  TrainerConfig config = trainer.config();
  std::vector<AttentionWeights> pooled;
  for (Size layer = 0; layer < config.num_layers; ++layer) {
    pooled.push_back(to_grouped(trainer.attention(layer), num_kv_heads, pooling).weights());
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
