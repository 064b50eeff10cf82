/// What all operations made of xtensor expressions have in common: shapes of up to eight axes,
/// memory use, and failed allocations.

#include "tensor/expression.hpp"

#include <functional>
#include <optional>
#include <vector>

#include "core/failing_allocation.hpp"
#include "core/tensors.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/rearrange.hpp"
#include "tensor/reduce.hpp"

namespace manyheads::expression_test {
namespace {

/// The index of element `i` of a tensor of this shape.
std::vector<std::size_t> unravel(std::size_t i, const Shape& shape) {
  std::vector<std::size_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = i % shape[axis];
    i /= static_cast<std::size_t>(shape[axis]);
  }
  return index;
}

/// The element at an index of the broadcast tensor.
float element_at(const Tensor& x, const std::vector<std::size_t>& index) {
  const Shape shape = shape_of(x);
  std::size_t place = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::size_t i = index[index.size() - shape.size() + axis];
    place = place * shape[axis] + (shape[axis] == 1 ? 0 : i);
  }
  return x.data()[place];
}

/// A random shape that broadcasts to `whole`: some sizes are 1, and some first axes are missing.
Shape narrow_shape(const Shape& whole, SeededGenerator& generator) {
  const std::size_t left_out = generator.below(3) == 0 ? generator.below(whole.size() + 1) : 0;
  Shape shape(whole.begin() + left_out, whole.end());
  for (Size& size : shape) {
    if (generator.below(3) == 0) size = 1;
  }
  return shape;
}

TEST(TensorExpressions, BroadcastAnyShapesOfUpToEightAxes) {
  SeededGenerator generator(7);
  for (int round = 0; round < 300; ++round) {
    Shape whole(generator.below(kMaxRank + 1));
    for (Size& size : whole) size = 1 + generator.below(3);
    const Tensor a = random_whole(narrow_shape(whole, generator), generator.below(1000));
    const Tensor b = random_whole(narrow_shape(whole, generator), generator.below(1000));
    const Tensor c = random_whole(narrow_shape(whole, generator), generator.below(1000));

    const Tensor difference = subtract(a, b), chosen = manyheads::where(c, a, b);

    const Shape shape = shape_of(difference);
    ASSERT_EQ(shape, broadcast_shape("subtract", shape_of(a), shape_of(b)));
    double largest = 0.0;
    for (std::size_t i = 0; i < difference.size(); ++i) {
      const auto index = unravel(i, shape);
      const float expected = element_at(a, index) - element_at(b, index);
      ASSERT_EQ(difference.data()[i], expected) << shape_of(a).size() << " and " << shape.size();
      largest = std::max(largest, std::abs(double{expected}));
    }
    ASSERT_EQ(largest_difference(a, b), largest);
    ASSERT_EQ(manyheads::allclose(a, b, 0, largest), true);
    if (largest > 0) {
      ASSERT_FALSE(manyheads::allclose(a, b, 0, largest - 0.5));
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const auto index = unravel(i, shape_of(chosen));
      ASSERT_EQ(chosen.data()[i], element_at(element_at(c, index) != 0 ? a : b, index));
    }
  }
}

TEST(TensorExpressions, MoveAndReduceAnyAxesOfEight) {
  SeededGenerator generator(8);
  for (int round = 0; round < 100; ++round) {
    Shape shape(1 + generator.below(kMaxRank));
    for (Size& size : shape) size = 1 + generator.below(4);
    const Tensor x = random_whole(shape, round);
    std::vector<std::int64_t> order(shape.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(i);
    for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[generator.below(i + 1)]);
    std::vector<AxisRange> ranges(shape.size());
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      ranges[axis].step = generator.below(2) == 0 ? -1 : 1 + generator.below(3);
    }
    const std::size_t axis = generator.below(shape.size());

    const Tensor moved = manyheads::transpose(x, order), taken = slice(x, ranges);
    const Tensor sums = manyheads::reduce(x, Reduction::kSum, axis, true);
    const Tensor largest = manyheads::reduce(x, Reduction::kMax, axis, true);

    for (std::size_t i = 0; i < moved.size(); ++i) {
      const auto index = unravel(i, shape_of(moved));
      std::vector<std::size_t> before(index.size());
      for (std::size_t to = 0; to < index.size(); ++to) before[order[to]] = index[to];
      ASSERT_EQ(moved.data()[i], element_at(x, before));
    }
    for (std::size_t i = 0; i < taken.size(); ++i) {
      auto index = unravel(i, shape_of(taken));
      for (std::size_t at = 0; at < index.size(); ++at) {
        index[at] = ranges[at].step < 0 ? shape[at] - 1 - index[at] : index[at] * ranges[at].step;
      }
      ASSERT_EQ(taken.data()[i], element_at(x, index));
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      auto index = unravel(i, shape_of(sums));
      float sum = 0, most = -kInfinity;
      for (index[axis] = 0; index[axis] < shape[axis]; ++index[axis]) {
        sum += element_at(x, index);
        most = std::max(most, element_at(x, index));
      }
      ASSERT_EQ(sums.data()[i], sum);
      ASSERT_EQ(largest.data()[i], most);
    }
  }
}

struct Operation {
  const char* name;
  std::function<std::optional<Tensor>(const Tensor& x, const Tensor& row)> run;
};

/// Each runs on a tensor of eight axes and one that broadcasts to it.
const std::vector<Operation> kOperations = {
    {"add", [](auto& x, auto& row) { return add(x, row); }},
    {"subtract", [](auto& x, auto& row) { return subtract(row, x); }},
    {"multiply", [](auto& x, auto&) { return multiply(x, x); }},
    {"divide", [](auto& x, auto& row) { return divide(x, row); }},
    {"where", [](auto& x, auto& row) { return manyheads::where(row, x, row); }},
    {"exp", [](auto& x, auto&) { return manyheads::exp(x); }},
    {"sqrt", [](auto& x, auto&) { return manyheads::sqrt(x); }},
    {"transpose", [](auto& x, auto&) { return manyheads::transpose(x); }},
    {"slice",
     [](auto& x, auto&) {
       const AxisRange back{.index = {}, .start = {}, .stop = {}, .step = -1};
       return slice(x, std::vector{back, back});
     }},
    {"sum", [](auto& x, auto&) { return manyheads::reduce(x, Reduction::kSum, 2, true); }},
    {"mean", [](auto& x, auto&) { return manyheads::reduce(x, Reduction::kMean, {}, true); }},
    {"max", [](auto& x, auto&) { return manyheads::reduce(x, Reduction::kMax, -1, false); }},
    {"allclose",
     [](auto& x, auto& row) {
       manyheads::allclose(x, row, 0, 1000);
       return std::nullopt;
     }},
    {"largest_difference",
     [](auto& x, auto& row) {
       largest_difference(x, row);
       return std::nullopt;
     }},
};

const Tensor kEightAxes = random_whole({2, 3, 2, 5, 2, 7, 3, 4}, 1);
const Tensor kRow = random_whole({7, 1, 4}, 2);

TEST(TensorExpressions, AllocateTheirResultAndNoCopyOfAnOperand) {
  for (const auto& [name, run] : kOperations) {
    const std::size_t before = allocated_bytes();
    const std::optional<Tensor> result = run(kEightAxes, kRow);
    const std::size_t allocated = allocated_bytes() - before;

    constexpr std::size_t kIndices = 2048;  // index arrays of loops over many axes
    EXPECT_LE(allocated, (result ? result->size() : 0) * sizeof(float) + kIndices) << name;
  }
}

TEST(TensorExpressions, ThrowWhereverMemoryRunsOut) {
  for (const auto& [name, run] : kOperations) {
    const std::optional<Tensor> expected = run(kEightAxes, kRow);

    fail_each_allocation([] { return std::optional<Tensor>(); },
                         [&, call = run](auto& result) { result = call(kEightAxes, kRow); },
                         [&](const auto& result, bool failed) {
                           EXPECT_EQ(result.has_value(), !failed && expected.has_value());
                           if (result) expect_equal(*result, *expected);
                         });
  }
}

}  // namespace
}  // namespace manyheads::expression_test
