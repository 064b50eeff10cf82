#include "lesson/training/trainer_checkpoint.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "checkpoint/attention_checkpoint.hpp"
#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr std::string_view kPrefix = "trainer.";
/// Larger whole numbers are not exact in JavaScript.
constexpr std::uint64_t kLargestWhole = std::uint64_t{1} << 53;
constexpr std::array<std::string_view, 3> kSharedMatrixNames = {"token_embedding",
                                                                "position_embedding", "readout"};

constexpr std::array kLatents = {LatentWeightName::kWdkv, LatentWeightName::kWuk,
                                 LatentWeightName::kWuv};

std::string latent_name(Size layer, LatentWeightName name) {
  return message({"layers.", layer, ".latent.", to_text(name)});
}

std::array<ParameterMatrix, 3> shared_matrices(const AttentionModel& model) {
  return {model.token_embedding(), model.position_embedding(), model.readout()};
}

const HeaderItem& require_item(const Safetensors& file, std::string_view name) {
  if (const HeaderItem* const found = file.find(name)) return *found;
  throw FormatError({}, {"checkpoint: there is no tensor ", Quoted{name}});
}

/// Requires tensors of the sizes in the metadata, so that a small file cannot allocate much memory.
void require_sizes(const Safetensors& file, const TrainerConfig& config) {
  const HeaderItem& positions = require_item(file, kSharedMatrixNames[1]);
  require_shape("checkpoint", Quoted{positions.name}, shape_of(positions),
                {config.seq_len, config.d_model});
  for (Size layer = 0; layer < config.num_layers; ++layer) {
    require_item(file, message({"layers.", layer, ".attention.wq"}));
  }
}

TrainerConfig read_config(const Safetensors& file) {
  TrainerConfig config;
  for (const Field<TrainerConfig>& field : kFields<TrainerConfig>) {
    const std::string key = message({kPrefix, field.name});
    const HeaderItem* const item = file.metadata(key);
    if (!item && field.added_later) continue;
    if (!item) {
      throw FormatError({}, {"checkpoint: there is no metadata ", Quoted{key},
                             "; a trainer's own save() writes it"});
    }
    const auto value = from_text(field.type, item->text, kLargestWhole);
    if (!value) refuse_metadata(*item, field.name);
    field.set(config, *value);
  }
  config = resolved(config);
  require_sizes(file, config);
  return config;
}

void require_parts(const AttentionConfig& wanted, const AttentionConfig& found) {
  for (const Field<AttentionConfig>& field : kFields<AttentionConfig>) {
    if (field.get(wanted) == field.get(found)) continue;
    throw FormatError({}, {"checkpoint: a layer does not match the trainer's metadata"});
  }
}

void read_latents(const Safetensors& file, Size layer, AttentionModel& model) {
  LatentAttentionWeights weights = model.latent_weights(static_cast<std::size_t>(layer));
  for (const LatentWeightName name : kLatents) {
    const HeaderItem& item = require_item(file, latent_name(layer, name));
    require_shape("checkpoint", Quoted{item.name}, shape_of(item), shape_of(*weights[name]));
    weights[name] = file.tensor(item);
  }
  model.set_latents(static_cast<std::size_t>(layer), weights);
}

}  // namespace

Tensor write_trainer(const Trainer& trainer) {
  const AttentionModel& model = trainer.model();
  SafetensorsWriter writer;
  writer.add_metadata("format", "manyheads");
  for (const Field<TrainerConfig>& field : kFields<TrainerConfig>) {
    if (!is_in_checkpoint(field, trainer.config())) continue;
    writer.add_metadata(message({kPrefix, field.name}),
                        to_text(field.type, field.get(trainer.config())));
  }
  std::array<Tensor, 3> outer;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    const ParameterMatrix matrix = shared_matrices(model)[i];
    outer[i] = make_tensor({matrix.rows, matrix.columns}, kSharedMatrixNames[i]);
    std::copy_n(model.parameters().values(matrix), matrix.size(), outer[i].data());
    writer.add(kSharedMatrixNames[i], outer[i]);
  }
  std::vector<AttentionEntry> layers;
  for (Size layer = 0; layer < trainer.config().num_layers; ++layer) {
    layers.push_back(
        {layer, model.config().attention, model.layer_weights(static_cast<std::size_t>(layer))});
  }
  for (const AttentionEntry& layer : layers) add_attention(writer, layer);
  std::vector<LatentAttentionWeights> latents;
  for (Size layer = 0; trainer.config().d_latent > 0 && layer < trainer.config().num_layers;
       ++layer) {
    latents.push_back(model.latent_weights(static_cast<std::size_t>(layer)));
  }
  for (Size layer = 0; layer < latents.size(); ++layer) {
    for (const LatentWeightName name : kLatents) {
      writer.add(latent_name(layer, name), *latents[static_cast<std::size_t>(layer)][name]);
    }
  }
  Tensor file = make_tensor({writer.size() / sizeof(float)}, "a checkpoint");
  writer.write({reinterpret_cast<std::uint8_t*>(file.data()), file.size() * sizeof(float)});
  return file;
}

Trainer read_trainer(const Safetensors& file) {
  Trainer trainer(read_config(file), StartValues::kZero);
  AttentionModel& model = trainer.model();
  for (std::size_t i = 0; i < kSharedMatrixNames.size(); ++i) {
    const ParameterMatrix matrix = shared_matrices(model)[i];
    const HeaderItem& item = require_item(file, kSharedMatrixNames[i]);
    require_shape("checkpoint", Quoted{item.name}, shape_of(item), {matrix.rows, matrix.columns});
    const Tensor values = file.tensor(item);
    std::copy_n(values.data(), values.size(), model.parameters().values(matrix));
  }
  for (Size layer = 0; layer < trainer.config().num_layers; ++layer) {
    const MultiHeadAttention read = read_attention(file, {.layer = layer});
    require_parts(model.config().attention, read.config());
    model.set_layer_weights(static_cast<std::size_t>(layer), read.weights());
    if (trainer.config().d_latent > 0) read_latents(file, layer, model);
  }
  trainer.on_values_changed();
  return trainer;
}

}  // namespace manyheads
