#pragma once
/// The stages of attention that shape questions ask about, each with the code that runs it.

#include <array>
#include <span>
#include <string_view>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

struct ShapeStage {
  std::string_view name;
  int level;
  std::string_view prompt;
  std::string_view code;
  std::string_view given;  ///< names of the sizes that the question tells, "B T d_model"
  /// What the axes are, "B" or "H*d_head"; empty ones follow the last.
  std::array<std::string_view, 4> axis_names;
  /// Computes the stage on seeded tensors of these sizes, and tells the shape of what came out.
  Shape (*run)(const NamedSizes& sizes);

  std::span<const std::string_view> axes() const;
  /// Whether the question tells the size of this name.
  bool tells(std::string_view size) const;
};

std::span<const ShapeStage> shape_stages();

}  // namespace manyheads
