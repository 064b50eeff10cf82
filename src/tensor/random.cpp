#include "tensor/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tensor/error.hpp"

namespace manyheads {
namespace {

constexpr std::string_view kFinite = ", finite as float32";

}  // namespace

std::uint64_t scramble(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

SeededGenerator::SeededGenerator(std::uint64_t seed, std::uint64_t stream)
    : state_(scramble(seed ^ scramble(stream))) {}

std::uint64_t SeededGenerator::next() { return scramble(state_ += 0x9E3779B97F4A7C15u); }

double SeededGenerator::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

std::uint64_t SeededGenerator::below(std::uint64_t count) {
  return static_cast<std::uint64_t>(uniform() * static_cast<double>(count));
}

double SeededGenerator::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));  // 1 - u is never 0
  const double angle = 2.0 * std::numbers::pi * uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

void fill_normal(std::span<float> values, SeededGenerator generator, double standard_deviation) {
  for (float& value : values) value = static_cast<float>(standard_deviation * generator.normal());
}

Tensor random_weight(const Shape& shape, SeededGenerator generator, std::string_view name) {
  Tensor weight = make_tensor(shape, name);
  fill_normal(elements(weight), generator, 1.0 / std::sqrt(static_cast<double>(shape[0])));
  return weight;
}

Tensor seeded_weight(const Shape& shape, std::uint64_t seed, std::uint64_t stream,
                     std::string_view name) {
  if (shape.size() > 1) return random_weight(shape, SeededGenerator(seed, stream), name);
  Tensor bias = make_tensor(shape, name);
  bias.fill(0.0f);
  return bias;
}

Tensor random_normal(const Shape& shape, std::uint64_t seed, double standard_deviation) {
  if (!(standard_deviation >= 0 && std::isfinite(static_cast<float>(standard_deviation)))) {
    throw ConfigError(
        "std", {"`random_normal`: std is ", standard_deviation, ", wanted 0 or more", kFinite});
  }
  Tensor tensor = make_tensor(shape, "random_normal");
  fill_normal(elements(tensor), SeededGenerator(seed), standard_deviation);
  return tensor;
}

Tensor random_uniform(const Shape& shape, std::uint64_t seed, double low, double high) {
  // Become the smallest and the largest float32 number in [low, high).
  auto first = static_cast<float>(low), last = static_cast<float>(high);
  if (!std::isfinite(first)) {
    throw ConfigError("low", {"`random_uniform`: low is ", low, ", wanted a number", kFinite});
  }
  if (first < low) first = std::nextafter(first, HUGE_VALF);
  if (!std::isfinite(last) || !(first < high)) {
    throw ConfigError("high", {"`random_uniform`: high is ", high, ", wanted a number above low (",
                               first, ")", kFinite});
  }
  if (last >= high) last = std::nextafter(last, first);
  Tensor tensor = make_tensor(shape, "random_uniform");
  SeededGenerator generator(seed);
  for (float& value : elements(tensor)) {
    const double drawn = static_cast<double>(generator.next() >> 40) * 0x1p-24;
    value = std::clamp(static_cast<float>(low + (high - low) * drawn), first, last);
  }
  return tensor;
}

}  // namespace manyheads
