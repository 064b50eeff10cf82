#include "tensor/rearrange.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "tensor/error.hpp"
#include "tensor/expression.hpp"
#include "tensor/message.hpp"

namespace manyheads {
namespace {

/// `count` elements of one axis, `step` apart.
struct AxisPart {
  std::int64_t first, count, step;
};

/// As Python writes it: "4:2:1", or "::-1" without bounds.
std::string to_text(const AxisRange& range) {
  const auto bound = [](const std::optional<std::int64_t>& index) {
    return index ? message({*index}) : "";
  };
  return message({bound(range.start), ":", bound(range.stop), ":", range.step});
}

/// Python's slice.indices: bounds are clipped to the axis.
AxisPart resolve_range(const AxisRange& range, std::int64_t size, std::size_t axis) {
  const auto make_error = [&](std::initializer_list<Piece> reason) {
    return ConfigError("ranges",
                       {"slice: ", message(reason), " (axis ", axis, " of size ", size, ")"});
  };
  if (range.index) {
    if (*range.index < -size || *range.index >= size) {
      throw make_error({"index ", *range.index, " is outside"});
    }
    return {*range.index < 0 ? *range.index + size : *range.index, 1, 1};
  }
  if (range.step == 0) throw make_error({"a step of 0"});
  // A longer step takes at most one element.
  const std::int64_t step = std::clamp(range.step, -size, size);
  const bool forward = step > 0;
  const auto bound = [&](const std::optional<std::int64_t>& index, std::int64_t default_bound) {
    if (!index) return default_bound;
    const std::int64_t from_front = *index < 0 ? *index + size : *index;
    return std::clamp(from_front, forward ? std::int64_t{0} : std::int64_t{-1},
                      forward ? size : size - 1);
  };
  const std::int64_t first = bound(range.start, forward ? 0 : size - 1);
  const std::int64_t last = bound(range.stop, forward ? size : -1);
  const std::int64_t distance = forward ? last - first : first - last;
  return {first, distance > 0 ? (distance - 1) / std::abs(step) + 1 : 0, step};
}

}  // namespace

Tensor reshape(const Tensor& x, std::span<const std::int64_t> shape) {
  Shape wanted(shape.begin(), shape.end());
  const auto inferred = std::find(shape.begin(), shape.end(), -1);
  Size known = 1;
  for (auto size = shape.begin(); size != shape.end(); ++size) {
    if (size == inferred) continue;
    if (*size < 0) {
      throw ConfigError("shape", {"reshape: size ", *size, " on axis ", size - shape.begin(),
                                  "; one size may be -1, the others must be at least 1"});
    }
    known = saturating_product(known, static_cast<Size>(*size));
  }
  if (inferred != shape.end() && known != 0 && x.size() % known == 0) {
    wanted[static_cast<std::size_t>(inferred - shape.begin())] = x.size() / known;
    known = x.size();
  }
  if (known != x.size()) {
    const std::string text = to_text(shape);
    throw ShapeError(
        {"shape", std::nullopt, message({x.size(), " elements"}), text},
        {"reshape: x ", shape_of(x), " has ", x.size(), " elements, which do not fill ", text});
  }
  Tensor result = make_tensor(wanted, "the result");
  std::copy_n(x.data(), x.size(), result.data());
  return result;
}

Tensor transpose(const Tensor& x, std::optional<std::span<const std::int64_t>> order) {
  const Shape shape = shape_of(x);
  std::array<std::size_t, kMaxRank> axes;
  for (std::size_t i = 0; i < shape.size(); ++i) axes[i] = shape.size() - 1 - i;
  if (order) {
    bool permutation = order->size() == shape.size();
    for (std::size_t i = 0; permutation && i < order->size(); ++i) {
      axes[i] = normalized_axis("transpose", (*order)[i], shape.size(), "axes");
      permutation = std::find(axes.begin(), axes.begin() + i, axes[i]) == axes.begin() + i;
    }
    if (!permutation) {
      throw ConfigError("axes", {"transpose: axes ", to_text(*order), " must name each of the ",
                                 shape.size(), " axes of x once"});
    }
  }
  Shape transposed;
  ViewStrides strides;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    transposed.push_back(shape[axes[i]]);
    strides[i] = static_cast<std::ptrdiff_t>(axis_stride(shape, axes[i]));
  }
  return evaluate(transposed, make_view(x, transposed, strides));
}

Tensor concatenate(std::span<const Tensor* const> parts, std::int64_t axis) {
  if (parts.empty()) {
    throw ShapeError({"parts", std::nullopt, "at least one tensor", "none"},
                     "concat: parts is empty, wanted at least one tensor");
  }
  Shape shape = shape_of(*parts[0]);
  const std::size_t at = normalized_axis("concat", axis, shape.size());
  shape[at] = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Shape part = shape_of(*parts[i]);
    const std::string name = message({"parts[", i, "]"});
    require_rank("concat", name, part, {shape.size()},
                 message({shape.size(), " axes, as parts[0] has"}));
    for (std::size_t other = 0; other < shape.size(); ++other) {
      if (other != at) require_axis("concat", name, part, other, shape[other], "as parts[0] has");
    }
    shape[at] += part[at];
  }
  Tensor result = make_tensor(shape, "the result");
  std::size_t outer = 1;
  for (std::size_t before = 0; before < at; ++before) {
    outer *= static_cast<std::size_t>(shape[before]);
  }
  float* out = result.data();
  for (std::size_t i = 0; i < outer; ++i) {
    for (const Tensor* part : parts) {
      const std::size_t block = part->size() / outer;
      out = std::copy_n(part->data() + i * block, block, out);
    }
  }
  return result;
}

Tensor slice(const Tensor& x, std::span<const AxisRange> ranges) {
  const Shape shape = shape_of(x);
  if (ranges.size() > shape.size()) {
    throw ConfigError("ranges", {"slice: ", ranges.size(), " ranges were given for the ",
                                 shape.size(), " axes of x"});
  }
  std::ptrdiff_t offset = 0;
  Shape kept;
  ViewStrides strides;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const AxisRange range = axis < ranges.size() ? ranges[axis] : AxisRange{};
    const AxisPart part = resolve_range(range, static_cast<std::int64_t>(shape[axis]), axis);
    if (part.count == 0) {
      throw ShapeError({"ranges", axis, "at least 1", "0"},
                       {"slice: the range ", to_text(range), " takes nothing of axis ", axis,
                        " of size ", shape[axis]});
    }
    const auto stride = static_cast<std::ptrdiff_t>(axis_stride(shape, axis));
    offset += static_cast<std::ptrdiff_t>(part.first) * stride;
    if (range.index) continue;
    strides[kept.size()] = static_cast<std::ptrdiff_t>(part.step) * stride;
    kept.push_back(static_cast<Size>(part.count));
  }
  return evaluate(kept, make_view(x, kept, strides, offset));
}

}  // namespace manyheads
