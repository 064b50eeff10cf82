/// The core as a native program that tests/bench drives: one command per line, one line in
/// answer.
///   multiply_add                             prepares the machine's peak
///   product FOLDER M K N                     prepares a product of FOLDER/a.bin and FOLDER/b.bin
///   layer FOLDER T D_MODEL NUM_HEADS CAUSAL  prepares a layer of FOLDER/x.bin, wq.bin, ...
///   training FOLDER NUM_HEADS SEED STEPS CHECKED
///                                            prepares runs of STEPS steps, one per call; the
///                                            output is the losses of the first
///   time WHICH CALLS                         answers with the milliseconds that they took
///   output WHICH FILE                        writes the result of one call
/// What is prepared is answered with its number, WHICH; the peak also with its operations per call.

#include <chrono>
#include <cstddef>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "attention/multi_head_attention.hpp"
#include "kernels/matmul.hpp"
#include "lesson/machine_limits/machine_limits.hpp"
#include "lesson/training/trainer.hpp"

namespace {

using namespace manyheads;

/// `call` computes once; `output` is what it has computed.
struct Prepared {
  std::function<void()> call;
  std::function<std::span<const float>()> output;
};

void read(const std::string& path, float* floats, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(floats), static_cast<std::streamsize>(count * sizeof(float)));
  if (!file) throw std::runtime_error("cannot read " + path);
}

Tensor read_tensor(const std::string& path, Shape shape) {
  Tensor tensor = make_tensor(shape, path);
  read(path, tensor.data(), tensor.size());
  return tensor;
}

Prepared product(std::istream& arguments) {
  struct State {
    std::vector<float> a, b, c;
    PackedMatrix packed;
  };
  std::string folder;
  std::size_t M, K, N;
  arguments >> folder >> M >> K >> N;
  auto state = std::make_shared<State>();
  state->a.resize(M * K);
  state->b.resize(K * N);
  state->c.resize(M * N);
  read(folder + "/a.bin", state->a.data(), M * K);
  read(folder + "/b.bin", state->b.data(), K * N);
  state->packed.assign({state->b.data(), K, N, N});
  return {[=] {
            matmul({state->a.data(), M, K, K}, state->packed, N, {}, {state->c.data(), N});
          },
          [=] { return std::span<const float>(state->c); }};
}

Prepared layer(std::istream& arguments) {
  struct State {
    MultiHeadAttention attention;
    Tensor x, output;
    ForwardOptions options;
  };
  std::string folder;
  Size T, d_model, num_heads;
  bool causal;
  arguments >> folder >> T >> d_model >> num_heads >> causal;
  AttentionWeights weights;
  for (const WeightName name :
       {WeightName::kWq, WeightName::kWk, WeightName::kWv, WeightName::kWo}) {
    weights[name] =
        read_tensor(folder + "/" + std::string(to_text(name)) + ".bin", {d_model, d_model});
  }
  auto state = std::make_shared<State>(
      State{MultiHeadAttention({.d_model = d_model, .num_heads = num_heads}, weights),
            read_tensor(folder + "/x.bin", {T, d_model}),
            Tensor(),
            {.causal = causal}});
  return {[=] { state->attention.forward(state->x, state->options, state->output); },
          [=] { return std::span<const float>(state->output.data(), state->output.size()); }};
}

Prepared training(std::istream& arguments) {
  std::string folder;
  TrainerConfig config;
  Size steps;
  std::size_t checked;
  arguments >> folder >> config.num_heads >> config.seed >> steps >> checked;
  auto trainer = std::make_shared<Trainer>(config);
  auto losses = std::make_shared<std::vector<float>>();
  return {[=] {
            if (trainer->step().step == steps) *trainer = Trainer(config);
          },
          [=] {
            Trainer fresh(config);
            losses->clear();
            while (losses->size() < checked) {
              losses->push_back(static_cast<float>(fresh.step().loss));
            }
            return std::span<const float>(*losses);
          }};
}

void write(const Prepared& prepared, const std::string& path) {
  prepared.call();
  const auto bytes = std::as_bytes(prepared.output());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

double milliseconds(const std::function<void()>& call, std::size_t calls) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < calls; ++i) call();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return taken.count();
}

using Preparation = Prepared (*)(std::istream& arguments);

Preparation preparation(const std::string& command) {
  if (command == "product") return product;
  if (command == "layer") return layer;
  if (command == "training") return training;
  return nullptr;
}

}  // namespace

int main() {
  std::vector<Prepared> prepared;
  for (std::string command; std::cin >> command;) {
    if (command == "multiply_add") {
      prepared.push_back({[] { multiply_add(1); }, {}});
      std::cout << prepared.size() - 1 << ' ' << multiply_add(1) << std::endl;
    } else if (const auto prepare = preparation(command)) {
      prepared.push_back(prepare(std::cin));
      std::cout << prepared.size() - 1 << std::endl;
    } else if (command == "time") {
      std::size_t which, calls;
      std::cin >> which >> calls;
      std::cout << milliseconds(prepared.at(which).call, calls) << std::endl;
    } else if (command == "output") {
      std::size_t which;
      std::string path;
      std::cin >> which >> path;
      write(prepared.at(which), path);
      std::cout << "written" << std::endl;
    } else {
      std::cerr << "unknown command " << command << std::endl;
      return 1;
    }
  }
}
