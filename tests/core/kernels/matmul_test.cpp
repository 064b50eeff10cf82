#include "kernels/matmul.hpp"

#include <array>

#include "core/kernels/products.hpp"
#include "core/tensors.hpp"
#include "tensor/elementwise.hpp"

namespace manyheads::matmul_test {
namespace {

// Products of whole numbers are exact, so most tests need no tolerance.

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

}  // namespace
}  // namespace manyheads::matmul_test
