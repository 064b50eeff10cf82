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
  const auto require_matrix = [&](std::string_view name, const Shape& shape) {
    const HeaderItem& matrix = require_item(file, name);
    require_shape("checkpoint", Quoted{matrix.name}, shape_of(matrix), shape);
  };
  const Size d = config.d_model;
  require_matrix(kSharedMatrixNames[1], {config.seq_len, d});
  for (Size layer = 0; layer < config.num_layers; ++layer) {
    require_matrix(message({"layers.", layer, ".attention.wq"}), {d, d});
    if (config.d_latent == 0) continue;
    require_matrix(latent_name(layer, LatentWeightName::kWdkv), {d, config.d_latent});
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

void require_same_config(Size layer, const AttentionConfig& wanted, const AttentionConfig& found) {
  for (const Field<AttentionConfig>& field : kFields<AttentionConfig>) {
    const FieldBits a = field.get(wanted), b = field.get(found);
    if (a == b) continue;
    throw FormatError(
        {}, {"checkpoint: ", Name{field.name}, " of layer ", layer, " is ", to_text(field.type, b),
             ", but ", to_text(field.type, a), " by the trainer's metadata"});
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

/// Copies of the model's values, because a writer reads tensors only when it writes the file.
struct ModelCopy {
  std::array<Tensor, 3> shared;
  std::vector<AttentionEntry> layers;
  std::vector<LatentAttentionWeights> latents;  ///< one per layer, or none
};

ModelCopy copy_model(const AttentionModel& model) {
  ModelCopy copy;
  for (std::size_t i = 0; i < copy.shared.size(); ++i) {
    const ParameterMatrix matrix = shared_matrices(model)[i];
    copy.shared[i] = make_tensor({matrix.rows, matrix.columns}, kSharedMatrixNames[i]);
    std::copy_n(model.parameters().values(matrix), matrix.size(), copy.shared[i].data());
  }
  for (std::size_t layer = 0; layer < model.layers().size(); ++layer) {
    copy.layers.push_back({layer, model.config().attention, model.layer_weights(layer)});
    if (model.config().d_latent > 0) copy.latents.push_back(model.latent_weights(layer));
  }
  return copy;
}

void add_config(SafetensorsWriter& writer, const TrainerConfig& config) {
  for (const Field<TrainerConfig>& field : kFields<TrainerConfig>) {
    if (!is_in_checkpoint(field, config)) continue;
    writer.add_metadata(message({kPrefix, field.name}), to_text(field.type, field.get(config)));
  }
}

/// @param copy  must live until the writer's `write`, which reads it
void add_model(SafetensorsWriter& writer, const ModelCopy& copy) {
  for (std::size_t i = 0; i < copy.shared.size(); ++i) {
    writer.add(kSharedMatrixNames[i], copy.shared[i]);
  }
  for (const AttentionEntry& layer : copy.layers) add_attention(writer, layer);
  for (std::size_t layer = 0; layer < copy.latents.size(); ++layer) {
    for (const LatentWeightName name : kLatents) {
      writer.add(latent_name(layer, name), *copy.latents[layer][name]);
    }
  }
}

void read_shared_matrices(const Safetensors& file, AttentionModel& model) {
  for (std::size_t i = 0; i < kSharedMatrixNames.size(); ++i) {
    const ParameterMatrix matrix = shared_matrices(model)[i];
    const HeaderItem& item = require_item(file, kSharedMatrixNames[i]);
    require_shape("checkpoint", Quoted{item.name}, shape_of(item), {matrix.rows, matrix.columns});
    const Tensor values = file.tensor(item);
    std::copy_n(values.data(), values.size(), model.parameters().values(matrix));
  }
}

Trainer read_checked(const Safetensors& file) {
  Trainer trainer(read_config(file), StartValues::kZero);
  AttentionModel& model = trainer.model();
  read_shared_matrices(file, model);
  for (Size layer = 0; layer < trainer.config().num_layers; ++layer) {
    const MultiHeadAttention read = read_attention(file, {.layer = layer});
    require_same_config(layer, model.config().attention, read.config());
    model.set_layer_weights(static_cast<std::size_t>(layer), read.weights());
    if (trainer.config().d_latent > 0) read_latents(file, layer, model);
  }
  trainer.on_values_changed();
  return trainer;
}

}  // namespace

Tensor write_trainer(const Trainer& trainer) {
  const ModelCopy copy = copy_model(trainer.model());
  SafetensorsWriter writer;
  writer.add_metadata("format", "manyheads");
  add_config(writer, trainer.config());
  add_model(writer, copy);
  Tensor file = make_tensor({writer.size() / sizeof(float)}, "a checkpoint");
  writer.write({reinterpret_cast<std::uint8_t*>(file.data()), file.size() * sizeof(float)});
  return file;
}

Trainer read_trainer(const Safetensors& file) {
  try {
    return read_checked(file);
  } catch (const ConfigError& error) {  // of the file: the caller has no settings
    refuse_metadata(error);
  }
}

}  // namespace manyheads
