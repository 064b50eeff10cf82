#pragma once
/// Seeded random numbers, the same natively, in WebAssembly and on every platform.

#include <cstdint>
#include <span>
#include <string_view>

#include "tensor/tensor.hpp"

namespace manyheads {

/// Scrambles 64 bits: the output function of splitmix64.
/// @see Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators", section 3.
std::uint64_t scramble(std::uint64_t bits);

/// splitmix64 for bits, Box-Muller in double for normal numbers. std::normal_distribution would
/// differ between standard libraries.
class SeededGenerator {
 public:
  /// Streams of one seed are independent: each weight of a layer draws from its own.
  explicit SeededGenerator(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t next();
  /// In [0, 1), 53 random bits.
  double uniform();
  /// A whole number in [0, count).
  std::uint64_t below(std::uint64_t count);
  /// Mean 0, variance 1.
  double normal();

 private:
  std::uint64_t state_;
  double spare_ = 0;
  bool has_spare_ = false;
};

/// Fills `values` with normal numbers of this standard deviation, rounded from double.
void fill_normal(std::span<float> values, SeededGenerator generator, double standard_deviation);

/// Initial values of a layer's matrix, [fan_in, ..]: normal numbers of variance 1 / fan_in.
Tensor random_weight(const Shape& shape, SeededGenerator generator, std::string_view name);

/// The initial value of a layer's weight: a random_weight, or zeros for a bias, which has one axis.
/// @param stream  a stream of the seed for this weight alone, so that changing the shape of one
/// weight does not change the others
Tensor seeded_weight(const Shape& shape, std::uint64_t seed, std::uint64_t stream,
                     std::string_view name);

/// The same for any kind of layer: its configuration and a weight's name have a `weight_shape`.
template <typename Config, typename Weight>
Tensor seeded_weight(const Config& config, Weight name) {
  return seeded_weight(weight_shape(config, name), config.seed,
                       static_cast<std::uint64_t>(name) + 1, to_text(name));
}

/// A tensor of normal numbers, drawn in row-major order.
/// @throws as make_tensor; ConfigError naming std unless it is 0 or more and finite as float32
Tensor random_normal(const Shape& shape, std::uint64_t seed, double standard_deviation = 1.0);

/// A tensor of uniform random numbers in [low, high), drawn in row-major order. Each has 24 random
/// bits, so that numbers in [0, 1) are exact in float32 and below 1.
/// @throws as make_tensor; ConfigError naming low or high unless both are finite as float32 and
/// some float32 number is in [low, high)
Tensor random_uniform(const Shape& shape, std::uint64_t seed, double low = 0.0, double high = 1.0);

}  // namespace manyheads
