#include "kernels/row_products.hpp"

#include <array>

#include "core/tensors.hpp"

namespace manyheads {
namespace {

// Whole numbers: their products and sums are exact, so that the order of adding does not show.
constexpr std::array<std::size_t, 9> kSizes = {1, 2, 3, 5, 15, 16, 33, 65, 131};
constexpr std::array<std::size_t, 6> kRows = {1, 2, 4, 5, 8, 11};

MatrixView view_of(const Tensor& matrix) {
  return {matrix.data(), matrix.shape(0), matrix.shape(1), matrix.shape(1)};
}
RowsOut rows_out(Tensor& matrix) { return {matrix.data(), matrix.shape(1)}; }

/// Calls `check` with every number of rows of x and every size of a.
template <typename Check>
void at_awkward_sizes(Check check) {
  for (const std::size_t R : kRows) {
    for (const std::size_t M : kSizes) {
      for (const std::size_t N : kSizes) {
        SCOPED_TRACE(to_text(Shape{R, M, N}));
        check(R, M, N);
      }
    }
  }
}

TEST(DotRows, EqualsTheReferenceAtAwkwardSizes) {
  at_awkward_sizes([](std::size_t R, std::size_t M, std::size_t K) {
    const Tensor x = random_whole({R, K}, 1), a = random_whole({M, K}, 2);
    Tensor y = full({R, M}, kNaN), wanted = full({R, M}, kNaN);

    dot_rows(view_of(x), view_of(a), rows_out(y));

    matmul_reference(view_of(x), view_of(a).transposed(), {}, rows_out(wanted));
    expect_equal(y, wanted);
  });
}

TEST(DotRows, ReadsAndWritesRowsThatLieApart) {
  const Tensor wide_x = random_whole({6, 50}, 1), wide_a = random_whole({9, 40}, 2);
  const MatrixView x{wide_x.data() + 3, 6, 19, 50}, a{wide_a.data() + 7, 9, 19, 40};
  Tensor y = full({6, 12}, -1), wanted = full({6, 12}, -1);

  dot_rows(x, a, rows_out(y));

  matmul_reference(x, a.transposed(), {}, rows_out(wanted));
  expect_equal(y, wanted);
}

TEST(DotRows, GivesARowTheSameBitsWhateverRowsAreBesideIt) {
  const Tensor x = random_normal({7, 21}, 1), a = random_normal({70, 21}, 2);
  Tensor together = full({7, 70}, kNaN), alone = full({7, 70}, kNaN);

  dot_rows(view_of(x), view_of(a), rows_out(together));
  for (std::size_t r = 0; r < 7; ++r) {
    dot_rows({x.data() + r * 21, 1, 21, 21}, view_of(a), {alone.data() + r * 70, 70});
  }

  expect_equal(together, alone);
}

TEST(AddWeightedRows, AddsTheReferenceAtAwkwardSizes) {
  at_awkward_sizes([](std::size_t R, std::size_t M, std::size_t N) {
    const Tensor x = random_whole({R, M}, 1), a = random_whole({M, N}, 2);
    const Tensor before = random_whole({R, N}, 3);
    Tensor y = before, wanted = full({R, N}, kNaN);

    add_weighted_rows(view_of(x), view_of(a), rows_out(y));

    matmul_reference(view_of(x), view_of(a), {}, rows_out(wanted));
    expect_equal(y, Tensor(before + wanted));
  });
}

TEST(AddWeightedRows, ReadsRowsThatLieApartAndWritesNothingBehindTheLastColumn) {
  const Tensor wide_x = random_whole({5, 30}, 1), wide_a = random_whole({13, 40}, 2);
  const MatrixView x{wide_x.data() + 4, 5, 13, 30}, a{wide_a.data() + 7, 13, 21, 40};
  Tensor y = full({5, 40}, 0), wanted = full({5, 40}, 0);

  add_weighted_rows(x, a, rows_out(y));

  matmul_reference(x, a, {}, rows_out(wanted));
  expect_equal(y, wanted);
}

TEST(AddWeightedRows, MakesZeroTimesInfinityNaN) {
  for (const std::size_t R : {1u, 4u}) {
    Tensor a = full({2, 70}, 1), x = full({R, 2}, 1), y = full({R, 70}, 0);
    a(0, 69) = kInfinity;
    x(R - 1, 0) = 0;

    add_weighted_rows(view_of(x), view_of(a), rows_out(y));

    EXPECT_TRUE(std::isnan(y(R - 1, 69)));
    EXPECT_EQ(y(R - 1, 68), 1.0f);
  }
}

}  // namespace
}  // namespace manyheads
