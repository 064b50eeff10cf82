#pragma once
/// Random embeddings of words, for lessons without trained ones.

#include <cstdint>
#include <span>
#include <string_view>

#include "fields/choices.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

enum class Positions { kNone, kSinusoidal };
template <>
inline constexpr auto kChoices<Positions> = choices("none", "sinusoidal");

/// One row per token, drawn from N(0, 1) with the word and the seed, plus the position's vector:
/// sin(t / 10000^(2i / d_model)) at 2i, the cosine at 2i + 1. A word always has the same random
/// row.
/// @return  [T, d_model]
/// @throws ShapeError without tokens, ConfigError for more than 2^26 numbers, OutOfMemoryError
/// @see Vaswani et al. 2017, section 3.5.
Tensor embed_tokens(std::span<const std::string_view> tokens, Size d_model, std::uint64_t seed,
                    Positions positions);

}  // namespace manyheads
