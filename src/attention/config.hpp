#pragma once
/// What a layer of attention is: sizes, the classic mistakes that may be switched on, the seed.

#include <cstdint>

#include "fields/fields.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// What the scores are divided by. The last two are there to be tried and to fail.
enum class Scale { kSqrtDHead, kSqrtDModel, kNone };
template <>
inline constexpr auto kChoices<Scale> = choices("sqrt-d-head", "sqrt-d-model", "none");

/// How heads are put together before W_O. Summing and averaging are the classic mistakes.
enum class Combine { kConcat, kSum, kMean };
template <>
inline constexpr auto kChoices<Combine> = choices("concat", "sum", "mean");

/// What scores know of the distance between two tokens. kAlibi: the score of a query and a key is
/// lowered by the distance between them, times a slope of the head.
/// @see Press, Smith and Lewis 2022, "Train Short, Test Long" (ALiBi), section 3
enum class ScorePositions { kNone, kAlibi };
template <>
inline constexpr auto kChoices<ScorePositions> = choices("none", "alibi");

struct AttentionConfig {
  Size d_model = 0;
  Size num_heads = 0;
  /// G. num_heads: multi-head; 1: multi-query; a divisor in between: grouped-query attention.
  Size num_kv_heads = 0;  ///< 0: num_heads
  Size d_head = 0;        ///< 0: d_model / num_heads, which must then be a whole number
  bool bias = false;
  Scale scale = Scale::kSqrtDHead;
  Combine combine = Combine::kConcat;
  bool output_projection = true;
  bool tie_heads = false;  ///< every head uses head 0's projections: shared, not copied
  ScorePositions positions = ScorePositions::kNone;
  std::uint64_t seed = 0;  ///< of the weights that are not given
};
template <>
inline constexpr auto kFields<AttentionConfig> = fields(
    field::size<&AttentionConfig::d_model>("d_model"),
    field::size<&AttentionConfig::num_heads>("num_heads"),
    field::size<&AttentionConfig::num_kv_heads>("num_kv_heads"),
    field::size<&AttentionConfig::d_head>("d_head"), field::flag<&AttentionConfig::bias>("bias"),
    field::choice<&AttentionConfig::scale>("scale"),
    field::choice<&AttentionConfig::combine>("combine"),
    field::flag<&AttentionConfig::output_projection>("output_projection"),
    field::flag<&AttentionConfig::tie_heads>("tie_heads"),
    added_later(field::choice<&AttentionConfig::positions>("positions")),
    field::whole<&AttentionConfig::seed>("seed"));

/// The configuration with its defaults worked out.
/// @throws ConfigError naming the field that cannot be.
AttentionConfig resolved(AttentionConfig config);

/// Width of the heads side by side, H * D.
Size heads_width(const AttentionConfig& config);

/// Width of the combined heads, which W_O reads: H * D, or D where heads are summed or averaged.
Size combined_width(const AttentionConfig& config);

/// What the scores are divided by: sqrt(d_head), sqrt(d_model) or 1.
float score_divisor(const AttentionConfig& config);

/// The slope of head h of H by ALiBi: 2^(-8 (h + 1) / H) where H is a power of two. Else the first
/// heads have the slopes of the power of two below H, and the others every second of the power of
/// two above, as in the paper's own code.
float alibi_slope(std::size_t h, std::size_t H);

}  // namespace manyheads
