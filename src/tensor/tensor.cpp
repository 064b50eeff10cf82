#include "tensor/tensor.hpp"

namespace manyheads {

void resize(Tensor& tensor, const Shape& shape, std::string_view name) {
  const Size size = checked_size(shape, name);
  if (tensor.size() == size) {
    tensor.reshape(shape);
  } else {  // xarray::resize would keep the new shape where memory runs out
    tensor = Tensor::from_shape(shape);
  }
}

Tensor& resize(std::optional<Tensor>& tensor, const Shape& shape, std::string_view name) {
  if (!tensor) return tensor.emplace(make_tensor(shape, name));
  resize(*tensor, shape, name);
  return *tensor;
}

Tensor make_tensor(const Shape& shape, std::string_view name) {
  Tensor tensor;
  resize(tensor, shape, name);
  return tensor;
}

Shape shape_of(const Tensor& tensor) { return {tensor.shape().begin(), tensor.shape().end()}; }

}  // namespace manyheads
