#pragma once
/// The settings of a layer of attention: sizes, classic mistakes that can be switched on, the seed.

#include <cstdint>

#include "fields/fields.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

/// What the scores are divided by. The last two are classic mistakes that a learner can try.
enum class Scale { kSqrtDHead, kSqrtDModel, kNone };
template <>
inline constexpr auto kChoices<Scale> = choices("sqrt-d-head", "sqrt-d-model", "none");

/// How heads are combined before W_O. Summing and averaging are the classic mistakes.
enum class Combine { kConcat, kSum, kMean };
template <>
inline constexpr auto kChoices<Combine> = choices("concat", "sum", "mean");

/// How scores depend on the distance between two tokens. kAlibi: the score of a query and a key is
/// lowered by their distance times the head's slope.
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
  bool tie_heads = false;  ///< every head uses head 0's projections, without a copy
  ScorePositions positions = ScorePositions::kNone;
  std::uint64_t seed = 0;  ///< for the weights that are not passed in
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

/// The configuration with its defaults filled in.
/// @throws ConfigError naming the field that is impossible.
AttentionConfig resolved(AttentionConfig config);

/// Width of the heads side by side, H * D.
Size heads_width(const AttentionConfig& config);

/// Width of the combined heads, which W_O reads: H * D, or D where heads are summed or averaged.
Size combined_width(const AttentionConfig& config);

/// Width of the output: d_model, or of the combined heads without an output projection.
Size output_width(const AttentionConfig& config);

/// What the scores are divided by: sqrt(d_head), sqrt(d_model) or 1.
float score_divisor(const AttentionConfig& config);

/// The slope of head h of H by ALiBi: 2^(-8 (h + 1) / H) where H is a power of two. Otherwise the
/// first heads have the slopes for the power of two below H, and the others have every second slope
/// for the power of two above, as in the paper's own code.
float alibi_slope(std::size_t h, std::size_t H);

}  // namespace manyheads
