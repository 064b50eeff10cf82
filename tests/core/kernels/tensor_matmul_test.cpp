/// Products of tensors of any rank.

#include <array>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/kernels/products.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads::tensor_matmul_test {
namespace {

TEST(TensorMatmul, MultipliesMatrices) {
  expect_equal(matmul(tensor_of({2, 2}, {1, 2, 3, 4}), tensor_of({2, 1}, {10, 1})),
               tensor_of({2, 1}, {12, 34}));
}

TEST(TensorMatmul, TreatsAVectorOnTheLeftAsARow) {
  expect_equal(matmul(tensor_of({2}, {1, 2}), tensor_of({2, 3}, {1, 2, 3, 4, 5, 6})),
               tensor_of({3}, {9, 12, 15}));
}

TEST(TensorMatmul, TreatsAVectorOnTheRightAsAColumn) {
  expect_equal(matmul(tensor_of({2, 3}, {1, 2, 3, 4, 5, 6}), tensor_of({3}, {1, 0, -1})),
               tensor_of({2}, {-2, -2}));
}

TEST(TensorMatmul, TwoVectorsGiveANumber) {
  expect_equal(matmul(tensor_of({3}, {1, 2, 3}), tensor_of({3}, {4, 5, 6})), scalar(32));
}

/// The product of the matrices at batch index (i, j), with broadcasting.
Tensor product_at(const Tensor& a, const Tensor& b, std::size_t i, std::size_t j) {
  const auto matrix_at = [&](const Tensor& x) {
    const std::size_t rows = x.shape(2), columns = x.shape(3);
    const std::size_t batch = i % x.shape(0) * x.shape(1) + j % x.shape(1);
    return MatrixView{x.data() + batch * rows * columns, rows, columns, columns};
  };
  return multiply_reference(matrix_at(a), matrix_at(b));
}

TEST(TensorMatmul, BroadcastsTheBatchAxes) {
  const std::array<std::array<Shape, 2>, 9> cases = {{{{{2, 3, 4, 5}, {2, 3, 5, 7}}},
                                                      {{{2, 1, 4, 5}, {1, 3, 5, 7}}},
                                                      {{{1, 3, 4, 5}, {2, 1, 5, 7}}},
                                                      {{{2, 3, 4, 5}, {1, 1, 5, 7}}},
                                                      {{{1, 1, 1, 5}, {2, 3, 5, 1}}},
                                                      {{{2, 3, 7, 19}, {2, 3, 19, 1}}},
                                                      {{{2, 1, 9, 5}, {1, 3, 5, 1}}},
                                                      {{{2, 3, 4, 1}, {1, 1, 1, 1}}},
                                                      {{{1, 3, 33, 6}, {2, 1, 6, 1}}}}};
  for (const auto& [shape_a, shape_b] : cases) {
    SCOPED_TRACE(to_text(shape_a) + " @ " + to_text(shape_b));
    const Tensor a = random_whole(shape_a, 1), b = random_whole(shape_b, 2);

    const Tensor c = matmul(a, b);

    ASSERT_EQ(shape_of(c), (Shape{2, 3, shape_a[2], shape_b[3]}));
    const std::size_t size = c.shape(2) * c.shape(3);
    for (std::size_t i = 0; i < 6; ++i) {
      const Tensor wanted = product_at(a, b, i / 3, i % 3);
      EXPECT_EQ(copy_range(c, i * size, (i + 1) * size), copy_range(wanted, 0, size));
    }
  }
}

TEST(TensorMatmul, BroadcastsAMatrixOverABatch) {
  const Tensor a = random_whole({2, 3, 4}, 1), b = random_whole({4, 5}, 2);

  expect_equal(matmul(a, b), reshape(matmul(reshape(a, std::array<std::int64_t, 2>{6, 4}), b),
                                     std::array<std::int64_t, 3>{2, 3, 5}));
}

TEST(TensorMatmul, ReadsAColumnInPlace) {
  const Tensor a = full({2, 1000}, 1), column = full({1000, 1}, 1);
  const std::size_t before = allocated_bytes();

  matmul(a, column);

  EXPECT_LT(allocated_bytes() - before, column.size() * sizeof(float));
}

TEST(TensorMatmul, MultipliesAVectorWithEveryMatrixOfABatch) {
  EXPECT_EQ(shape_of(matmul(full({3}, 1), full({2, 3, 4}, 1))), (Shape{2, 4}));
  EXPECT_EQ(shape_of(matmul(full({2, 4, 3}, 1), full({3}, 1))), (Shape{2, 4}));
}

TEST(TensorMatmul, RefusesNumbers) {
  const char* const message = "matmul: a number has no axis to sum over; use multiply";

  expect_shape_error([] { matmul(scalar(2), full({3}, 1)); },
                     {"a", std::nullopt, "at least one axis", "a number"}, message);
  expect_shape_error([] { matmul(full({3}, 1), scalar(2)); },
                     {"b", std::nullopt, "at least one axis", "a number"}, message);
}

TEST(TensorMatmul, NamesTheInnerAxisThatDiffers) {
  expect_shape_error(
      [] {
        matmul(full({2, 3}, 1), full({4, 5}, 1));
      },
      {"b", 0, "3", "4"}, "matmul: b [4, 5] has 4 on axis 0, wanted 3 (the last axis of a)");
  expect_shape_error(
      [] {
        matmul(full({2, 3}, 1), full({7, 4, 5}, 1));
      },
      {"b", 1, "3", "4"}, "matmul: b [7, 4, 5] has 4 on axis 1, wanted 3 (the last axis of a)");
  expect_shape_error(
      [] {
        matmul(full({2, 3}, 1), full({4}, 1));
      },
      {"b", 0, "3", "4"}, "matmul: b [4] has 4 on axis 0, wanted 3 (the last axis of a)");
}

TEST(TensorMatmul, NamesTheBatchAxisThatDoesNotBroadcast) {
  expect_shape_error(
      [] {
        matmul(full({2, 3, 4}, 1), full({5, 4, 3}, 1));
      },
      {"b", 0, "2 or 1", "5"},
      "matmul: shapes [2, 3, 4] and [5, 4, 3] do not broadcast: axis 0 of b has 5, a has 2 "
      "there, and neither is 1");
  expect_shape_error(
      [] {
        matmul(full({2, 3, 4}, 1), full({7, 3, 4, 5}, 1));
      },
      {"b", 1, "2 or 1", "3"},
      "matmul: shapes [2, 3, 4] and [7, 3, 4, 5] do not broadcast: axis 1 of b has 3, a has 2 "
      "there, and neither is 1");
}

TEST(TensorMatmul, RefusesAProductThatWouldBeTooLarge) {
  expect_out_of_memory(
      [] {
        matmul(full({65536, 1}, 1), full({1, 65536}, 1));
      },
      "the product [65536, 65536] would take 2 GiB or more; a tensor must be smaller than that");
}

}  // namespace
}  // namespace manyheads::tensor_matmul_test
