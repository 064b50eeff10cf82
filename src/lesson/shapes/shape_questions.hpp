#pragma once
/// Questions about the shapes of attention. A verdict runs the stage on tensors and compares the
/// answer with the shape that came out.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lesson/shapes/axis_expression.hpp"

namespace manyheads {

struct ShapeQuestion {
  std::string id;  ///< names stage, level and seed: enough to ask the same question again
  std::string_view prompt;
  std::string_view code;   ///< NumPy, what is asked about
  std::string_view stage;  ///< "split-heads", "scores", ...
  int level;               ///< 1 .. 5
  NamedSizes sizes;        ///< drawn so that all axes and products of axes differ
};

struct ShapeVerdict {
  bool correct;
  Shape given, actual;              ///< the answer, and the shape of the tensor that was computed
  std::optional<std::size_t> axis;  ///< first wrong one; empty where the rank is wrong
  std::string axes;                 ///< "[B, H, T, d_head]"
  std::string_view axis_name;       ///< of the wrong axis, "H*d_head"
  std::string_view
      misconception;  ///< "transposed", "missing-batch", ...; empty where none is known
  std::string explanation;
};

/// @param stage  empty: one of this level, by the seed
/// @throws ConfigError for a level outside 1 .. 5 or an unknown stage
ShapeQuestion shape_question(std::uint64_t seed, int level, std::string_view stage = {});

/// The question that has this id. @throws ConfigError naming `id` where none has
ShapeQuestion shape_question_of(std::string_view id);

/// @throws FormatError where the answer is not a shape, ConfigError as shape_question_of
ShapeVerdict check_shape(std::string_view id, std::string_view answer);

}  // namespace manyheads
