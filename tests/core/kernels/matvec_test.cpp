#include "kernels/matvec.hpp"

#include "core/kernels/paged_copy.hpp"
#include "core/tensors.hpp"
#include "kernels/matmul.hpp"

namespace manyheads::matvec_test {
namespace {

// Products and sums of whole numbers are exact, so the order of additions does not matter.
constexpr std::array<std::size_t, 10> kSizes = {1, 2, 3, 4, 5, 15, 16, 33, 65, 131};

Tensor reference_product(const Tensor& a, const Tensor& x) {
  Tensor y = full({a.shape(0), 1}, kNaN);
  matmul_reference(as_matrix(a), {x.data(), a.shape(1), 1, 1}, {}, {y.data(), 1});
  return y;
}

TEST(Matvec, EqualsTheReferenceAtAwkwardSizes) {
  for (const std::size_t M : kSizes) {
    for (const std::size_t K : kSizes) {
      SCOPED_TRACE(std::to_string(M) + " x " + std::to_string(K));
      const Tensor a = random_whole({M, K}, 1), x = random_whole({K}, 2);
      Tensor y = full({M, 1}, kNaN);

      matvec(unpaged(as_matrix(a)), x.data(), y.data());

      expect_equal(y, reference_product(a, x));
    }
  }
}

TEST(Matvec, ReadsRowsWithAnyStride) {
  const Tensor wide = random_whole({9, 40}, 1), x = random_whole({19}, 2);
  Tensor y = full({9}, kNaN), wanted = full({9}, kNaN);
  const MatrixView middle{wide.data() + 7, 9, 19, 40};

  matvec(unpaged(middle), x.data(), y.data());

  matmul_reference(middle, {x.data(), 19, 1, 1}, {}, {wanted.data(), 1});
  expect_equal(y, wanted);
}

TEST(Matvec, PagedRowsGiveTheSameBits) {
  for (const std::size_t rows : kSizes) {
    const Tensor a = random_normal({rows, 69}, 1), x = random_normal({69}, 2);
    Tensor scores = full({rows}, kNaN);
    matvec(unpaged(as_matrix(a)), x.data(), scores.data());

    for (const std::size_t page_rows : {1, 3, 4, 16, 200}) {
      SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(page_rows) + " a page");
      Tensor paged_scores = full({rows}, kNaN);
      matvec(PagedCopy(a, page_rows).view, x.data(), paged_scores.data());

      expect_equal(paged_scores, scores);
    }
  }
}

}  // namespace
}  // namespace manyheads::matvec_test
