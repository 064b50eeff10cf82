#include "kernels/packed_matrix.hpp"

#include <vector>

#include "core/expect_error.hpp"
#include "core/kernels/paged_copy.hpp"
#include "core/kernels/products.hpp"
#include "tensor/rearrange.hpp"

namespace manyheads::packed_matrix_test {
namespace {

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

TEST(PackedMatrix, PacksPagedRows) {
  for (const std::size_t page_rows : {1, 3, 16, 33, 200}) {
    const Tensor a = random_normal({131, 69}, 1);
    const PagedCopy paged(a, page_rows);
    PackedMatrix packed;

    packed.assign(paged.view);
    expect_equal(packed.unpack(), a);
    packed.assign_transposed(paged.view);
    expect_equal(packed.unpack(), manyheads::transpose(a));
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

}  // namespace
}  // namespace manyheads::packed_matrix_test
