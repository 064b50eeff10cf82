#include "attention/dropout.hpp"

#include "tensor/random.hpp"

namespace manyheads {

float dropout_factor(const Dropout& dropout, std::size_t b, std::size_t h, std::size_t t,
                     std::size_t s) {
  std::uint64_t bits = scramble(dropout.seed);
  for (std::uint64_t index : {b, h, t, s}) bits = scramble(bits + index + 0x9E3779B97F4A7C15u);
  const bool dropped = static_cast<double>(bits >> 11) * 0x1p-53 < dropout.rate;
  return dropped ? 0.0f : static_cast<float>(1.0 / (1.0 - dropout.rate));
}

}  // namespace manyheads
