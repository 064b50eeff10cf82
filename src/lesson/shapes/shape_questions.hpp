#pragma once
/// Questions about the shapes of attention. To check an answer, the stage is computed on tensors.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fields/results.hpp"
#include "lesson/shapes/axis_expression.hpp"

namespace manyheads {

/// Levels are 1 .. kShapeLevels.
inline constexpr int kShapeLevels = 5;

/// Its text is in the package (English) and in the page (German), by stage.
struct ShapeQuestion {
  std::string id;          ///< made from stage, level and seed: the same id is the same question
  std::string_view stage;  ///< "split-heads", "scores", ...
  int level;
  NamedSizes sizes;  ///< random, but all axes and products of axes differ
};
template <>
inline constexpr auto kResults<ShapeQuestion> = results(result<&ShapeQuestion::id>("id"),
                                                        result<&ShapeQuestion::stage>("stage"),
                                                        result<&ShapeQuestion::level>("level"),
                                                        result<&ShapeQuestion::sizes>("sizes"));

/// What is right or wrong in an answer, in names and sizes. The sentences are in the package
/// (English) and in the page (German), by id.
struct ShapeVerdict {
  bool correct;
  Shape answer;
  Shape actual;                     ///< the shape of the tensor that was computed
  std::optional<std::size_t> axis;  ///< the first wrong axis; empty if the rank is wrong
  std::string_view stage;
  std::span<const std::string_view> axes;         ///< the right axes, {"B", "H", "T", "d_head"}
  std::optional<std::string_view> misconception;  ///< "transposed", ...; empty if none is known
  /// The misconception, or "right", "rank", "order" (the sizes are right) or "axis".
  std::string_view explanation_id;
  NamedSizes sizes;  ///< for all names in the question and in `axes`
  /// If the rank is wrong: the axes whose size is not in the answer.
  std::vector<std::string_view> missing;
  std::optional<std::string_view> found;  ///< the name of the size at `axis`, if it has one
};
template <>
inline constexpr auto kResults<ShapeVerdict> = results(
    result<&ShapeVerdict::correct>("correct"), result<&ShapeVerdict::answer>("answer"),
    result<&ShapeVerdict::actual>("actual"), result<&ShapeVerdict::axis>("axis"),
    result<&ShapeVerdict::misconception>("misconception"),
    result<&ShapeVerdict::explanation_id>("explanation_id"), result<&ShapeVerdict::stage>("stage"),
    result<&ShapeVerdict::axes>("axes"), result<&ShapeVerdict::sizes>("sizes"),
    result<&ShapeVerdict::missing>("missing"), result<&ShapeVerdict::found>("found"));

/// @param stage  empty: the seed chooses a stage of this level
/// @throws ConfigError for a level outside 1 .. 5 or an unknown stage
ShapeQuestion shape_question(std::uint64_t seed, int level, std::string_view stage = {});

/// @throws FormatError if the answer is not a shape, ConfigError naming `id` if no question has it
ShapeVerdict check_shape(std::string_view id, std::string_view text);

}  // namespace manyheads
