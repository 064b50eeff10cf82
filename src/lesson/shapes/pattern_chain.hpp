#pragma once
/// Runs a learner's chain of reshapes, transposes and patterns. Each element's value is its index
/// in the first tensor, so a right shape with wrong contents is noticed.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "fields/results.hpp"
#include "lesson/shapes/axis_names.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// A place whose element is not the right one.
struct MisplacedElement {
  Shape at;          ///< the place
  Shape belongs_at;  ///< where in `wanted` the element of this place is
  // Where the element of this place, and the one that should be there, are in the first tensor: one
  // index for each axis.
  NamedSizes holds, should_hold;
};
template <>
inline constexpr auto kResults<MisplacedElement> = results(
    result<&MisplacedElement::at>("at"), result<&MisplacedElement::belongs_at>("belongs_at"),
    result<&MisplacedElement::holds>("holds"),
    result<&MisplacedElement::should_hold>("should_hold"));

struct AxisMeaning {
  std::string_view name;
  std::string_view meaning;  ///< the core's name for this axis: "d_head" for d_k
};

struct PatternChainResult {
  NamedSizes axes;  ///< of the first tensor, with the names from `expected`
  std::vector<AxisMeaning> meanings;
  Tensor origins;         ///< for each element its row-major index in the first tensor
  Tensor wanted;          ///< the same for the result of `expected`
  std::size_t misplaced;  ///< elements of `origins` that differ; all of them if the shapes differ
  /// In row-major order. Empty if the shapes differ or nothing is misplaced.
  std::optional<MisplacedElement> first_misplaced;
};
template <>
inline constexpr auto kResults<PatternChainResult> = results(
    result<&PatternChainResult::axes>("axes"), result<&PatternChainResult::meanings>("meanings"),
    result<&PatternChainResult::misplaced>("misplaced"),
    result<&PatternChainResult::first_misplaced>("first_misplaced"),
    result<&PatternChainResult::origins>("origins"), result<&PatternChainResult::wanted>("wanted"));

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
