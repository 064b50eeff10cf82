#include "lesson/machine_limits/machine_limits.hpp"

#include <array>
#include <utility>
#include <xsimd/xsimd.hpp>

namespace manyheads {
namespace {

using Batch = xsimd::batch<float>;

constexpr std::size_t kStepsPerRound = 1000;

/// Keeps the compiler from leaving out work whose result nobody reads.
volatile float observed;

template <std::size_t Count>
void observe(const std::array<Batch, Count>& chains) {
  Batch sum(0.0f);
  for (const Batch& chain : chains) sum += chain;
  observed = xsimd::reduce_add(sum);
}

template <std::size_t kChains>
double run_chains(std::size_t rounds) {
  for (std::size_t round = 0; round < rounds; ++round) {
    std::array<Batch, kChains> chains;
    for (std::size_t i = 0; i < kChains; ++i) chains[i] = Batch(static_cast<float>(i));
    const Batch factor(0.999f), step(0.001f);
    for (std::size_t i = 0; i < kStepsPerRound; ++i) {
      for (Batch& chain : chains) chain = xsimd::fma(chain, factor, step);
    }
    observe(chains);
  }
  return static_cast<double>(rounds) * kStepsPerRound * kChains * Batch::size * 2;
}

}  // namespace

double multiply_add(std::size_t rounds, std::size_t chains) {
  // 13 chains, the factor and the step fill V8's 15 vector registers. 12 chains do not quite hide
  // the latency of a multiplication followed by an addition: 38.6 instead of 40.1 GFLOP/s. Engines
  // that keep more registers to themselves are fastest with fewer chains.
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    double operations = 0;
    const auto run_if = [&](bool is_wanted, double (*run)(std::size_t)) {
      if (is_wanted) operations = run(rounds);
    };
    (run_if(chains == kChainCounts[I], &run_chains<kChainCounts[I]>), ...);
    return operations;
  }
  (std::make_index_sequence<kChainCounts.size()>());
}

double read_memory(std::span<const float> memory, std::size_t rounds) {
  // Reads four places at a time: one stream alone leaves a sixth of the bandwidth unused.
  constexpr std::size_t kStreams = 4, kVectors = 3, kChains = kStreams * kVectors;
  constexpr std::size_t kStride = kVectors * Batch::size;
  const std::size_t part = memory.size() / kStreams / kStride * kStride;
  for (std::size_t round = 0; round < rounds; ++round) {
    std::array<Batch, kChains> chains;
    chains.fill(Batch(0.0f));
    for (std::size_t i = 0; i < part; i += kStride) {
      for (std::size_t chain = 0; chain < kChains; ++chain) {
        const std::size_t stream = chain / kVectors, vector = chain % kVectors;
        const float* at = memory.data() + stream * part + i + vector * Batch::size;
        chains[chain] += Batch::load_unaligned(at);
      }
    }
    observe(chains);
  }
  return static_cast<double>(rounds) * static_cast<double>(part * kStreams) * sizeof(float);
}

}  // namespace manyheads
