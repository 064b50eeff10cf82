#pragma once
/// Questions about the shapes of attention. A verdict runs the stage on tensors and compares the
/// answer with the shape that came out.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shapes/axis_expression.hpp"

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
  /// A number, or else a text.
  struct Detail {
    std::string_view name;
    std::optional<Size> number = {};
    std::string text = {};
  };
  bool correct;
  Shape actual;                     ///< of the tensor that was computed
  std::optional<std::size_t> axis;  ///< first wrong one; empty where the rank is wrong
  std::optional<std::string_view> misconception;  ///< "transposed", "missing-batch", ...
  std::string explanation;
  std::vector<Detail> details;
};

/// @param stage  empty: one of this level, by the seed
/// @throws ConfigError for a level outside 1 .. 5 or an unknown stage
ShapeQuestion shape_question(std::uint64_t seed, int level, std::string_view stage = {});

/// The question that has this id. @throws ConfigError naming `id` where none has
ShapeQuestion shape_question_of(std::string_view id);

/// @throws FormatError where the answer is not a shape, ConfigError as shape_question_of
ShapeVerdict check_shape(std::string_view id, std::string_view answer);

}  // namespace manyheads
