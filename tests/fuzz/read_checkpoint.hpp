#pragma once
/// What must hold for any bytes that are read as a checkpoint, for the fuzzer and for the tests'
/// mutations.

#include <cstdint>
#include <span>
#include <string>

#include "checkpoint/attention_checkpoint.hpp"
#include "fuzz/require.hpp"
#include "lesson/training/trainer_checkpoint.hpp"
#include "tensor/error.hpp"

namespace manyheads {

/// Reads all that can be read. @return whether it is a checkpoint at all
/// @throws std::logic_error where what was read contradicts itself; only it and typed errors
inline bool read_checkpoint(std::span<const std::uint8_t> bytes) {
  const BytesInMemory file(bytes);
  try {
    const Safetensors checkpoint(file);
    Size data = 0;
    for (const HeaderItem& item : checkpoint.tensors()) {
      data += item.end - item.begin;
      require(checkpoint.find(item.name) == &item);
      try {
        const Tensor tensor = checkpoint.tensor(item);
        require(tensor.size() * (item.dtype == "F32" ? 4 : 2) == item.end - item.begin);
      } catch (const FormatError&) {  // a dtype or shape that tensors here cannot have
      } catch (const OutOfMemoryError&) {
      }
    }
    require(data < bytes.size());
    for (const Naming naming : {Naming::kManyheads, Naming::kGpt2, Naming::kLlama}) {
      try {
        LayerSource source{.naming = naming};
        if (naming != Naming::kManyheads) source.config.entry<&AttentionConfig::num_heads>() = 2;
        read_attention(checkpoint, source);
      } catch (const Error& error) {
        require(error.kind != Error::Kind::kError);
      }
    }
    try {
      read_trainer(checkpoint);
    } catch (const Error& error) {
      require(error.kind != Error::Kind::kError);
    }
    return true;
  } catch (const FormatError& error) {
    require(error.place.offset && *error.place.offset <= bytes.size());
    return false;
  }
}

}  // namespace manyheads
