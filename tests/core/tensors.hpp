#pragma once
/// Small tensors, and expectations about whole tensors.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

#include "tensor/elementwise.hpp"
#include "tensor/random.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

inline Tensor tensor_of(const Shape& shape, const std::vector<float>& values) {
  Tensor tensor = make_tensor(shape, "a test's tensor");
  EXPECT_EQ(tensor.size(), values.size());
  std::copy_n(values.data(), tensor.size(), tensor.data());
  return tensor;
}

/// A tensor of rank 0.
inline Tensor scalar(float value) { return tensor_of({}, {value}); }

inline Tensor full(const Shape& shape, float value) {
  Tensor tensor = make_tensor(shape, "a test's tensor");
  tensor.fill(value);
  return tensor;
}

/// A tensor with an axis of size 0. The core makes none, but a caller can.
inline Tensor without_elements(const Shape& shape) {
  return Tensor::from_shape(std::vector<std::size_t>(shape.begin(), shape.end()));
}

/// 0, 1, 2, ...
inline Tensor counting(const Shape& shape) {
  Tensor tensor = make_tensor(shape, "a test's tensor");
  for (std::size_t i = 0; i < tensor.size(); ++i) tensor.data()[i] = static_cast<float>(i);
  return tensor;
}

/// Whole numbers from -8 to 8. Sums of a few thousand of their products are exact in float32, in
/// any order.
inline Tensor random_whole(const Shape& shape, std::uint64_t seed) {
  Tensor tensor = make_tensor(shape, "a test's tensor");
  SeededGenerator generator(seed);
  for (float& value : elements(tensor)) value = static_cast<float>(generator.below(17)) - 8.0f;
  return tensor;
}

/// The elements from `begin` to `end` of a flat tensor.
inline std::vector<float> copy_range(const Tensor& tensor, std::size_t begin, std::size_t end) {
  return {tensor.data() + begin, tensor.data() + end};
}

/// Same shape, and the same numbers; NaN in the same places.
inline void expect_equal(const Tensor& actual, const Tensor& expected) {
  ASSERT_EQ(to_text(shape_of(actual)), to_text(shape_of(expected)));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const float got = actual.data()[i], wanted = expected.data()[i];
    if (std::isnan(wanted)) {
      ASSERT_TRUE(std::isnan(got)) << "element " << i << " is " << got;
    } else {
      ASSERT_EQ(got, wanted) << "element " << i;
    }
  }
}

/// |actual - expected| <= tolerance * max(1, |expected|); NaN and infinities in the same places.
inline void expect_close(const Tensor& actual, const Tensor& expected, double tolerance) {
  ASSERT_EQ(to_text(shape_of(actual)), to_text(shape_of(expected)));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double got = actual.data()[i], wanted = expected.data()[i];
    if (std::isnan(wanted)) {
      ASSERT_TRUE(std::isnan(got)) << "element " << i << " is " << got;
    } else if (std::isinf(wanted)) {
      ASSERT_EQ(got, wanted) << "element " << i;
    } else {
      ASSERT_NEAR(got, wanted, tolerance * std::max(1.0, std::abs(wanted))) << "element " << i;
    }
  }
}

}  // namespace manyheads
