#pragma once
/// Layers of attention in checkpoints: our own, GPT-2's and Llama's.

#include <cstdint>

#include "attention/multi_head_attention.hpp"
#include "checkpoint/safetensors.hpp"
#include "checkpoint/safetensors_writer.hpp"
#include "fields/fields.hpp"

namespace manyheads {

/// The names of the tensors; N is the number of the layer.
/// kManyheads: layers.N.attention.wq ... bo, as the layer has them; the configuration is in the
///   metadata layers.N.attention.d_model ... seed.
/// kGpt2: h.N.attn.c_attn (queries, keys and values side by side) and c_proj, weights [in, out] and
///   biases; the prefix "transformer." is optional.
/// kLlama: layers.N.self_attn.q_proj, k_proj, v_proj, o_proj, weights [out, in]; biases if any
///   of them has one (a missing one is 0); the prefix "model." is optional. This layer has no
///   rotary positions: its results are those of the model with every position at 0.
enum class Naming : std::uint8_t { kManyheads, kGpt2, kLlama };
template <>
inline constexpr auto kChoices<Naming> = choices("manyheads", "gpt2", "llama");

struct LayerSource {
  Size layer = 0;
  Naming naming = Naming::kManyheads;
  /// Fields that the file does not have. From GPT-2's and Llama's names and shapes, all fields but
  /// num_heads can be inferred.
  Entries<AttentionConfig> config = {};
};

template <>
inline constexpr auto kFields<LayerSource> = fields(field::whole<&LayerSource::layer>("layer"),
                                                    field::choice<&LayerSource::naming>("naming"));

/// Reads one layer, one tensor at a time.
/// @throws FormatError where a tensor is missing or cannot be read, or metadata is not understood;
///   ConfigError where num_heads is missing, or config contradicts the file; ShapeError where a
///   tensor does not fit the configuration; OutOfMemoryError
MultiHeadAttention read_attention(const Safetensors& file, const LayerSource& source);

/// A layer to write to a file; the weights are copies.
struct AttentionEntry {
  Size layer;
  AttentionConfig config;
  AttentionWeights weights;
};

/// Adds a layer with the names of kManyheads, and its configuration as metadata. Tied heads each
/// have a copy in the file, so that weights have the same shape for every reader.
/// @param entry  must live until the writer's `write`, which reads it
void add_attention(SafetensorsWriter& writer, const AttentionEntry& entry);

}  // namespace manyheads
