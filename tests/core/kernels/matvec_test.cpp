#include "kernels/matvec.hpp"

#include "core/tensors.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads {
namespace {

// Whole numbers: their products and sums are exact, so that the order of adding does not show.
constexpr std::array<std::size_t, 10> kSizes = {1, 2, 3, 4, 5, 15, 16, 33, 65, 131};

MatrixView view_of(const Tensor& matrix) {
  return {matrix.data(), matrix.shape(0), matrix.shape(1), matrix.shape(1)};
}

Tensor product_of(const Tensor& a, const Tensor& x) {
  Tensor y = full({a.shape(0), 1}, kNaN);
  matmul_reference(view_of(a), {x.data(), a.shape(1), 1, 1}, {}, {y.data(), 1});
  return y;
}

TEST(Matvec, EqualsTheReferenceAtAwkwardSizes) {
  for (const std::size_t M : kSizes) {
    for (const std::size_t K : kSizes) {
      SCOPED_TRACE(std::to_string(M) + " x " + std::to_string(K));
      const Tensor a = random_whole({M, K}, 1), x = random_whole({K}, 2);
      Tensor y = full({M, 1}, kNaN);

      matvec(view_of(a), x.data(), y.data());

      expect_equal(y, product_of(a, x));
    }
  }
}

TEST(Matvec, ReadsRowsThatLieApart) {
  const Tensor wide = random_whole({9, 40}, 1), x = random_whole({19}, 2);
  Tensor y = full({9}, kNaN), wanted = full({9}, kNaN);
  const MatrixView middle{wide.data() + 7, 9, 19, 40};

  matvec(middle, x.data(), y.data());

  matmul_reference(middle, {x.data(), 19, 1, 1}, {}, {wanted.data(), 1});
  expect_equal(y, wanted);
}

TEST(AddVecmat, EqualsTheReferenceAtAwkwardSizes) {
  for (const std::size_t M : kSizes) {
    for (const std::size_t N : kSizes) {
      SCOPED_TRACE(std::to_string(M) + " x " + std::to_string(N));
      const Tensor a = random_whole({M, N}, 1), x = random_whole({M}, 2);
      Tensor y = full({N, 1}, 0);

      add_vecmat(x.data(), view_of(a), y.data());

      expect_equal(y, product_of(manyheads::transpose(a), x));
    }
  }
}

TEST(AddVecmat, AddsOntoWhatIsThere) {
  // 69 columns: whole blocks, single vectors and single columns
  const Tensor a = random_whole({8, 69}, 1), x = random_whole({8}, 2);
  Tensor whole = full({69}, 0), in_pieces = full({69}, 0);
  add_vecmat(x.data(), view_of(a), whole.data());

  add_vecmat(x.data(), {a.data(), 3, 69, 69}, in_pieces.data());
  add_vecmat(x.data() + 3, {a.data() + 3 * 69, 5, 69, 69}, in_pieces.data());

  expect_equal(in_pieces, whole);
}

TEST(AddVecmat, WritesNothingBehindItsLastColumn) {
  const Tensor a = random_whole({3, 21}, 1), x = random_whole({3}, 2);
  Tensor y = full({40}, -1);

  add_vecmat(x.data(), view_of(a), y.data());

  for (std::size_t j = 21; j < 40; ++j) EXPECT_EQ(y(j), -1.0f) << j;
}

TEST(AddVecmat, MakesZeroTimesInfinityNaN) {
  Tensor a = full({2, 70}, 1);
  a(0, 69) = kInfinity;
  const Tensor x = tensor_of({2}, {0, 1});
  Tensor y = full({70}, 0);

  add_vecmat(x.data(), view_of(a), y.data());

  EXPECT_TRUE(std::isnan(y(69)));
  EXPECT_EQ(y(68), 1.0f);
}

}  // namespace
}  // namespace manyheads
