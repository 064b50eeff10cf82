#include "tensor/rearrange.hpp"

#include <limits>
#include <vector>

#include "core/expect_error.hpp"
#include "core/tensors.hpp"

namespace manyheads::rearrange_test {
namespace {

using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

// ---------------------------------------------------------------- reshape

TEST(Reshape, KeepsTheElementsInOrder) {
  expect_equal(reshape(counting({2, 6}), Sizes{3, 4}), counting({3, 4}));
}

TEST(Reshape, InfersTheSizeOfMinusOne) {
  expect_equal(reshape(counting({2, 6}), Sizes{-1}), counting({12}));
  expect_equal(reshape(counting({2, 6}), Sizes{3, -1, 2}), counting({3, 2, 2}));
}

TEST(Reshape, TurnsOneElementIntoANumberAndBack) {
  expect_equal(reshape(full({1, 1}, 5), Sizes{}), scalar(5));
  expect_equal(reshape(scalar(5), Sizes{1, -1}), full({1, 1}, 5));
}

TEST(Reshape, RefusesAShapeThatTheElementsDoNotFill) {
  expect_shape_error(
      [] {
        reshape(counting({2, 6}), Sizes{5, 2});
      },
      {"shape", std::nullopt, "12 elements", "[5, 2]"},
      "reshape: x [2, 6] has 12 elements, which do not fill [5, 2]");
}

TEST(Reshape, RefusesAnInferredSizeThatIsNotWhole) {
  expect_shape_error(
      [] {
        reshape(counting({2, 6}), Sizes{-1, 5});
      },
      {"shape", std::nullopt, "12 elements", "[-1, 5]"},
      "reshape: x [2, 6] has 12 elements, which do not fill [-1, 5]");
}

TEST(Reshape, RefusesASizeOfZero) {
  expect_shape_error(
      [] {
        reshape(counting({2, 6}), Sizes{0, -1});
      },
      {"shape", std::nullopt, "12 elements", "[0, -1]"},
      "reshape: x [2, 6] has 12 elements, which do not fill [0, -1]");
}

TEST(Reshape, RefusesASecondSizeOfMinusOne) {
  expect_config_error(
      [] {
        reshape(counting({2, 6}), Sizes{-1, -1});
      },
      "shape",
      "reshape: size -1 on axis 1; one size may be -1, the others must be at "
      "least 1");
}

TEST(Reshape, RefusesOtherNegativeSizes) {
  expect_config_error(
      [] {
        reshape(counting({2, 6}), Sizes{-2, -6});
      },
      "shape",
      "reshape: size -2 on axis 0; one size may be -1, the others must be at "
      "least 1");
}

TEST(Reshape, DoesNotLetHugeSizesWrapAroundToTheRightProduct) {
  constexpr std::int64_t kHalf = std::int64_t{1} << 32;

  EXPECT_THROW(reshape(scalar(1), Sizes{kHalf, kHalf}), ShapeError);
  EXPECT_THROW(reshape(counting({4}), Sizes{kHalf, kHalf, 4}), ShapeError);
}

TEST(Reshape, RefusesMoreThanEightAxes) {
  expect_shape_error([] { reshape(scalar(1), Sizes(9, 1)); },
                     {"the result", std::nullopt, "at most 8 axes", "9 axes"},
                     "the result has 9 axes; at most 8 are possible");
}

// ---------------------------------------------------------------- transpose

TEST(Transpose, ReversesTheAxes) {
  expect_equal(manyheads::transpose(tensor_of({2, 3}, {1, 2, 3, 4, 5, 6})),
               tensor_of({3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(shape_of(manyheads::transpose(counting({2, 3, 5}))), (Shape{5, 3, 2}));
}

TEST(Transpose, PutsTheAxesInThePassedOrder) {
  const Tensor x = counting({2, 3, 4});

  const Tensor moved = manyheads::transpose(x, Sizes{1, -1, 0});

  ASSERT_EQ(shape_of(moved), (Shape{3, 4, 2}));
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(moved(j, k, i), x(i, j, k));
    }
  }
}

TEST(Transpose, LeavesVectorsAndNumbersAsTheyAre) {
  expect_equal(manyheads::transpose(counting({4})), counting({4}));
  expect_equal(manyheads::transpose(scalar(7)), scalar(7));
}

TEST(Transpose, ReversesAsManyAxesAsATensorCanHave) {
  EXPECT_EQ(shape_of(manyheads::transpose(counting({1, 2, 1, 3, 1, 1, 2, 4}))),
            (Shape{4, 2, 1, 1, 3, 1, 2, 1}));
}

TEST(Transpose, RefusesAnOrderThatIsNotAPermutation) {
  const std::pair<Sizes, std::string> refused[] = {{{}, "[]"},
                                                   {{0, 1}, "[0, 1]"},
                                                   {{0, 1, 1}, "[0, 1, 1]"},
                                                   {{0, 1, -2}, "[0, 1, -2]"},
                                                   {{0, 1, 2, 0}, "[0, 1, 2, 0]"}};
  for (const auto& [axes, text] : refused) {
    const std::string message =
        "transpose: axes " + text + " must name each of the 3 axes of x once";
    expect_config_error(
        [&] {
          manyheads::transpose(counting({2, 3, 4}), axes);
        },
        "axes", message.c_str());
  }
}

TEST(Transpose, RefusesAnAxisThatDoesNotExist) {
  expect_config_error(
      [] {
        manyheads::transpose(counting({2, 3}), Sizes{0, 2});
      },
      "axes", "transpose: axis 2 does not exist in a tensor of 2 axes");
}

// ---------------------------------------------------------------- concatenate

Tensor join(const std::vector<Tensor>& parts, std::int64_t axis) {
  std::vector<const Tensor*> pointers;
  for (const Tensor& part : parts) pointers.push_back(&part);
  return concatenate(pointers, axis);
}

TEST(Concatenate, PutsRowsBelowRows) {
  expect_equal(join({tensor_of({1, 2}, {1, 2}), tensor_of({2, 2}, {3, 4, 5, 6})}, 0),
               tensor_of({3, 2}, {1, 2, 3, 4, 5, 6}));
}

TEST(Concatenate, PutsColumnsNextToColumns) {
  expect_equal(join({tensor_of({2, 1}, {1, 4}), tensor_of({2, 2}, {2, 3, 5, 6})}, -1),
               tensor_of({2, 3}, {1, 2, 3, 4, 5, 6}));
}

TEST(Concatenate, FindsAMiddleAxis) {
  expect_equal(
      join({tensor_of({2, 1, 2}, {0, 1, 6, 7}), tensor_of({2, 2, 2}, {2, 3, 4, 5, 8, 9, 10, 11})},
           1),
      counting({2, 3, 2}));
}

TEST(Concatenate, OfOneTensorIsThatTensor) {
  expect_equal(join({counting({2, 3})}, 0), counting({2, 3}));
}

TEST(Concatenate, RefusesAnEmptyList) {
  expect_shape_error([] { join({}, 0); }, {"parts", std::nullopt, "at least one tensor", "none"},
                     "concat: parts is empty, wanted at least one tensor");
}

TEST(Concatenate, RefusesAnotherRank) {
  expect_shape_error(
      [] {
        join({counting({2, 3}), counting({3})}, 0);
      },
      {"parts[1]", std::nullopt, "2 axes, as parts[0] has", "[3]"},
      "concat: parts[1] is [3], wanted 2 axes, as parts[0] has");
}

TEST(Concatenate, RefusesAnotherSizeOnAnotherAxis) {
  expect_shape_error(
      [] {
        join({counting({2, 3}), counting({5, 3}), counting({2, 4})}, 0);
      },
      {"parts[2]", 1, "3", "4"},
      "concat: parts[2] [2, 4] has 4 on axis 1, wanted 3 (as parts[0] has)");
}

TEST(Concatenate, RefusesAnAxisThatDoesNotExist) {
  expect_config_error(
      [] {
        join({counting({2, 3})}, 2);
      },
      "axis", "concat: axis 2 does not exist in a tensor of 2 axes");
  expect_config_error(
      [] {
        join({scalar(1), scalar(2)}, 0);
      },
      "axis", "concat: axis 0 does not exist in a tensor of 0 axes");
}

// ---------------------------------------------------------------- slice

AxisRange at(std::int64_t index) { return {.index = index, .start = {}, .stop = {}}; }
AxisRange range(std::optional<std::int64_t> start, std::optional<std::int64_t> stop,
                std::int64_t step = 1) {
  return {.index = {}, .start = start, .stop = stop, .step = step};
}
Tensor take_slice(const Tensor& x, const std::vector<AxisRange>& ranges) {
  return slice(x, ranges);
}

TEST(Slice, TakesTheSameElementsAsPython) {
  struct {
    AxisRange range;
    std::vector<float> wanted;  // list(range(6))[start:stop:step]
  } const cases[] = {
      {range({}, {}), {0, 1, 2, 3, 4, 5}},
      {range(2, {}), {2, 3, 4, 5}},
      {range({}, 2), {0, 1}},
      {range(1, 5, 2), {1, 3}},
      {range(-2, {}), {4, 5}},
      {range({}, -4), {0, 1}},
      {range({}, {}, -1), {5, 4, 3, 2, 1, 0}},
      {range(4, 1, -1), {4, 3, 2}},
      {range(4, {}, -2), {4, 2, 0}},
      {range({}, 2, -2), {5, 3}},
      {range(-1, -4, -1), {5, 4, 3}},
      {range(-100, 3), {0, 1, 2}},
      {range(3, 100), {3, 4, 5}},
      {range(100, -100, -4), {5, 1}},
      {range({}, {}, 100), {0}},
      {range(2, {}, -100), {2}},
      {range(1, {}, kFar), {1}},
      {range(1, {}, -kFar), {1}},
      {range(4, {}, -kFar - 1), {4}},
      {range(-kFar - 1, kFar), {0, 1, 2, 3, 4, 5}},
  };
  for (const auto& [range, wanted] : cases) {
    const Tensor taken = take_slice(counting({6}), {range});
    EXPECT_EQ(copy_range(taken, 0, taken.size()), wanted);
  }
}

TEST(Slice, TakesHugeStepsOnAnOuterAxis) {
  expect_equal(take_slice(counting({3, 4}), {range(1, {}, kFar)}), tensor_of({1, 4}, {4, 5, 6, 7}));
  expect_equal(take_slice(counting({3, 4}), {range(1, {}, -kFar - 1)}),
               tensor_of({1, 4}, {4, 5, 6, 7}));
}

TEST(Slice, DropsTheAxisOfAnIndex) {
  const Tensor x = counting({2, 3, 4});

  expect_equal(take_slice(x, {at(1), at(-1)}), tensor_of({4}, {20, 21, 22, 23}));
  expect_equal(take_slice(x, {at(0), at(1), at(2)}), scalar(6));
}

TEST(Slice, TakesAxesWithoutARangeWhole) {
  expect_equal(take_slice(counting({2, 3}), {range(1, {})}), tensor_of({1, 3}, {3, 4, 5}));
  expect_equal(take_slice(counting({2, 3}), {}), counting({2, 3}));
}

TEST(Slice, CombinesIndicesAndStepsOnDifferentAxes) {
  expect_equal(take_slice(counting({2, 3, 4}), {range({}, {}, -1), at(1), range(3, 0, -2)}),
               tensor_of({2, 2}, {19, 17, 7, 5}));
}

TEST(Slice, RefusesAnIndexOutside) {
  expect_config_error(
      [] {
        take_slice(counting({2, 3}), {at(0), at(3)});
      },
      "ranges", "slice: index 3 is outside (axis 1 of size 3)");
  expect_config_error(
      [] {
        take_slice(counting({2, 3}), {at(-3)});
      },
      "ranges", "slice: index -3 is outside (axis 0 of size 2)");
}

TEST(Slice, RefusesAStepOfZero) {
  expect_config_error(
      [] {
        take_slice(counting({2, 3}), {range({}, {}, 0)});
      },
      "ranges", "slice: a step of 0 (axis 0 of size 2)");
}

TEST(Slice, RefusesMoreRangesThanAxes) {
  expect_config_error(
      [] {
        take_slice(counting({4}), {at(0), at(0)});
      },
      "ranges", "slice: 2 ranges were given for the 1 axes of x");
}

TEST(Slice, RefusesAnEmptyResult) {
  const std::pair<AxisRange, std::string> refused[] = {{range(3, 3), "3:3:1"},
                                                       {range(4, 2), "4:2:1"},
                                                       {range(2, 4, -1), "2:4:-1"},
                                                       {range(100, {}), "100::1"}};
  for (const auto& [empty, text] : refused) {
    const std::string message = "slice: the range " + text + " takes nothing of axis 2 of size 6";
    expect_shape_error(
        [&, range = empty] {
          take_slice(counting({3, 2, 6}), {at(1), manyheads::AxisRange{}, range});
        },
        {"ranges", 2, "at least 1", "0"}, message.c_str());
  }
}

}  // namespace
}  // namespace manyheads::rearrange_test
