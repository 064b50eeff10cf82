#pragma once
/// Layers of attention in checkpoints: our own, GPT-2's and Llama's.

#include <cstdint>

#include "attention/multi_head_attention.hpp"
#include "checkpoint/safetensors.hpp"
#include "checkpoint/safetensors_writer.hpp"
#include "fields/fields.hpp"

namespace manyheads {

/// How tensors are called, N being the number of the layer.
/// kManyheads: layers.N.attention.wq ... bo, as the layer has them; the metadata
///   layers.N.attention.d_model ... seed tell the configuration.
/// kGpt2: h.N.attn.c_attn (queries, keys and values side by side) and c_proj, weights [in, out] and
///   biases, where they like with "transformer." before.
/// kLlama: layers.N.self_attn.q_proj, k_proj, v_proj, o_proj, weights [out, in], where they like
///   with "model." before; biases where q_proj has one. Rotary positions are no part of this layer:
///   its numbers are those of the model with every position at 0.
enum class Naming : std::uint8_t { kManyheads, kGpt2, kLlama };
template <>
inline constexpr auto kChoices<Naming> = choices("manyheads", "gpt2", "llama");

struct LayerSource {
  Size layer = 0;
  Naming naming = Naming::kManyheads;
  /// What the file does not tell. GPT-2's and Llama's names and shapes tell all but num_heads.
  Entries<AttentionConfig> config = {};
};

/// Reads one layer, one tensor at a time.
/// @throws FormatError where a tensor is missing or cannot be read, or metadata is not understood;
///   ConfigError where num_heads is told nowhere, or config contradicts what the file tells;
///   ShapeError where a tensor does not fit the configuration; OutOfMemoryError
MultiHeadAttention attention_from(const Safetensors& file, const LayerSource& source);

/// What a file is written from; the weights are copies.
struct AttentionEntry {
  Size layer;
  AttentionConfig config;
  AttentionWeights weights;
};

/// Adds a layer by the names of kManyheads, its configuration to the metadata. With tied heads all
/// have their copy in the file, so that weights have the same shape for every reader.
/// @param entry  is read by the writer's `write`: it must live until then
void add_attention(SafetensorsWriter& writer, const AttentionEntry& entry);

}  // namespace manyheads
