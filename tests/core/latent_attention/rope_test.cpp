#include "latent_attention/rope.hpp"

#include <cmath>

#include "core/random_heads.hpp"
#include "core/tensors.hpp"

namespace manyheads::rope_test {
namespace {

/// Rotates rows, [B, heads, T, width], as the last T of S positions.
Tensor rotate_rows(Tensor rows, std::size_t S) {
  const auto from = RandomHeads::head_rows(rows);
  const ForwardShape run{.B = rows.shape(0), .T = rows.shape(2), .S = S, .batched = true};
  rotate({rows.data(), from.batch_stride, from.head_stride, from.row_stride}, run, rows.shape(1),
         rows.shape(3));
  return rows;
}

/// Rotates one row as at this position.
Tensor rotate_row(const Tensor& row, std::size_t position) {
  return rotate_rows(row, position + 1);
}

float product(const Tensor& a, const Tensor& b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  return sum;
}

TEST(Rotate, EqualsItsDefinition) {
  for (const std::size_t width : {2, 6, 32}) {
    const Tensor rows = random_normal({2, 3, 5, width}, 1);
    Tensor expected = rows;
    for (std::size_t i = 0; i < 2 * 3 * 5; ++i) {
      rotate_reference({expected.data() + i * width, width}, 7 + i % 5);
    }

    // Error bound: cosine and sine are rounded to float before they are multiplied.
    expect_close(rotate_rows(rows, 12), expected, 1e-6);
  }
}

TEST(Rotate, DoesNotChangeTheFirstPosition) {
  const Tensor row = random_normal({1, 1, 1, 6}, 1);

  expect_equal(rotate_row(row, 0), row);
}

TEST(Rotate, TurnsEachPairByItsOwnAngle) {
  const Tensor row = tensor_of({1, 1, 1, 4}, {1, 0, 1, 0});

  // The angle of pair i is position / 10000^(2i / width): 3 and 0.03.
  expect_close(
      rotate_row(row, 3),
      tensor_of({1, 1, 1, 4}, {std::cos(3.0f), std::sin(3.0f), std::cos(0.03f), std::sin(0.03f)}),
      1e-6);
}

TEST(Rotate, ProductsDependOnlyOnTheDistanceOfPositions) {
  const Tensor q = random_normal({1, 1, 1, 8}, 1), k = random_normal({1, 1, 1, 8}, 2);
  const float near = product(rotate_row(q, 5), rotate_row(k, 2));

  EXPECT_NEAR(product(rotate_row(q, 105), rotate_row(k, 102)), near, 1e-5);
  EXPECT_GT(std::abs(product(rotate_row(q, 6), rotate_row(k, 2)) - near), 1e-2);
}

TEST(Rotate, IsExactAtPositionFiveMillion) {
  // In float, the angle would have an error of up to 0.25.
  Tensor expected = tensor_of({1, 1, 1, 2}, {0.6f, 0.8f});
  rotate_reference({expected.data(), 2}, 5'000'001);

  expect_close(rotate_row(tensor_of({1, 1, 1, 2}, {0.6f, 0.8f}), 5'000'001), expected, 1e-6);
}

TEST(Rotate, DoesNothingAtWidthZero) {
  const ForwardShape run{.B = 1, .T = 3, .S = 3, .batched = true};

  rotate({nullptr, 0, 0, 0}, run, 2, 0);
}

}  // namespace
}  // namespace manyheads::rope_test
