#include "tensor/shape.hpp"

#include <algorithm>
#include <limits>

#include "tensor/error.hpp"

namespace manyheads {

Size saturating_product(Size a, Size b) {
  Size product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<Size>::max() : product;
}

Size checked_size(const Shape& shape, const std::string& name) {
  if (shape.size() > kMaxRank) {
    throw ShapeError({name, std::nullopt, "at most " + std::to_string(kMaxRank) + " axes",
                      std::to_string(shape.size()) + " axes"},
                     name + " has " + std::to_string(shape.size()) + " axes; at most " +
                         std::to_string(kMaxRank) + " are possible");
  }
  Size size = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 0) {
      throw ShapeError({name, axis, "at least 1", "0"},
                       name + " has size 0 (axis " + std::to_string(axis) +
                           "); every axis must hold at least one element");
    }
    size = saturating_product(size, shape[axis]);
  }
  if (saturating_product(size, sizeof(float)) > kMaxTensorBytes) {
    throw OutOfMemoryError(name + " " + to_text(shape) +
                           " would be larger than 2 GiB, the most that one tensor may hold");
  }
  return size;
}

std::string to_text(const Shape& shape) {
  std::string text = "[";
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    text += (axis > 0 ? ", " : "") + std::to_string(shape[axis]);
  }
  return text + "]";
}

Shape broadcast_shape(const std::string& operation, const Shape& a, const Shape& b,
                      const std::string& name_a, const std::string& name_b) {
  const std::size_t rank = std::max(a.size(), b.size());
  Shape result(rank);
  for (std::size_t back = 1; back <= rank; ++back) {
    const Size of_a = back <= a.size() ? a[a.size() - back] : 1;
    const Size of_b = back <= b.size() ? b[b.size() - back] : 1;
    if (of_a != of_b && of_a != 1 && of_b != 1) {
      const std::size_t axis = b.size() - back;
      throw ShapeError({name_b, axis, std::to_string(of_a) + " or 1", std::to_string(of_b)},
                       operation + ": shapes " + to_text(a) + " and " + to_text(b) +
                           " do not broadcast: axis " + std::to_string(axis) + " of " + name_b +
                           " has " + std::to_string(of_b) + ", " + name_a + " has " +
                           std::to_string(of_a) + " there, and neither is 1");
    }
    result[rank - back] = std::max(of_a, of_b);
  }
  return result;
}

std::size_t normalized_axis(const std::string& operation, std::int64_t axis, std::size_t rank) {
  const auto signed_rank = static_cast<std::int64_t>(rank);
  if (axis < -signed_rank || axis >= signed_rank) {
    throw ConfigError("axis", operation + ": axis " + std::to_string(axis) +
                                  " does not exist in a tensor of " + std::to_string(rank) +
                                  " axes");
  }
  return static_cast<std::size_t>(axis < 0 ? axis + signed_rank : axis);
}

void require_axis(const std::string& operation, const std::string& argument, const Shape& shape,
                  std::size_t axis, Size wanted, const std::string& meaning) {
  if (shape[axis] == wanted) return;
  throw ShapeError({argument, axis, std::to_string(wanted), std::to_string(shape[axis])},
                   operation + ": " + argument + " " + to_text(shape) + " has " +
                       std::to_string(shape[axis]) + " on axis " + std::to_string(axis) +
                       ", wanted " + std::to_string(wanted) + " (" + meaning + ")");
}

void require_rank(const std::string& operation, const std::string& argument, const Shape& shape,
                  std::initializer_list<std::size_t> wanted, const std::string& meaning) {
  if (std::find(wanted.begin(), wanted.end(), shape.size()) != wanted.end()) return;
  throw ShapeError({argument, std::nullopt, meaning, to_text(shape)},
                   operation + ": " + argument + " is " + to_text(shape) + ", wanted " + meaning);
}

}  // namespace manyheads
