#pragma once
/// The stages of attention that shape questions ask about, each with a function that computes it.

#include <array>
#include <span>
#include <string_view>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/shape.hpp"

namespace manyheads {

struct ShapeStage {
  std::string_view name;  ///< "split-heads", the id of its question
  int level;
  std::string_view shown_sizes;  ///< names of the sizes in the question, "B T d_model"
  /// The name of each axis, "B" or "H*d_head". Unused places at the end are empty.
  std::array<std::string_view, 4> axis_names;
  /// Computes the stage on random tensors of these sizes and returns the shape of the result.
  Shape (*run)(const NamedSizes& sizes);

  std::span<const std::string_view> axes() const;
  /// Whether the question shows the size of this name.
  bool shows(std::string_view size) const;
};

std::span<const ShapeStage> shape_stages();

}  // namespace manyheads
