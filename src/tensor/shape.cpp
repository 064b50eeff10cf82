#include "tensor/shape.hpp"

#include <algorithm>
#include <limits>

#include "tensor/error.hpp"
#include "tensor/message.hpp"

namespace manyheads {

Shape::Shape(std::size_t rank, Size size) {
  while (rank_ < rank) push_back(size);
}

void Shape::push_back(Size size) {
  if (rank_ > kMaxRank) {
    throw ShapeError({"shape", std::nullopt, message({"at most ", kMaxRank, " axes"}), "more"},
                     {"a shape has at most ", kMaxRank, " axes"});
  }
  sizes_[rank_++] = size;
}

void Shape::erase(const Size* axis) {
  std::copy(axis + 1, static_cast<const Size*>(end()), begin() + (axis - begin()));
  pop_back();
}

Size saturating_product(Size a, Size b) {
  Size product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<Size>::max() : product;
}

Size checked_size(const Shape& shape, const TensorName& name) {
  if (shape.size() > kMaxRank) {
    throw ShapeError({name, std::nullopt, message({"at most ", kMaxRank, " axes"}),
                      message({shape.size(), " axes"})},
                     {name, " has ", shape.size(), " axes; at most ", kMaxRank, " are possible"});
  }
  Size size = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 0) {
      throw ShapeError(
          {name, axis, "at least 1", "0"},
          {name, " has size 0 (axis ", axis, "); every axis must hold at least one element"});
    }
    size = saturating_product(size, shape[axis]);
  }
  if (saturating_product(size, sizeof(float)) > kMaxTensorBytes) {
    throw OutOfMemoryError(
        {name, " ", shape, " would take 2 GiB or more; a tensor must be smaller than that"});
  }
  return size;
}

std::string to_text(const Shape& shape) { return message({shape}); }

std::string to_text(std::span<const std::int64_t> numbers) {
  std::string text = "[";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text += message({i > 0 ? ", " : "", numbers[i]});
  }
  return text + "]";
}

Shape broadcast_shape(std::string_view operation, const Shape& a, const Shape& b,
                      std::string_view name_a, std::string_view name_b, std::size_t left_out) {
  const std::size_t rank = std::max(a.size(), b.size());
  Shape result(rank - left_out);
  for (std::size_t back = 1 + left_out; back <= rank; ++back) {
    const Size size_a = back <= a.size() ? a[a.size() - back] : 1;
    const Size size_b = back <= b.size() ? b[b.size() - back] : 1;
    if (size_a != size_b && size_a != 1 && size_b != 1) {
      const std::size_t axis = b.size() - back;
      throw ShapeError({name_b, axis, message({size_a, " or 1"}), size_b},
                       {Name{operation}, ": shapes ", a, " and ", b, " do not broadcast: axis ",
                        axis, " of ", Name{name_b}, " has ", size_b, ", ", Name{name_a}, " has ",
                        size_a, " there, and neither is 1"});
    }
    result[rank - back] = size_a == 1 ? size_b : size_a;
  }
  return result;
}

Size axis_stride(const Shape& shape, std::size_t axis) {
  Size stride = 1;
  for (std::size_t later = axis + 1; later < shape.size(); ++later) stride *= shape[later];
  return stride;
}

Shape coordinates(std::size_t element, const Shape& shape) {
  Shape at(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    at[axis] = element % shape[axis];
    element /= shape[axis];
  }
  return at;
}

Shape broadcast_strides(const Shape& shape, const Shape& result) {
  Shape strides(result.size(), 0);
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    strides[result.size() - shape.size() + axis] = axis_stride(shape, axis);
  }
  return strides;
}

std::size_t normalized_axis(std::string_view operation, std::int64_t axis, std::size_t rank,
                            std::string_view field) {
  const auto signed_rank = static_cast<std::int64_t>(rank);
  if (axis < -signed_rank || axis >= signed_rank) {
    throw ConfigError(field, {Name{operation}, ": axis ", axis, " does not exist in a tensor of ",
                              rank, " axes"});
  }
  return static_cast<std::size_t>(axis < 0 ? axis + signed_rank : axis);
}

void require_axis(std::string_view operation, const TensorName& argument, const Shape& shape,
                  std::size_t axis, Size wanted, std::string_view meaning) {
  if (shape[axis] == wanted) return;
  throw ShapeError({argument, axis, wanted, shape[axis]},
                   {Name{operation}, ": ", argument, " ", shape, " has ", shape[axis], " on axis ",
                    axis, ", wanted ", wanted, " (", meaning, ")"});
}

void require_rank(std::string_view operation, const TensorName& argument, const Shape& shape,
                  std::initializer_list<std::size_t> wanted, std::string_view meaning) {
  if (std::find(wanted.begin(), wanted.end(), shape.size()) != wanted.end()) return;
  throw ShapeError({argument, std::nullopt, meaning, shape},
                   {Name{operation}, ": ", argument, " is ", shape, ", wanted ", meaning});
}

void require_shape(std::string_view operation, const TensorName& argument, const Shape& shape,
                   const Shape& wanted, std::string_view meaning) {
  if (shape == wanted) return;  // allocates nothing
  const std::string text = to_text(wanted);
  require_rank(operation, argument, shape, {wanted.size()}, text);
  for (std::size_t axis = 0; axis < wanted.size(); ++axis) {
    require_axis(operation, argument, shape, axis, wanted[axis], meaning.empty() ? text : meaning);
  }
}

}  // namespace manyheads
