/// The numbers of numbers.mjs, computed natively: a line for each row, its name and its floats.

#include <cstdio>
#include <span>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "lesson/training/trainer.hpp"
#include "tensor/random.hpp"

namespace {

using namespace manyheads;

void print(const char* name, std::span<const float> numbers) {
  std::printf("%s:", name);
  for (const float number : numbers) std::printf(" %.9g", static_cast<double>(number));
  std::printf("\n");
}
void print(const char* name, const Tensor& tensor) {
  print(name, std::span(tensor.data(), tensor.size()));
}

}  // namespace

int main() {
  const Tensor x = random_normal({2, 7, 15}, 5);
  const Tensor y = random_normal({2, 5, 24}, 6);
  Tensor ones = y;
  for (float& number : std::span(ones.data(), ones.size())) number = 1;
  MultiHeadAttention odd({.d_model = 15, .num_heads = 3, .seed = 1});
  MultiHeadAttention grouped({.d_model = 24, .num_heads = 6, .num_kv_heads = 2, .seed = 2});
  ForwardOptions causal;
  causal.causal = true;
  AttentionGradients gradients;
  grouped.backward(y, ones, causal, gradients);
  Trainer trainer({.task = TaskName::kRelations, .num_heads = 4, .d_model = 32, .seed = 3});
  std::vector<float> losses;
  for (int step = 0; step < 12; ++step) {
    losses.push_back(static_cast<float>(trainer.step().loss));
  }

  print("random numbers", x);
  print("odd sizes", odd.forward(x));
  print("causal", odd.forward(x, causal));
  print("grouped", grouped.forward(y));
  print("gradient of x", gradients.dx);
  print("gradient of W_K", *gradients.d_weights[WeightName::kWk]);
  print("losses of 12 steps", losses);
}
