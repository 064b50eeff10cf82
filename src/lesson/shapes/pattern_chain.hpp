#pragma once
/// Runs a learner's chain of reshapes, transposes and patterns. Each element's value is its index
/// in the first tensor, so a right shape with wrong contents is noticed.

#include <optional>
#include <span>
#include <string_view>

#include "lesson/shapes/axis_names.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

struct PatternChainResult {
  NamedSizes axes;        ///< of the first tensor, with the names from `expected`
  Tensor origins;         ///< for each element its row-major index in the first tensor
  Tensor wanted;          ///< the same for the result of `expected`
  std::size_t misplaced;  ///< elements of `origins` that differ; all of them if the shapes differ
  /// A row-major index; empty if the shapes differ or nothing is misplaced.
  std::optional<std::size_t> first_misplaced;
  /// The row-major index in `wanted` where the first misplaced element belongs.
  std::size_t right_place;

  /// The indices in the first tensor of an element with this origin.
  Shape coordinates_of(float origin) const;
};

/// @param steps     one transformation each; a blank one does nothing: "b t (h d) -> b h t d", as
///                  in einops; names only on the right repeat elements; "reshape(B, T, H, d_head)",
///                  in which one size may be -1; "transpose(0, 2, 1, 3)" and "swapaxes(1, 2)"
/// @param sizes     the sizes of the names in the steps
/// @param expected  one pattern, "b t (h d) -> b h t d": the axes of the first tensor and the goal
/// @throws FormatError with the step and the column, ShapeError with the step and the sizes if a
/// step does not fit or makes more than kMaxChainElements elements, ConfigError for more than 100
/// steps or if they move more than 2^24 elements in all
PatternChainResult run_pattern(std::span<const std::string_view> steps, const NamedSizes& sizes,
                               std::string_view expected);

}  // namespace manyheads
