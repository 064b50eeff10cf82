#pragma once
/// The stages of attention that shape questions ask about, each with the code that runs it.

#include <span>
#include <string>
#include <vector>

#include "shapes/axis_expression.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// One axis of a stage's tensor: the names whose sizes are multiplied, {"H", "d_head"}.
using AxisNames = std::vector<std::string>;

struct ShapeStage {
  std::string name;
  int level;
  std::string prompt;
  std::string code;
  std::vector<std::string> given;  ///< the sizes that the question tells
  std::vector<AxisNames> axes;     ///< what the axes are, for explanations
  /// Computes the stage on seeded tensors of these sizes.
  Tensor (*run)(const NamedSizes& sizes);
};

std::span<const ShapeStage> shape_stages();

}  // namespace manyheads
