#include "checkpoint/config_entries.hpp"

#include <algorithm>
#include <span>

#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// What the values 0, 1, .. of an entry are called; none where they are numbers.
std::span<const std::string_view> texts_of(ConfigEntry entry) {
  static constexpr std::array<std::string_view, 2> kFlags = {"false", "true"};
  static constexpr std::array<std::string_view, 3> kScales = {"sqrt-d-head", "sqrt-d-model",
                                                              "none"};
  static constexpr std::array<std::string_view, 3> kCombines = {"concat", "sum", "mean"};
  switch (entry) {
    case ConfigEntry::kBias:
    case ConfigEntry::kOutputProjection:
    case ConfigEntry::kTieHeads:
      return kFlags;
    case ConfigEntry::kScale:
      return kScales;
    case ConfigEntry::kCombine:
      return kCombines;
    default:
      return {};
  }
}

}  // namespace

ConfigEntries entries_of(const AttentionConfig& config) {
  return {{config.d_model, config.num_heads, config.num_kv_heads, config.d_head, config.bias,
           static_cast<std::uint64_t>(config.scale), static_cast<std::uint64_t>(config.combine),
           config.output_projection, config.tie_heads, config.seed}};
}

AttentionConfig config_of(const ConfigEntries& entries) {
  ConfigEntries all = entries_of({});
  for (std::size_t i = 0; i < all.values.size(); ++i) {
    if (entries.values[i]) all.values[i] = entries.values[i];
  }
  return {.d_model = *all[ConfigEntry::kDModel],
          .num_heads = *all[ConfigEntry::kNumHeads],
          .num_kv_heads = *all[ConfigEntry::kNumKvHeads],
          .d_head = *all[ConfigEntry::kDHead],
          .bias = *all[ConfigEntry::kBias] != 0,
          .scale = static_cast<Scale>(*all[ConfigEntry::kScale]),
          .combine = static_cast<Combine>(*all[ConfigEntry::kCombine]),
          .output_projection = *all[ConfigEntry::kOutputProjection] != 0,
          .tie_heads = *all[ConfigEntry::kTieHeads] != 0,
          .seed = *all[ConfigEntry::kSeed]};
}

std::string to_text(ConfigEntry entry, std::uint64_t value) {
  const auto texts = texts_of(entry);
  return texts.empty() ? message({value}) : std::string(texts[static_cast<std::size_t>(value)]);
}

std::optional<std::uint64_t> from_text(ConfigEntry entry, std::string_view text) {
  const auto texts = texts_of(entry);
  if (!texts.empty()) {
    const auto found = std::find(texts.begin(), texts.end(), text);
    if (found == texts.end()) return std::nullopt;
    return static_cast<std::uint64_t>(found - texts.begin());
  }
  std::uint64_t number = 0;
  for (const char c : text) {
    if (__builtin_mul_overflow(number, 10u, &number)) return std::nullopt;
    if (__builtin_add_overflow(number, static_cast<std::uint64_t>(c - '0'), &number)) {
      return std::nullopt;
    }
  }
  // Signs, letters and leading zeros do not come back as they were.
  if (message({number}) != text) return std::nullopt;
  return number;
}

}  // namespace manyheads
