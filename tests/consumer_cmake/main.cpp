#include <iostream>

#include "attention/multi_head_attention.hpp"
#include "tensor/random.hpp"

int main() {
  const manyheads::Tensor x = manyheads::random_normal({6, 64}, 1, 1.0);
  manyheads::MultiHeadAttention attention({.d_model = 64, .num_heads = 8});

  const manyheads::Tensor output = attention.forward(x);

  std::cout << output.shape(0) << " x " << output.shape(1) << '\n';
  return output.shape(0) == 6 && output.shape(1) == 64 ? 0 : 1;
}
