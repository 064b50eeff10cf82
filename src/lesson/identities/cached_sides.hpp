#pragma once
/// Both sides of the identities that use a cache.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lesson/identities/identities.hpp"

namespace manyheads {

/// Whether the cache keeps its tokens from step to step.
enum class CacheUse { kKeepTokens, kResetEachStep };

/// T chunks of one token each.
std::vector<std::int64_t> single_tokens(std::size_t T);

/// Left: all tokens at once. Right: chunk by chunk through a cache.
/// @param identity  the first word of the messages
Sides cached_sides(MultiHeadAttention& layer, const Tensor& x, std::string_view identity,
                   std::span<const std::int64_t> chunks, Size page_size, CacheUse use);

/// Right: token by token through a paged cache. Broken: tokens after the first page read another
/// sequence's keys and values in it.
Sides paged_sides(MultiHeadAttention& layer, const Tensor& x, Size page_size, IdentityMode mode);

}  // namespace manyheads
