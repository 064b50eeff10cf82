#pragma once
/// A configuration of attention as single entries, each of which may be left open: what a caller
/// gives in part, and what a checkpoint tells as texts.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "attention/config.hpp"

namespace manyheads {

enum class ConfigEntry : std::uint8_t {
  kDModel,
  kNumHeads,
  kNumKvHeads,
  kDHead,
  kBias,
  kScale,
  kCombine,
  kOutputProjection,
  kTieHeads,
  kSeed,
};

/// "d_model", "num_heads", ... in the order of ConfigEntry
inline constexpr std::array<std::string_view, 10> kConfigNames = {
    "d_model", "num_heads", "num_kv_heads",      "d_head",    "bias",
    "scale",   "combine",   "output_projection", "tie_heads", "seed"};

/// Flags are 0 or 1, scale and combine the numbers of their enumerations.
struct ConfigEntries {
  std::array<std::optional<std::uint64_t>, kConfigNames.size()> values;

  std::optional<std::uint64_t>& operator[](ConfigEntry entry) {
    return values[static_cast<std::size_t>(entry)];
  }
};

ConfigEntries entries_of(const AttentionConfig& config);

/// What is open gets the default. Not yet resolved().
AttentionConfig config_of(const ConfigEntries& entries);

/// "64", "true", "sqrt-d-head"
std::string to_text(ConfigEntry entry, std::uint64_t value);

/// The value that to_text writes so; empty for every other text.
std::optional<std::uint64_t> from_text(ConfigEntry entry, std::string_view text);

}  // namespace manyheads
