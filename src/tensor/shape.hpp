#pragma once
/// Shapes whose sizes come from outside: counted in 64 bits, checked before they are cast.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "tensor/tensor_name.hpp"

namespace manyheads {

using Size = std::uint64_t;
/// One tensor holds less than 2 GiB: containers compute their size as the difference of two
/// pointers, which has no larger values in 32-bit WebAssembly.
inline constexpr Size kMaxTensorBytes = (Size{1} << 31) - 1;
inline constexpr std::size_t kMaxRank = 8;

/// The sizes of the axes. It is used like a std::vector but stores its sizes in place. A layer
/// makes many shapes in each call: so they allocate nothing, and a check that throws has nothing to
/// destroy.
class Shape {
 public:
  using value_type = Size;
  using size_type = std::size_t;
  using iterator = Size*;
  using const_iterator = const Size*;

  Shape() = default;
  explicit Shape(std::size_t rank, Size size = 0);
  Shape(std::initializer_list<Size> sizes) : Shape(sizes.begin(), sizes.end()) {}
  template <std::input_iterator Iterator>
  Shape(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(static_cast<Size>(*first));
  }

  std::size_t size() const { return rank_; }
  bool empty() const { return rank_ == 0; }
  Size* begin() { return sizes_; }
  Size* end() { return sizes_ + rank_; }
  const Size* begin() const { return sizes_; }
  const Size* end() const { return sizes_ + rank_; }
  const Size* cbegin() const { return begin(); }  // for xtensor's reshape
  const Size* cend() const { return end(); }
  Size& operator[](std::size_t axis) { return sizes_[axis]; }
  Size operator[](std::size_t axis) const { return sizes_[axis]; }
  Size& front() { return sizes_[0]; }
  Size front() const { return sizes_[0]; }
  Size& back() { return sizes_[rank_ - 1]; }
  Size back() const { return sizes_[rank_ - 1]; }

  /// @throws ShapeError where there is no room for another axis.
  void push_back(Size size);
  void pop_back() { --rank_; }
  void erase(const Size* axis);

  bool operator==(const Shape& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  std::size_t rank_ = 0;
  Size sizes_[kMaxRank + 1];  // one more than allowed: checked_size then names the tensor
};

/// a * b, or the largest Size where that does not fit.
Size saturating_product(Size a, Size b);

/// The number of elements of `shape`. Before memory is allocated, sizes from outside are multiplied
/// only here.
/// @throws ShapeError for an axis of 0 or more than kMaxRank axes.
/// @throws OutOfMemoryError where float32 elements would exceed kMaxTensorBytes.
Size checked_size(const Shape& shape, const TensorName& name);

/// "[2, 6, 64]"
std::string to_text(const Shape& shape);
/// The same for what a caller wrote as a shape or as a list of axes: "[-1, 64]"
std::string to_text(std::span<const std::int64_t> numbers);

/// The shape that both broadcast to, by NumPy's rule: sizes are equal or 1, from the last axis on.
/// @param left_out  the number of axes at the end that are not compared and not in the result
/// @throws ShapeError naming the first axis, from the right, that does not fit.
Shape broadcast_shape(std::string_view operation, const Shape& a, const Shape& b,
                      std::string_view name_a = "a", std::string_view name_b = "b",
                      std::size_t left_out = 0);

/// The distance between neighbours along `axis` in a row-major tensor, in elements.
Size axis_stride(const Shape& shape, std::size_t axis);

/// Where an element is in a row-major tensor: its index along each axis.
Shape coordinates(std::size_t element, const Shape& shape);

/// For each axis of `result`, the stride of a tensor of this shape: 0 where it broadcasts.
Shape broadcast_strides(const Shape& shape, const Shape& result);

/// The index of `axis` from the front. A negative axis counts from the back.
/// @throws ConfigError naming `field` where there is no such axis.
std::size_t normalized_axis(std::string_view operation, std::int64_t axis, std::size_t rank,
                            std::string_view field = "axis");

/// @throws ShapeError unless this axis has the wanted size.
void require_axis(std::string_view operation, const TensorName& argument, const Shape& shape,
                  std::size_t axis, Size wanted, std::string_view meaning);

/// @param meaning  the wanted shapes, e.g. "[T, S] or [B, T, S]"
/// @throws ShapeError unless the rank is one of those wanted.
void require_rank(std::string_view operation, const TensorName& argument, const Shape& shape,
                  std::initializer_list<std::size_t> wanted, std::string_view meaning);

/// @throws ShapeError unless this is the shape.
/// @param meaning  the names of its axes; empty: the message shows the wanted shape
void require_shape(std::string_view operation, const TensorName& argument, const Shape& shape,
                   const Shape& wanted, std::string_view meaning = {});

}  // namespace manyheads
