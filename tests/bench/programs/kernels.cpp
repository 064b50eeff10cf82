/// The core's kernels and the machine's limits for JavaScript, each timed around many rounds.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <vector>

#include "kernels/matmul.hpp"
#include "lesson/machine_limits/machine_limits.hpp"

namespace {

using emscripten::val;

/// C [M, N] = A [M, K] B [K, N], B packed once. The arrays are views: fill them, then run.
class PackedProduct {
 public:
  PackedProduct(std::size_t M, std::size_t K, std::size_t N)
      : M_(M), K_(K), N_(N), a_(M * K), b_(K * N), c_(M * N) {}

  val a() { return view(a_); }
  val b() { return view(b_); }
  val c() { return view(c_); }
  void pack() { packed_.assign({b_.data(), K_, N_, N_}); }
  void run(std::size_t rounds) {
    for (std::size_t round = 0; round < rounds; ++round) {
      manyheads::matmul({a_.data(), M_, K_, K_}, packed_, N_, {}, {c_.data(), N_});
    }
  }

 private:
  static val view(std::vector<float>& floats) {
    return val(emscripten::typed_memory_view(floats.size(), floats.data()));
  }

  std::size_t M_, K_, N_;
  std::vector<float> a_, b_, c_;
  manyheads::PackedMatrix packed_;
};

class Memory {
 public:
  explicit Memory(std::size_t bytes) : floats_(bytes / sizeof(float), 1.0f) {}
  double read(std::size_t rounds) { return manyheads::read_memory(floats_, rounds); }

 private:
  std::vector<float> floats_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(bench_kernels) {
  emscripten::function("multiply_add", &manyheads::multiply_add);
  emscripten::function(
      "chain_counts", +[] {
        const auto& counts = manyheads::kChainCounts;
        return val::array(counts.begin(), counts.end());
      });
  emscripten::class_<PackedProduct>("PackedProduct")
      .constructor<std::size_t, std::size_t, std::size_t>()
      .function("a", &PackedProduct::a)
      .function("b", &PackedProduct::b)
      .function("c", &PackedProduct::c)
      .function("pack", &PackedProduct::pack)
      .function("run", &PackedProduct::run);
  emscripten::class_<Memory>("Memory").constructor<std::size_t>().function("read", &Memory::read);
}
