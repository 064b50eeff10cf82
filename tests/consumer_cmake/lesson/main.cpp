#include <iostream>

#include "lesson/training/trainer.hpp"

int main() {
  manyheads::Trainer trainer({.num_heads = 4});
  const double loss_before = trainer.step().loss;

  const double loss = trainer.step(50).loss;

  std::cout << loss_before << " -> " << loss << '\n';
  return loss < loss_before ? 0 : 1;
}
