#include "tensor/elementwise.hpp"

#include <cmath>
#include <limits>

#include "core/expect_error.hpp"
#include "core/tensors.hpp"

namespace manyheads::elementwise_test {
namespace {

const Tensor kTwoByThree = tensor_of({2, 3}, {1, 2, 3, 4, 5, 6});

TEST(Arithmetic, WorksElementByElement) {
  const Tensor other = tensor_of({2, 3}, {2, 4, 8, -2, 0.5f, 3});

  expect_equal(add(kTwoByThree, other), tensor_of({2, 3}, {3, 6, 11, 2, 5.5f, 9}));
  expect_equal(subtract(kTwoByThree, other), tensor_of({2, 3}, {-1, -2, -5, 6, 4.5f, 3}));
  expect_equal(multiply(kTwoByThree, other), tensor_of({2, 3}, {2, 8, 24, -8, 2.5f, 18}));
  expect_equal(divide(kTwoByThree, other), tensor_of({2, 3}, {0.5f, 0.5f, 0.375f, -2, 10, 2}));
}

TEST(Arithmetic, BroadcastsARowOverAllRows) {
  expect_equal(add(kTwoByThree, tensor_of({3}, {10, 20, 30})),
               tensor_of({2, 3}, {11, 22, 33, 14, 25, 36}));
}

TEST(Arithmetic, BroadcastsAColumnOverAllColumns) {
  expect_equal(subtract(kTwoByThree, tensor_of({2, 1}, {1, 4})),
               tensor_of({2, 3}, {0, 1, 2, 0, 1, 2}));
}

TEST(Arithmetic, BroadcastsARowAgainstAColumn) {
  expect_equal(multiply(tensor_of({3, 1}, {1, 2, 3}), tensor_of({2}, {10, 100})),
               tensor_of({3, 2}, {10, 100, 20, 200, 30, 300}));
}

TEST(Arithmetic, BroadcastsAMiddleAxis) {
  const Tensor sum = add(counting({2, 1, 3}), multiply(counting({4, 1}), scalar(10)));

  EXPECT_EQ(shape_of(sum), (Shape{2, 4, 3}));
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(sum(i, j, k), 3.0f * i + k + 10.0f * j);
    }
  }
}

TEST(Arithmetic, OfTwoNumbersIsANumber) { expect_equal(add(scalar(2), scalar(3)), scalar(5)); }

TEST(Arithmetic, DividesByZeroAsFloatsDo) {
  expect_equal(divide(tensor_of({3}, {1, -1, 0}), scalar(0)),
               tensor_of({3}, {kInfinity, -kInfinity, kNaN}));
}

TEST(Arithmetic, NamesTheOperationIfShapesDoNotBroadcast) {
  struct {
    const char* name;
    Tensor (*operation)(const Tensor&, const Tensor&);
  } const cases[] = {
      {"add", add}, {"subtract", subtract}, {"multiply", multiply}, {"divide", divide}};
  for (const auto& [name, operation] : cases) {
    expect_shape_error(
        [&, run = operation] {
          run(full({2, 3}, 0), full({2, 4}, 0));
        },
        {"b", 1, "3 or 1", "4"},
        std::string(name) +
            ": shapes [2, 3] and [2, 4] do not broadcast: axis 1 of b has 4, a "
            "has 3 there, and neither is 1");
  }
}

TEST(Arithmetic, RefusesATensorWithoutElements) {
  const Tensor empty = without_elements({3, 0});
  expect_shape_error(
      [&] {
        add(empty, full({3, 1}, 1));
      },
      {"the result", 1, "at least 1", "0"},
      "the result has size 0 (axis 1); every axis must hold at least one element");
  expect_shape_error([&] { add(full({1}, 1), empty); }, {"the result", 1, "at least 1", "0"},
                     "the result has size 0 (axis 1); every axis must hold at least one element");
  EXPECT_THROW(manyheads::where(empty, scalar(1), scalar(1)), ShapeError);
  EXPECT_THROW(manyheads::allclose(empty, scalar(1), 0, 0), ShapeError);
  EXPECT_THROW(largest_difference(scalar(1), empty), ShapeError);
}

TEST(Arithmetic, RefusesAResultThatWouldBeTooLarge) {
  expect_out_of_memory(
      [] {
        add(full({65536, 1}, 0), full({65536}, 0));
      },
      "the result [65536, 65536] would take 2 GiB or more; a tensor must be smaller than that");
}

TEST(Where, TakesAWhereTheConditionIsNotZero) {
  expect_equal(manyheads::where(tensor_of({4}, {0, 1, -2, kNaN}), tensor_of({4}, {1, 2, 3, 4}),
                                tensor_of({4}, {-1, -2, -3, -4})),
               tensor_of({4}, {-1, 2, 3, 4}));
}

TEST(Where, BroadcastsAllThree) {
  expect_equal(manyheads::where(tensor_of({2, 1}, {1, 0}), kTwoByThree, scalar(9)),
               tensor_of({2, 3}, {1, 2, 3, 9, 9, 9}));
  expect_equal(manyheads::where(tensor_of({2, 1}, {1, 0}), scalar(7), tensor_of({3}, {1, 2, 3})),
               tensor_of({2, 3}, {7, 7, 7, 1, 2, 3}));
  expect_equal(manyheads::where(scalar(0), kTwoByThree, scalar(9)), full({2, 3}, 9));
}

TEST(Where, IgnoresNaNOnTheOtherSide) {
  expect_equal(manyheads::where(tensor_of({2}, {1, 0}), tensor_of({2}, {1, kNaN}),
                                tensor_of({2}, {kNaN, 2})),
               tensor_of({2}, {1, 2}));
}

TEST(Where, NamesBIfTheChoicesDoNotBroadcast) {
  expect_shape_error([] { manyheads::where(full({3}, 1), full({3}, 1), full({4}, 1)); },
                     {"b", 0, "3 or 1", "4"},
                     "where: shapes [3] and [4] do not broadcast: axis 0 of b has 4, a has 3 "
                     "there, and neither is 1");
}

TEST(Where, NamesTheConditionThatDoesNotBroadcast) {
  expect_shape_error([] { manyheads::where(full({2}, 1), full({3}, 1), full({3}, 1)); },
                     {"condition", 0, "3 or 1", "2"},
                     "where: shapes [3] and [2] do not broadcast: axis 0 of condition has 2, the "
                     "choice has 3 there, and neither is 1");
}

TEST(Allclose, AllowsTheAbsoluteAndTheRelativeTolerance) {
  const Tensor b = tensor_of({2}, {0, 100});

  EXPECT_TRUE(manyheads::allclose(tensor_of({2}, {0.01f, 101}), b, 0.01, 0.02));
  EXPECT_FALSE(manyheads::allclose(tensor_of({2}, {0.03f, 100}), b, 0.01, 0.02));
  EXPECT_FALSE(manyheads::allclose(tensor_of({2}, {0, 102}), b, 0.01, 0.02));
}

TEST(Allclose, RefusesToleranceThatIsNegativeOrNaN) {
  const Tensor x = tensor_of({1}, {1});

  expect_config_error([&] { manyheads::allclose(x, x, -0.5, 0); }, "rtol",
                      "allclose: rtol is -0.5, wanted 0 or more");
  expect_config_error([&] { manyheads::allclose(x, x, 0, std::nan("")); }, "atol",
                      "allclose: atol is NaN, wanted 0 or more");
}

TEST(Allclose, MeasuresTheRelativeToleranceByB) {
  EXPECT_TRUE(manyheads::allclose(scalar(9), scalar(10), 0.105, 0));
  EXPECT_FALSE(manyheads::allclose(scalar(10), scalar(9), 0.105, 0));
}

TEST(Allclose, TreatsNaNAsCloseToNothing) {
  EXPECT_FALSE(manyheads::allclose(scalar(kNaN), scalar(kNaN), 1, 1));
  EXPECT_FALSE(manyheads::allclose(scalar(0), scalar(kNaN), 1, 1));
  EXPECT_FALSE(manyheads::allclose(scalar(kNaN), scalar(0), 1, 1));
}

TEST(Allclose, TreatsAnInfinityAsCloseOnlyToItself) {
  EXPECT_TRUE(manyheads::allclose(scalar(kInfinity), scalar(kInfinity), 0, 0));
  EXPECT_FALSE(manyheads::allclose(scalar(kInfinity), scalar(-kInfinity), 1, 1));
  EXPECT_FALSE(manyheads::allclose(scalar(1), scalar(kInfinity), 1, 1));
  EXPECT_FALSE(manyheads::allclose(scalar(kInfinity), scalar(1), 1, 1));
}

TEST(Allclose, Broadcasts) {
  EXPECT_TRUE(manyheads::allclose(full({2, 3}, 4), scalar(4), 0, 0));
  EXPECT_FALSE(manyheads::allclose(kTwoByThree, tensor_of({3}, {1, 2, 3}), 0, 0));
}

TEST(Allclose, NamesTheOperationIfShapesDoNotBroadcast) {
  expect_shape_error([] { manyheads::allclose(full({2}, 0), full({3}, 0), 0, 0); },
                     {"b", 0, "2 or 1", "3"},
                     "allclose: shapes [2] and [3] do not broadcast: axis 0 of b has 3, a has 2 "
                     "there, and neither is 1");
}

TEST(Allclose, RefusesToCompareMoreThanOneTensorMayHold) {
  const Tensor column = full({65536, 1}, 0), row = full({65536}, 0);

  EXPECT_THROW(manyheads::allclose(column, row, 0, 0), OutOfMemoryError);
  EXPECT_THROW(largest_difference(column, row), OutOfMemoryError);
}

TEST(LargestDifference, IsTheLargestInEitherDirection) {
  EXPECT_EQ(largest_difference(tensor_of({3}, {1, 5, -4}), tensor_of({3}, {2, 3, -1})), 3.0);
  EXPECT_EQ(largest_difference(tensor_of({2}, {7, 3}), tensor_of({2}, {0, 2})), 7.0);
}

TEST(LargestDifference, IsNotRoundedToFloat) {
  EXPECT_EQ(largest_difference(scalar(1e8f), scalar(1e-8f)), 1e8 - double{1e-8f});
}

TEST(LargestDifference, IsNaNIfEitherHasANaN) {
  const Tensor with_nan = tensor_of({3}, {9, kNaN, 0}), without = full({3}, 0);

  EXPECT_TRUE(std::isnan(largest_difference(with_nan, without)));
  EXPECT_TRUE(std::isnan(largest_difference(without, with_nan)));
  EXPECT_TRUE(std::isnan(largest_difference(with_nan, with_nan)));
}

TEST(LargestDifference, OfEqualInfinitiesIsZero) {
  EXPECT_EQ(largest_difference(scalar(kInfinity), scalar(kInfinity)), 0.0);
  EXPECT_EQ(largest_difference(scalar(kInfinity), scalar(-kInfinity)), kInfinity);
  EXPECT_EQ(largest_difference(scalar(1), scalar(-kInfinity)), kInfinity);
}

TEST(Exp, KeepsInfinityAndNaN) {
  expect_equal(manyheads::exp(tensor_of({4}, {0, kInfinity, -kInfinity, kNaN})),
               tensor_of({4}, {1, kInfinity, 0, kNaN}));
}

TEST(Sqrt, OfANegativeNumberIsNaN) {
  expect_equal(manyheads::sqrt(tensor_of({2, 2}, {4, 2.25f, -1, kInfinity})),
               tensor_of({2, 2}, {2, 1.5f, kNaN, kInfinity}));
}

TEST(Tril, KeepsTheElementsOnAndBelowTheDiagonal) {
  expect_equal(manyheads::tril(kTwoByThree, 0), tensor_of({2, 3}, {1, 0, 0, 4, 5, 0}));
  expect_equal(manyheads::tril(kTwoByThree, 1), tensor_of({2, 3}, {1, 2, 0, 4, 5, 6}));
  expect_equal(manyheads::tril(kTwoByThree, -1), tensor_of({2, 3}, {0, 0, 0, 4, 0, 0}));
}

TEST(Triu, KeepsTheElementsOnAndAboveTheDiagonal) {
  expect_equal(manyheads::triu(kTwoByThree, 0), tensor_of({2, 3}, {1, 2, 3, 0, 5, 6}));
  expect_equal(manyheads::triu(kTwoByThree, 1), tensor_of({2, 3}, {0, 2, 3, 0, 0, 6}));
  expect_equal(manyheads::triu(kTwoByThree, -1), kTwoByThree);
}

TEST(Tril, AcceptsADiagonalFarOutside) {
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

  expect_equal(manyheads::tril(kTwoByThree, kFar), kTwoByThree);
  expect_equal(manyheads::tril(kTwoByThree, -kFar - 1), full({2, 3}, 0));
}

TEST(Tril, TreatsEveryMatrixOfABatchTheSame) {
  expect_equal(manyheads::tril(full({2, 2, 2}, 1), 0),
               tensor_of({2, 2, 2}, {1, 0, 1, 1, 1, 0, 1, 1}));
}

TEST(Tril, ReplacesNaNByZero) {
  expect_equal(manyheads::tril(full({2, 2}, kNaN), 0), tensor_of({2, 2}, {kNaN, 0, kNaN, kNaN}));
}

TEST(Tril, RefusesAVector) {
  expect_shape_error([] { manyheads::tril(full({3}, 1), 0); },
                     {"x", std::nullopt, "at least 2 axes", "[3]"},
                     "tril: x is [3], wanted at least 2 axes");
}

TEST(Triu, RefusesANumber) {
  expect_shape_error([] { manyheads::triu(scalar(1), 0); },
                     {"x", std::nullopt, "at least 2 axes", "[]"},
                     "triu: x is [], wanted at least 2 axes");
}

TEST(Arange, StopsBeforeTheEnd) {
  expect_equal(arange(0, 4, 1), tensor_of({4}, {0, 1, 2, 3}));
  expect_equal(arange(1, 2, 0.25), tensor_of({4}, {1, 1.25f, 1.5f, 1.75f}));
  expect_equal(arange(0, 5, 2), tensor_of({3}, {0, 2, 4}));
}

TEST(Arange, CountsDownWithANegativeStep) {
  expect_equal(arange(3, 0, -1.5), tensor_of({2}, {3, 1.5f}));
}

TEST(Arange, DoesNotAddUpRoundingErrors) {
  EXPECT_EQ(arange(0, 1000, 0.1)(9999), static_cast<float>(9999 * 0.1));
}

TEST(Arange, NamesTheArgumentThatIsNotFinite) {
  const double infinity = std::numeric_limits<double>::infinity();

  expect_config_error([&] { arange(std::nan(""), 1, 1); }, "start", "arange: start must be finite");
  expect_config_error([&] { arange(0, infinity, 1); }, "stop", "arange: stop must be finite");
  expect_config_error([&] { arange(0, 1, -infinity); }, "step", "arange: step must be finite");
}

TEST(Arange, RefusesAStepOfZero) {
  expect_config_error([] { arange(0, 1, 0); }, "step", "arange: step must not be 0");
}

TEST(Arange, RefusesAnEmptyResult) {
  expect_shape_error([] { arange(0, 0, 1); }, {"stop", 0, "at least 1", "0"},
                     "arange: from start 0 to stop 0 in steps of 1 there is no number");
  expect_shape_error([] { arange(0.5, 5, -1); }, {"stop", 0, "at least 1", "0"},
                     "arange: from start 0.5 to stop 5 in steps of -1 there is no number");
}

TEST(Arange, RefusesMoreThanOneTensorMayHold) {
  EXPECT_THROW(arange(0, 1e10, 1), OutOfMemoryError);
  EXPECT_THROW(arange(0, 1, 1e-300), OutOfMemoryError);
  EXPECT_THROW(arange(-1e308, 1e308, 1e-308), OutOfMemoryError);
}

}  // namespace
}  // namespace manyheads::elementwise_test
