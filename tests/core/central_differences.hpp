#pragma once
/// Gradients by central differences in double.

#include <functional>
#include <vector>

#include "tensor/tensor.hpp"

namespace manyheads {

using Doubles = std::vector<double>;

inline Doubles to_doubles(const Tensor& tensor) { return {tensor.begin(), tensor.end()}; }

/// (f(a + h) - f(a - h)) / 2h. Error bound: h^2 plus rounding / h, 1e-10 each.
inline Tensor central_differences(Doubles& inputs, const Shape& shape,
                                  const std::function<double()>& loss) {
  constexpr double kStep = 1e-5;
  Tensor differences = make_tensor(shape, "differences");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const double value = inputs[i];
    inputs[i] = value + kStep;
    const double above = loss();
    inputs[i] = value - kStep;
    differences.data()[i] = static_cast<float>((above - loss()) / (2 * kStep));
    inputs[i] = value;
  }
  return differences;
}

}  // namespace manyheads
