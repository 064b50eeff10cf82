#include "tensor/reduce.hpp"

#include "core/expect_error.hpp"
#include "core/tensors.hpp"

namespace manyheads::reduce_test {
namespace {

const Tensor kTwoByThree = tensor_of({2, 3}, {1, 2, 6, 4, 5, 3});

TEST(Reduce, RemovesOneAxis) {
  expect_equal(manyheads::reduce(kTwoByThree, Reduction::kSum, 0, false),
               tensor_of({3}, {5, 7, 9}));
  expect_equal(manyheads::reduce(kTwoByThree, Reduction::kMean, 1, false), tensor_of({2}, {3, 4}));
  expect_equal(manyheads::reduce(kTwoByThree, Reduction::kMax, -1, false), tensor_of({2}, {6, 5}));
}

TEST(Reduce, KeepsTheAxisWithSizeOneIfAsked) {
  expect_equal(manyheads::reduce(kTwoByThree, Reduction::kMax, 0, true),
               tensor_of({1, 3}, {4, 5, 6}));
  expect_equal(manyheads::reduce(kTwoByThree, Reduction::kSum, 1, true),
               tensor_of({2, 1}, {9, 12}));
}

TEST(Reduce, WithoutAnAxisReducesEverything) {
  expect_equal(manyheads::reduce(kTwoByThree, Reduction::kSum, std::nullopt, false), scalar(21));
  expect_equal(manyheads::reduce(kTwoByThree, Reduction::kMean, std::nullopt, true),
               full({1, 1}, 3.5f));
  expect_equal(manyheads::reduce(kTwoByThree, Reduction::kMax, std::nullopt, false), scalar(6));
}

TEST(Reduce, FindsAMiddleAxis) {
  const Tensor sums = manyheads::reduce(counting({2, 3, 4}), Reduction::kSum, 1, false);

  expect_equal(sums, tensor_of({2, 4}, {12, 15, 18, 21, 48, 51, 54, 57}));
}

TEST(Reduce, LeavesANumberAsItIs) {
  expect_equal(manyheads::reduce(scalar(3), Reduction::kMean, std::nullopt, false), scalar(3));
}

TEST(Reduce, SumsInDouble) {
  const Tensor x = tensor_of({3}, {1e8f, 1, -1e8f});  // 1e8 + 1 is 1e8 in float32

  expect_equal(manyheads::reduce(x, Reduction::kSum, 0, false), scalar(1));
}

TEST(Reduce, PropagatesNaNFromAnywhere) {
  for (std::size_t i = 0; i < 3; ++i) {
    Tensor x = tensor_of({3}, {1, 5, 2});
    x(i) = kNaN;
    for (const auto reduction : {Reduction::kSum, Reduction::kMean, Reduction::kMax}) {
      expect_equal(manyheads::reduce(x, reduction, 0, false), scalar(kNaN));
    }
  }
}

TEST(Reduce, FindsTheMaximumAmongInfinities) {
  expect_equal(manyheads::reduce(full({3}, -kInfinity), Reduction::kMax, 0, false),
               scalar(-kInfinity));
  expect_equal(manyheads::reduce(tensor_of({2}, {1, kInfinity}), Reduction::kMax, 0, false),
               scalar(kInfinity));
}

TEST(Reduce, RefusesATensorWithoutElements) {
  const Tensor empty = without_elements({3, 0});
  for (const std::optional<std::int64_t> axis : {std::optional<std::int64_t>{}, {0}, {1}}) {
    expect_shape_error([&] { manyheads::reduce(empty, Reduction::kSum, axis, false); },
                       {"x", 1, "at least 1", "0"},
                       "x has size 0 (axis 1); every axis must hold at least one element");
  }
}

TEST(Reduce, RefusesAnAxisThatDoesNotExist) {
  expect_config_error([] { manyheads::reduce(kTwoByThree, Reduction::kSum, 2, false); }, "axis",
                      "sum: axis 2 does not exist in a tensor of 2 axes");
  expect_config_error([] { manyheads::reduce(kTwoByThree, Reduction::kMean, -3, false); }, "axis",
                      "mean: axis -3 does not exist in a tensor of 2 axes");
  expect_config_error([] { manyheads::reduce(scalar(1), Reduction::kMax, 0, false); }, "axis",
                      "max: axis 0 does not exist in a tensor of 0 axes");
}

}  // namespace
}  // namespace manyheads::reduce_test
