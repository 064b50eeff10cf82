#include "tensor/shape.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/expect_error.hpp"

namespace manyheads::shape_test {
namespace {

constexpr Size kLargest = std::numeric_limits<Size>::max();

TEST(SaturatingProduct, IsExactWhileItFits) {
  EXPECT_EQ(saturating_product(Size{1} << 31, Size{1} << 32), Size{1} << 63);
  EXPECT_EQ(saturating_product(kLargest, 1), kLargest);
  EXPECT_EQ(saturating_product(kLargest, 0), 0u);
}

TEST(SaturatingProduct, StaysAtTheLargestSizeInsteadOfWrapping) {
  EXPECT_EQ(saturating_product(Size{1} << 32, Size{1} << 32), kLargest);
  EXPECT_EQ(saturating_product(Size{1} << 63, 2), kLargest);
}

TEST(CheckedSize, CountsTheElements) {
  EXPECT_EQ(checked_size({2, 3, 5}, "x"), 30u);
  EXPECT_EQ(checked_size({}, "a number"), 1u);
  EXPECT_EQ(checked_size({1, 1, 1, 1, 1, 1, 1, 2}, "x"), 2u);
}

TEST(CheckedSize, AllowsTheLargestTensorAndNothingBeyond) {
  const Size most = kMaxTensorBytes / sizeof(float);

  EXPECT_EQ(checked_size({most}, "x"), most);
  EXPECT_THROW(checked_size({most + 1}, "x"), OutOfMemoryError);
}

TEST(CheckedSize, NeverWrapsAround) {
  const Shape too_large[] = {
      {Size{1} << 30},                 // 2^32 bytes: 0 in 32 bits
      {Size{1} << 32},                 // 0 elements in 32 bits
      {(Size{1} << 32) + 1},           // 1 element in 32 bits
      {Size{1} << 62},                 // 2^64 bytes: 0 in 64 bits
      {Size{1} << 31, Size{1} << 31},  // the same, multiplied
      {Size{1} << 32, Size{1} << 32},  // 0 elements in 64 bits
      {Size{1} << 20, Size{1} << 20, Size{1} << 20, Size{1} << 20},
      {kLargest},
      {kLargest, kLargest},
  };
  for (const Shape& shape : too_large) {
    SCOPED_TRACE(to_text(shape));
    EXPECT_THROW(checked_size(shape, "x"), OutOfMemoryError);
  }
}

TEST(CheckedSize, NamesTheTensorThatWouldBeTooLarge) {
  expect_out_of_memory(
      [] {
        checked_size({Size{1} << 31, 4}, "x");
      },
      "x [2147483648, 4] would take 2 GiB or more; a tensor must be smaller than that");
}

TEST(CheckedSize, RefusesAnAxisOfZero) {
  expect_shape_error(
      [] {
        checked_size({2, 0, 3}, "x");
      },
      {"x", 1, "at least 1", "0"},
      "x has size 0 (axis 1); every axis must hold at least one element");
}

TEST(CheckedSize, RefusesAnAxisOfZeroNextToAHugeAxis) {
  EXPECT_THROW(checked_size({kLargest, 0}, "x"), ShapeError);
}

TEST(CheckedSize, RefusesMoreThanEightAxes) {
  expect_shape_error([] { checked_size(Shape(9, 1), "x"); },
                     {"x", std::nullopt, "at most 8 axes", "9 axes"},
                     "x has 9 axes; at most 8 are possible");
}

TEST(ShapeText, IsTheSizesInBrackets) {
  EXPECT_EQ(to_text(Shape{2, 6, 64}), "[2, 6, 64]");
  EXPECT_EQ(to_text(Shape{7}), "[7]");
  EXPECT_EQ(to_text(Shape{}), "[]");
}

TEST(BroadcastShape, FollowsNumPysRule) {
  struct {
    Shape a, b, wanted;
  } const cases[] = {
      {{2, 3}, {2, 3}, {2, 3}}, {{2, 3}, {3}, {2, 3}},          {{2, 1}, {1, 3}, {2, 3}},
      {{}, {4, 5}, {4, 5}},     {{7, 1, 5}, {6, 1}, {7, 6, 5}}, {{1}, {1, 1}, {1, 1}},
  };
  for (const auto& [a, b, wanted] : cases) {
    SCOPED_TRACE(to_text(a) + " and " + to_text(b));
    EXPECT_EQ(broadcast_shape("add", a, b), wanted);
    EXPECT_EQ(broadcast_shape("add", b, a), wanted);
  }
}

TEST(BroadcastShape, NamesTheAxisThatDoesNotFit) {
  expect_shape_error(
      [] {
        broadcast_shape("add", {5, 2, 3}, {4, 3});
      },
      {"b", 0, "2 or 1", "4"},
      "add: shapes [5, 2, 3] and [4, 3] do not broadcast: axis 0 of b has 4, a has "
      "2 there, and neither is 1");
}

TEST(NormalizedAxis, CountsNegativeAxesFromTheBack) {
  EXPECT_EQ(normalized_axis("sum", 0, 3), 0u);
  EXPECT_EQ(normalized_axis("sum", 2, 3), 2u);
  EXPECT_EQ(normalized_axis("sum", -1, 3), 2u);
  EXPECT_EQ(normalized_axis("sum", -3, 3), 0u);
}

TEST(NormalizedAxis, RefusesAnAxisThatDoesNotExist) {
  for (const std::int64_t axis :
       {std::int64_t{3}, std::int64_t{-4}, std::numeric_limits<std::int64_t>::min()}) {
    expect_config_error(
        [&] { normalized_axis("softmax", axis, 3); }, "axis",
        "softmax: axis " + std::to_string(axis) + " does not exist in a tensor of 3 axes");
  }
}

TEST(NormalizedAxis, FindsNoAxisInANumber) {
  expect_config_error([] { normalized_axis("softmax", -1, 0); }, "axis",
                      "softmax: axis -1 does not exist in a tensor of 0 axes");
}

TEST(RequireAxis, NamesTheAxisAndBothSizes) {
  expect_shape_error(
      [] {
        require_axis("attend", "k", {2, 3, 32}, 2, 64, "d_head");
      },
      {"k", 2, "64", "32"}, "attend: k [2, 3, 32] has 32 on axis 2, wanted 64 (d_head)");
}

TEST(RequireRank, NamesTheShapesWanted) {
  expect_shape_error(
      [] {
        require_rank("forward", "x", {4}, {2, 3}, "[T, d] or [B, T, d]");
      },
      {"x", std::nullopt, "[T, d] or [B, T, d]", "[4]"},
      "forward: x is [4], wanted [T, d] or [B, T, d]");
}

TEST(RequireRank, AcceptsEveryAllowedRank) {
  EXPECT_NO_THROW(require_rank("forward", "x", {4, 5}, {2, 3}, ""));
  EXPECT_NO_THROW(require_rank("forward", "x", {4, 5, 6}, {2, 3}, ""));
}

}  // namespace
}  // namespace manyheads::shape_test
