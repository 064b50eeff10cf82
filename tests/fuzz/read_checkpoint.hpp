#pragma once
/// What any bytes must stand as a checkpoint, for the fuzzer and for the tests' mutations.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "checkpoint/attention_checkpoint.hpp"
#include "lesson/training/trainer_checkpoint.hpp"
#include "tensor/error.hpp"

namespace manyheads {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// Reads all that can be read. @return whether it is a checkpoint at all
/// Aborts where something else than a typed error comes of it, or what was read contradicts itself.
inline bool read_checkpoint(const std::vector<std::uint8_t>& bytes) {
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
