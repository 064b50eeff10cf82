#include "kernels/matmul.hpp"

#include <array>

#include "core/expect_error.hpp"
#include "core/tensors.hpp"
#include "tensor/elementwise.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads::matmul_test {
namespace {

// Products of whole numbers are exact, so most tests need no tolerance.

std::string sizes_text(std::size_t M, std::size_t K, std::size_t N) {
  return "M " + std::to_string(M) + ", K " + std::to_string(K) + ", N " + std::to_string(N);
}

Tensor multiply_packed(MatrixView a, const PackedMatrix& b, std::size_t columns,
                       std::span<const float> bias = {}) {
  Tensor c = make_tensor({a.rows, columns}, "c");
  matmul(a, b, columns, bias, {c.data(), columns});
  return c;
}

Tensor multiply_reference(MatrixView a, MatrixView b, std::span<const float> bias = {}) {
  Tensor c = make_tensor({a.rows, b.columns}, "c");
  matmul_reference(a, b, bias, {c.data(), b.columns});
  return c;
}

TEST(MatmulReference, FollowsTheDefinition) {
  const Tensor a = tensor_of({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor b = tensor_of({3, 2}, {1, 10, 2, 20, 3, 30});
  const std::array bias{0.5f, -0.5f};

  expect_equal(multiply_reference(as_matrix(a), as_matrix(b), bias),
               tensor_of({2, 2}, {14.5f, 139.5f, 32.5f, 319.5f}));
}

TEST(Matmul, EqualsTheReferenceAtAwkwardSizes) {
  constexpr std::array<std::size_t, 9> kSizes = {1, 2, 3, 5, 7, 16, 17, 33, 65};
  for (const std::size_t M : kSizes) {
    for (const std::size_t K : kSizes) {
      for (const std::size_t N : kSizes) {
        SCOPED_TRACE(sizes_text(M, K, N));
        const Tensor a = random_whole({M, K}, 1), b = random_whole({K, N}, 2);

        expect_equal(multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), N),
                     multiply_reference(as_matrix(a), as_matrix(b)));
      }
    }
  }
}

TEST(Matmul, EqualsTheReferenceAroundThePanelWidthWithABias) {
  // Panels have 16 or 32 columns and tiles 2 or 12 rows, depending on the machine.
  for (const std::size_t N : {15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 127, 128, 129}) {
    for (const std::size_t M : {1, 2, 4, 5, 6, 7, 11, 12, 13, 23, 25}) {
      SCOPED_TRACE(sizes_text(M, 9, N));
      const Tensor a = random_whole({M, 9}, 1), b = random_whole({9, N}, 2);
      const Tensor bias = random_whole({N}, 3);

      expect_equal(multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), N, elements(bias)),
                   multiply_reference(as_matrix(a), as_matrix(b), elements(bias)));
    }
  }
}

TEST(Matmul, EqualsTheReferenceAcrossBlocks) {
  // Blocks have 96 rows of A and 256 or 512 rows of B, depending on the machine.
  for (const std::size_t M : {1, 96, 97, 193}) {
    for (const std::size_t K : {255, 256, 257, 512, 513, 1030}) {
      SCOPED_TRACE(sizes_text(M, K, 35));
      const Tensor a = random_whole({M, K}, 1), b = random_whole({K, 35}, 2);
      const Tensor bias = random_whole({35}, 3);

      expect_equal(multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), 35, elements(bias)),
                   multiply_reference(as_matrix(a), as_matrix(b), elements(bias)));
    }
  }
}

TEST(Matmul, CanWriteThePaddingOfTheLastPanel) {
  const Tensor a = random_whole({5, 4}, 1), b = random_whole({4, 3}, 2);
  const std::size_t padded = PackedMatrix::padded(3);
  Tensor c = full({5, padded}, kNaN);

  matmul(as_matrix(a), PackedMatrix(as_matrix(b)), padded, {}, {c.data(), padded});

  const Tensor wanted = multiply_reference(as_matrix(a), as_matrix(b));
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < padded; ++j) EXPECT_EQ(c(i, j), j < 3 ? wanted(i, j) : 0.0f);
  }
}

TEST(MakePanels, GivesTheProductOfThePackedMatrix) {
  // Small matrices of whole narrow panels are read in place, unless their rows are too far apart.
  for (const std::size_t M : {1, 3, 16, 97}) {
    for (const std::size_t K : {1, 16, 130}) {
      for (const std::size_t N : {4, 8, 16, 24, 32, 40, 48}) {
        for (const std::size_t gap : {0, 16, 4096}) {
          SCOPED_TRACE(sizes_text(M, K, N) + ", apart " + std::to_string(gap));
          const Tensor a = random_normal({M, K}, 1), b = random_normal({K, N + gap}, 2);
          const MatrixView in_place{b.data(), K, N, N + gap};
          PackedMatrix scratch;
          Tensor c = make_tensor({M, N}, "c");

          matmul(as_matrix(a), make_panels(in_place, scratch), N, {}, {c.data(), N});

          expect_equal(c, multiply_packed(as_matrix(a), PackedMatrix(in_place), N));
        }
      }
    }
  }
}

TEST(MakePanels, ReadsASmallMatrixInPlace) {
  const Tensor b = random_whole({3, 64}, 1);
  PackedMatrix scratch;

  EXPECT_EQ(make_panels(as_matrix(b), scratch).data, b.data());
  EXPECT_EQ(scratch.bytes(), 0u);
}

TEST(MakePanels, PacksAPagedMatrix) {
  const Tensor a = random_whole({3, 4}, 1), b = random_whole({4, 64}, 2);
  float* const pages[] = {const_cast<float*>(b.data()) + 2 * 64, const_cast<float*>(b.data())};
  const PagedMatrix paged{{pages[0], 64, pages, 2}, 4, 64};
  PackedMatrix scratch;
  Tensor c = make_tensor({3, 64}, "c");

  matmul(as_matrix(a), make_panels(paged, scratch), 64, {}, {c.data(), 64});

  const Tensor in_order = tensor_of({4, 64}, [&] {
    std::vector<float> rows = copy_range(b, 128, 256), first = copy_range(b, 0, 128);
    rows.insert(rows.end(), first.begin(), first.end());
    return rows;
  }());
  expect_equal(c, multiply_reference(as_matrix(a), as_matrix(in_order)));
}

TEST(Matmul, StaysCloseToTheReferenceForRealNumbers) {
  const Tensor a = random_normal({13, 65}, 1), b = random_normal({65, 33}, 2);

  // Error bound: sums of 65 products near 1 have an error of a few units in the last place, 1e-6.
  expect_close(multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), 33),
               multiply_reference(as_matrix(a), as_matrix(b)), 1e-5);
}

TEST(Matmul, ReadsAWithAnyRowStride) {
  const Tensor wide = random_whole({7, 20}, 1), b = random_whole({5, 19}, 2);
  const MatrixView middle{wide.data() + 6, 7, 5, 20};

  expect_equal(multiply_packed(middle, PackedMatrix(as_matrix(b)), 19),
               multiply_reference(middle, as_matrix(b)));
}

TEST(Matmul, WritesCWithAnyRowStrideAndNothingBetween) {
  const Tensor a = random_whole({5, 4}, 1), b = random_whole({4, 3}, 2);
  Tensor c = full({5, 7}, -1);

  matmul(as_matrix(a), PackedMatrix(as_matrix(b)), 3, {}, {c.data() + 2, 7});

  const Tensor wanted = multiply_reference(as_matrix(a), as_matrix(b));
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      EXPECT_EQ(c(i, j), j >= 2 && j < 5 ? wanted(i, j - 2) : -1.0f) << i << ", " << j;
    }
  }
}

TEST(Matmul, PacksATransposedView) {
  for (const std::size_t N : {1, 5, 16, 33, 65}) {
    const Tensor a = random_whole({3, 7}, 1), b = random_whole({N, 7}, 2);
    const MatrixView transposed = as_matrix(b).transposed();

    expect_equal(multiply_packed(as_matrix(a), PackedMatrix(transposed), N),
                 multiply_reference(as_matrix(a), transposed));
  }
}

TEST(Matmul, ReadsATransposedAInPlace) {
  // Blocks of a transposed A have 96 rows and 128 columns. A is not copied if it has up to one
  // panel or if its columns are close together.
  for (const std::size_t M : {1, 2, 13, 96, 97}) {
    for (const std::size_t K : {1, 5, 129, 257}) {
      for (const std::size_t N : {1, 16, 35, 70}) {
        SCOPED_TRACE(sizes_text(M, K, N));
        const Tensor a = random_whole({K, M}, 1), b = random_whole({K, N}, 2);

        expect_equal(multiply_packed(as_matrix(a).transposed(), PackedMatrix(as_matrix(b)), N),
                     multiply_reference(as_matrix(a).transposed(), as_matrix(b)));
      }
    }
  }
}

TEST(MatmulAdd, AddsTheProductToC) {
  for (const std::size_t K : {3, 600}) {
    for (const std::size_t N : {5, 64, 70}) {
      SCOPED_TRACE(sizes_text(7, K, N));
      const Tensor a = random_whole({7, K}, 1), b = random_whole({K, N}, 2);
      const Tensor before = random_whole({7, N}, 3);
      Tensor c = before;

      matmul_add(as_matrix(a), PackedMatrix(as_matrix(b)), N, {c.data(), N});

      expect_equal(c, add(before, multiply_reference(as_matrix(a), as_matrix(b))));
    }
  }
}

TEST(Matmul, CanUseOnlyTheFirstColumnsOfB) {
  const Tensor a = random_whole({5, 6}, 1), b = random_whole({6, 70}, 2);
  const PackedMatrix packed(as_matrix(b));

  for (const std::size_t columns : {1, 3, 16, 17, 32, 33, 64, 65, 69}) {
    const MatrixView first{b.data(), 6, columns, 70};
    expect_equal(multiply_packed(as_matrix(a), packed, columns),
                 multiply_reference(as_matrix(a), first));
  }
}

TEST(Matmul, UsesOnlyAsManyRowsOfBAsAHasColumns) {
  const Tensor a = random_whole({5, 4}, 1), b = random_whole({9, 70}, 2);

  expect_equal(multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), 70),
               multiply_reference(as_matrix(a), {b.data(), 4, 70, 70}));
}

TEST(Matmul, ARowHasTheSameBitsWhateverTheOtherRows) {
  const Tensor a = random_normal({13, 37}, 1), b = random_normal({37, 35}, 2);
  const PackedMatrix packed(as_matrix(b));
  const Tensor together = multiply_packed(as_matrix(a), packed, 35);

  for (std::size_t i = 0; i < 13; ++i) {
    const Tensor alone = multiply_packed({a.data() + i * 37, 1, 37, 37}, packed, 35);
    EXPECT_EQ(copy_range(together, i * 35, (i + 1) * 35), copy_range(alone, 0, 35)) << "row " << i;
  }
}

TEST(Matmul, AColumnHasTheSameBitsWhateverTheOtherColumns) {
  const Tensor a = random_normal({5, 37}, 1), b = random_normal({37, 70}, 2);
  const Tensor together = multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), 70);

  for (std::size_t j = 0; j < 70; ++j) {
    const Tensor alone = multiply_packed(as_matrix(a), PackedMatrix({b.data() + j, 37, 1, 70}), 1);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(together(i, j), alone(i, 0)) << i << ", " << j;
  }
}

TEST(Matmul, KeepsNaNInItsOwnRow) {
  Tensor a = random_whole({7, 5}, 1);
  const Tensor b = random_whole({5, 18}, 2);
  const Tensor clean = multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), 18);

  a(3, 2) = kNaN;
  const Tensor c = multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), 18);

  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 18; ++j) {
      if (i == 3) {
        EXPECT_TRUE(std::isnan(c(i, j)));
      } else {
        EXPECT_EQ(c(i, j), clean(i, j));
      }
    }
  }
}

TEST(Matmul, ZeroTimesInfinityIsNaN) {
  const Tensor a = tensor_of({1, 2}, {0, 1}), b = tensor_of({2, 2}, {kInfinity, 1, 2, 3});

  expect_equal(multiply_packed(as_matrix(a), PackedMatrix(as_matrix(b)), 2),
               tensor_of({1, 2}, {kNaN, 3}));
}

TEST(PackedMatrix, UnpacksToTheSameMatrix) {
  for (const std::size_t columns : {1, 2, 15, 16, 17, 33, 64, 65, 130}) {
    for (const std::size_t rows : {1, 2, 7}) {
      const Tensor matrix = random_normal({rows, columns}, 1);
      expect_equal(PackedMatrix(as_matrix(matrix)).unpack(), matrix);
    }
  }
}

TEST(PackedMatrix, UnpacksATransposedView) {
  const Tensor matrix = random_normal({5, 21}, 1);

  expect_equal(PackedMatrix(as_matrix(matrix).transposed()).unpack(), manyheads::transpose(matrix));
}

TEST(PackedMatrix, TransposesAnotherPackedMatrix) {
  for (const std::size_t rows : {1, 7, 16, 33, 64}) {
    for (const std::size_t columns : {1, 9, 32, 35}) {
      const Tensor matrix = random_whole({rows, columns}, 1), other = random_whole({70, 70}, 2);
      PackedMatrix packed(as_matrix(other));  // larger; none of it may remain

      packed.assign_transposed(PackedMatrix(as_matrix(matrix)));

      expect_equal(packed.unpack(), transpose(matrix));
    }
  }
}

TEST(PackedMatrix, KeepsNothingOfALargerMatrix) {
  const Tensor large = full({9, 70}, kNaN), small = random_whole({3, 5}, 2);
  PackedMatrix packed(as_matrix(large));

  packed.assign(as_matrix(small));

  EXPECT_EQ(packed.rows(), 3u);
  EXPECT_EQ(packed.columns(), 5u);
  expect_equal(packed.unpack(), small);
}

TEST(PackedMatrix, PadsTheLastPanelWithZeros) {
  const Tensor large = full({9, 70}, kNaN), small = full({3, 5}, 1);
  PackedMatrix packed(as_matrix(large));

  packed.assign(as_matrix(small));

  const std::size_t width = packed.bytes() / sizeof(float) / 3;
  for (std::size_t i = 0; i < 3 * width; ++i) {
    EXPECT_EQ(packed.panel(0)[i], i % width < 5 ? 1.0f : 0.0f) << i;
  }
}

TEST(PackedMatrix, PadsTheLastPanelWithZerosWhenTransposing) {
  const Tensor large = full({9, 70}, kNaN), small = full({3, 5}, 1);
  PackedMatrix packed(as_matrix(large));

  packed.assign_transposed(PackedMatrix(as_matrix(small)));

  const std::size_t width = packed.bytes() / sizeof(float) / 5;
  for (std::size_t i = 0; i < 5 * width; ++i) {
    EXPECT_EQ(packed.panel(0)[i], i % width < 3 ? 1.0f : 0.0f) << i;
  }
}

TEST(PackedMatrix, RefusesAMatrixThatIsTooLargeBeforeReadingIt) {
  EXPECT_THROW(PackedMatrix({nullptr, std::size_t{1} << 15, std::size_t{1} << 15, 1}),
               OutOfMemoryError);
}

// ---------------------------------------------------------------- tensors of any rank

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
  const std::array<std::array<Shape, 2>, 5> cases = {{{{{2, 3, 4, 5}, {2, 3, 5, 7}}},
                                                      {{{2, 1, 4, 5}, {1, 3, 5, 7}}},
                                                      {{{1, 3, 4, 5}, {2, 1, 5, 7}}},
                                                      {{{2, 3, 4, 5}, {1, 1, 5, 7}}},
                                                      {{{1, 1, 1, 5}, {2, 3, 5, 1}}}}};
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
      "matmul: shapes [2] and [5] do not broadcast: axis 0 of b has 5, a has 2 "
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
}  // namespace manyheads::matmul_test
