#include "tensor/tensor.hpp"

#include <new>

#include "core/expect_error.hpp"
#include "core/failing_allocation.hpp"
#include "core/tensors.hpp"

namespace manyheads::tensor_test {
namespace {

TEST(MakeTensor, HasTheRequestedShape) {
  const Tensor tensor = make_tensor({2, 3, 5}, "x");

  EXPECT_EQ(shape_of(tensor), (Shape{2, 3, 5}));
  EXPECT_EQ(elements(tensor).size(), 30u);
}

TEST(MakeTensor, OfRankZeroHoldsOneNumber) { EXPECT_EQ(make_tensor({}, "x").size(), 1u); }

TEST(MakeTensor, CountsTheElementsOfTheLargestTensorRight) {
  const Size most = kMaxTensorBytes / sizeof(float);

  const Tensor tensor = make_tensor({most}, "x");  // not written to, so it costs no memory

  EXPECT_EQ(tensor.size(), most);
}

TEST(MakeTensor, NamesTheTensorThatWouldBeTooLarge) {
  expect_out_of_memory(
      [] {
        make_tensor({1048576, 1048576}, "scores");
      },
      "scores [1048576, 1048576] would take 2 GiB or more; a tensor must be smaller than that");
}

TEST(Resize, ChangesTheShapeIfItGrowsOrShrinks) {
  Tensor tensor = make_tensor({2, 3}, "x");

  for (const Shape& shape : {Shape{4, 5, 6}, Shape{7}, Shape{}, Shape{7, 1}, Shape{1, 7}}) {
    resize(tensor, shape, "x");
    EXPECT_EQ(shape_of(tensor), shape);
    EXPECT_EQ(tensor.size(), checked_size(shape, "x"));
  }
}

TEST(Resize, KeepsItsMemoryForTheSameNumberOfElements) {
  Tensor tensor = make_tensor({6, 4}, "x");
  const float* const before = tensor.data();

  resize(tensor, {2, 3, 4}, "x");

  EXPECT_EQ(tensor.data(), before);
}

TEST(Resize, DoesNotChangeTheTensorIfTheShapeIsRefused) {
  Tensor tensor = tensor_of({2}, {1, 2});

  EXPECT_THROW(resize(tensor, {3, 0}, "x"), ShapeError);

  expect_equal(tensor, tensor_of({2}, {1, 2}));
}

TEST(Resize, MakesNoTensorIfTheShapeIsRefused) {
  std::optional<Tensor> tensor;

  EXPECT_THROW(resize(tensor, {1u << 20, 1u << 20}, "x"), OutOfMemoryError);

  EXPECT_FALSE(tensor);
}

TEST(Resize, DoesNotChangeTheTensorIfMemoryRunsOut) {
  Tensor tensor = tensor_of({2}, {1, 2});

  {
    const FailingAllocation out_of_memory(4096);
    EXPECT_THROW(resize(tensor, {64, 64}, "x"), std::bad_alloc);
  }

  expect_equal(tensor, tensor_of({2}, {1, 2}));
}

TEST(Resize, WorksAgainAfterMemoryRanOut) {
  Tensor tensor = make_tensor({2}, "x");
  {
    const FailingAllocation out_of_memory(4096);
    EXPECT_THROW(resize(tensor, {64, 64}, "x"), std::bad_alloc);
  }

  resize(tensor, {64, 64}, "x");

  tensor.fill(1.0f);  // AddressSanitizer checks that there is room
  EXPECT_EQ(tensor.size(), 4096u);
}

}  // namespace
}  // namespace manyheads::tensor_test
