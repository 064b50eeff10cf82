#include "kernels/row_products.hpp"

#include <array>
#include <span>

#include "core/kernels/paged_copy.hpp"
#include "core/tensors.hpp"

namespace manyheads::row_products_test {
namespace {

// Products and sums of whole numbers are exact, so the order of additions does not matter.
constexpr std::array<std::size_t, 9> kSizes = {1, 2, 3, 5, 15, 16, 33, 65, 131};
constexpr std::array<std::size_t, 6> kRows = {1, 2, 4, 5, 8, 11};

RowsOut rows_out(Tensor& matrix) { return {matrix.data(), matrix.shape(1)}; }

constexpr std::array<std::size_t, 7> kManyRows = {1, 8, 15, 16, 17, 32, 64};

/// Calls `check` with every number of rows and every size of a.
template <typename Check>
void for_awkward_sizes(Check check, std::span<const std::size_t> rows = kRows) {
  for (const std::size_t R : rows) {
    for (const std::size_t M : kSizes) {
      for (const std::size_t N : kSizes) {
        SCOPED_TRACE(to_text(Shape{R, M, N}));
        check(R, M, N);
      }
    }
  }
}

TEST(DotRows, EqualsTheReferenceAtAwkwardSizes) {
  for_awkward_sizes([](std::size_t R, std::size_t M, std::size_t K) {
    const Tensor x = random_whole({R, K}, 1), a = random_whole({M, K}, 2);
    Tensor y = full({R, M}, kNaN), wanted = full({R, M}, kNaN);

    dot_rows(as_matrix(x), unpaged(as_matrix(a)), rows_out(y));

    matmul_reference(as_matrix(x), as_matrix(a).transposed(), {}, rows_out(wanted));
    expect_equal(y, wanted);
  });
}

TEST(DotRows, ReadsAndWritesRowsWithAnyStride) {
  const Tensor wide_x = random_whole({7, 50}, 1), wide_a = random_whole({9, 40}, 2);
  const MatrixView x{wide_x.data() + 3, 7, 19, 50}, a{wide_a.data() + 7, 9, 19, 40};
  Tensor y = full({7, 12}, -1), wanted = full({7, 12}, -1);

  dot_rows(x, unpaged(a), rows_out(y));

  matmul_reference(x, a.transposed(), {}, rows_out(wanted));
  expect_equal(y, wanted);
}

TEST(SumWeightedRows, EqualsTheReferenceAtAwkwardSizes) {
  for_awkward_sizes([](std::size_t R, std::size_t M, std::size_t N) {
    const Tensor x = random_whole({R, M}, 1), a = random_whole({M, N}, 2);
    Tensor y = full({R, N}, kNaN), wanted = full({R, N}, kNaN);

    sum_weighted_rows(as_matrix(x), unpaged(as_matrix(a)), rows_out(y));

    matmul_reference(as_matrix(x), as_matrix(a), {}, rows_out(wanted));
    expect_equal(y, wanted);
  });
}

TEST(SumWeightedRows, ReadsRowsWithAnyStrideAndWritesNothingAfterTheLastColumn) {
  const Tensor wide_x = random_whole({7, 30}, 1), wide_a = random_whole({13, 40}, 2);
  for (const std::size_t R : {1u, 7u}) {
    const MatrixView x{wide_x.data() + 4, R, 13, 30}, a{wide_a.data() + 7, 13, 21, 40};
    Tensor y = full({7, 40}, -1), wanted = full({7, 40}, -1);

    sum_weighted_rows(x, unpaged(a), rows_out(y));

    matmul_reference(x, a, {}, rows_out(wanted));
    expect_equal(y, wanted);
  }
}

TEST(SumWeightedRows, ZeroTimesInfinityIsNaN) {
  for (const std::size_t R : {1u, 4u}) {
    Tensor a = full({2, 70}, 1), x = full({R, 2}, 1), y = full({R, 70}, 0);
    a(0, 69) = kInfinity;
    x(R - 1, 0) = 0;

    sum_weighted_rows(as_matrix(x), unpaged(as_matrix(a)), rows_out(y));

    EXPECT_TRUE(std::isnan(y(R - 1, 69)));
    EXPECT_EQ(y(R - 1, 68), 1.0f);
  }
}

TEST(RowProducts, PagedRowsGiveTheSameBits) {
  for (const std::size_t R : kRows) {
    for (const std::size_t M : kSizes) {
      const Tensor queries = random_normal({R, 69}, 1), weights = random_normal({R, M}, 2);
      const Tensor a = random_normal({M, 69}, 3);
      Tensor scores = full({R, M}, kNaN), sums = full({R, 69}, kNaN);
      dot_rows(as_matrix(queries), unpaged(as_matrix(a)), rows_out(scores));
      sum_weighted_rows(as_matrix(weights), unpaged(as_matrix(a)), rows_out(sums));

      for (const std::size_t page_rows : {1, 3, 4, 16, 64, 200}) {
        SCOPED_TRACE(to_text(Shape{R, M, page_rows}));
        const PagedCopy paged(a, page_rows);
        Tensor paged_scores = full({R, M}, kNaN), paged_sums = full({R, 69}, kNaN);
        dot_rows(as_matrix(queries), paged.view, rows_out(paged_scores));
        sum_weighted_rows(as_matrix(weights), paged.view, rows_out(paged_sums));

        expect_equal(paged_scores, scores);
        expect_equal(paged_sums, sums);
      }
    }
  }
}

TEST(SumWeightedRows, ARowHasTheSameBitsWhateverTheOtherRows) {
  for (const std::size_t M : kSizes) {
    const Tensor weights = random_normal({5, M}, 1), a = random_normal({M, 69}, 2);
    Tensor together = full({5, 69}, kNaN);
    sum_weighted_rows(as_matrix(weights), unpaged(as_matrix(a)), rows_out(together));

    for (std::size_t r = 0; r < 5; ++r) {
      SCOPED_TRACE(to_text(Shape{r, M}));
      Tensor alone = full({69}, kNaN);
      sum_weighted_rows({weights.data() + r * M, 1, M, M}, unpaged(as_matrix(a)),
                        {alone.data(), 69});

      for (std::size_t j = 0; j < 69; ++j) EXPECT_EQ(alone(j), together(r, j)) << j;
    }
  }
}

TEST(DotManyRows, EqualsTheReferenceAtAwkwardSizes) {
  PackedMatrix packed;
  for_awkward_sizes(
      [&](std::size_t R, std::size_t M, std::size_t K) {
        const Tensor x = random_whole({R, K}, 1), a = random_whole({M, K}, 2);
        Tensor y = full({R, M}, kNaN), wanted = full({R, M}, kNaN);

        dot_many_rows(as_matrix(x), unpaged(as_matrix(a)), packed, rows_out(y));

        matmul_reference(as_matrix(x), as_matrix(a).transposed(), {}, rows_out(wanted));
        expect_equal(y, wanted);
      },
      kManyRows);
}

TEST(DotManyRows, ReadsAndWritesRowsWithAnyStride) {
  const Tensor wide_x = random_whole({17, 50}, 1), wide_a = random_whole({70, 40}, 2);
  const MatrixView x{wide_x.data() + 3, 17, 19, 50}, a{wide_a.data() + 7, 70, 19, 40};
  Tensor y = full({17, 72}, -1), wanted = full({17, 72}, -1);
  PackedMatrix packed;

  dot_many_rows(x, unpaged(a), packed, rows_out(y));

  matmul_reference(x, a.transposed(), {}, rows_out(wanted));
  expect_equal(y, wanted);
}

TEST(SumWeightedManyRows, EqualsTheReferenceAtAwkwardSizes) {
  for_awkward_sizes(
      [](std::size_t R, std::size_t M, std::size_t N) {
        const Tensor x = random_whole({R, M}, 1), a = random_whole({M, N}, 2);
        Tensor y = full({R, N}, kNaN), wanted = full({R, N}, kNaN);

        sum_weighted_many_rows(as_matrix(x), unpaged(as_matrix(a)), rows_out(y));

        matmul_reference(as_matrix(x), as_matrix(a), {}, rows_out(wanted));
        expect_equal(y, wanted);
      },
      kManyRows);
}

TEST(SumWeightedManyRows, ReadsWholeVectorsInPlaceAndWritesNothingAfterTheLastColumn) {
  for (const std::size_t columns : {8, 16, 24, 40}) {
    SCOPED_TRACE(columns);
    const Tensor wide_x = random_whole({17, 530}, 1), wide_a = random_whole({520, 64}, 2);
    const MatrixView x{wide_x.data() + 4, 17, 520, 530}, a{wide_a.data() + 7, 520, columns, 64};
    Tensor y = full({17, 64}, -1), wanted = full({17, 64}, -1);

    sum_weighted_many_rows(x, unpaged(a), rows_out(y));

    matmul_reference(x, a, {}, rows_out(wanted));
    expect_equal(y, wanted);
  }
}

TEST(RowProducts, ManyPagedRowsGiveTheSameBits) {
  const Tensor queries = random_normal({17, 72}, 1), weights = random_normal({17, 600}, 2);
  const Tensor a = random_normal({600, 72}, 3);
  Tensor scores = full({17, 600}, kNaN), sums = full({17, 72}, kNaN);
  PackedMatrix packed;
  dot_many_rows(as_matrix(queries), unpaged(as_matrix(a)), packed, rows_out(scores));
  sum_weighted_many_rows(as_matrix(weights), unpaged(as_matrix(a)), rows_out(sums));

  for (const std::size_t page_rows : {1, 3, 16, 200}) {
    SCOPED_TRACE(page_rows);
    const PagedCopy paged(a, page_rows);
    Tensor paged_scores = full({17, 600}, kNaN), paged_sums = full({17, 72}, kNaN);
    dot_many_rows(as_matrix(queries), paged.view, packed, rows_out(paged_scores));
    sum_weighted_many_rows(as_matrix(weights), paged.view, rows_out(paged_sums));

    expect_equal(paged_scores, scores);
    expect_equal(paged_sums, sums);
  }
}

TEST(SumWeightedManyRows, ZeroTimesInfinityIsNaN) {
  Tensor a = full({300, 16}, 1), x = full({16, 300}, 1), y = full({16, 16}, 0);
  a(299, 15) = kInfinity;
  x(3, 299) = 0;

  sum_weighted_many_rows(as_matrix(x), unpaged(as_matrix(a)), rows_out(y));

  EXPECT_TRUE(std::isnan(y(3, 15)));
  EXPECT_EQ(y(3, 14), 299.0f);
}

}  // namespace
}  // namespace manyheads::row_products_test
