#pragma once
/// Choices made from bytes: what a fuzzer varies becomes numbers, texts and settings. The same
/// bytes always make the same choices; where they end, every choice is the first.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fields/fields.hpp"
#include "tensor/tensor.hpp"

namespace manyheads::fuzz {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool done() const { return bytes_.empty(); }
  std::uint8_t byte() {
    if (done()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  bool flag() { return byte() % 2 == 1; }
  /// A whole number below `count`, which is at most 256.
  std::size_t below(std::size_t count) { return byte() % count; }
  template <typename Choice>
  Choice choose(std::initializer_list<Choice> choices) {
    return choices.begin()[below(choices.size())];
  }
  template <typename Enumeration>
  Enumeration choice() {
    return static_cast<Enumeration>(below(kChoices<Enumeration>.size()));
  }
  std::uint64_t whole() {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
    return bits;
  }
  /// Mostly 0 to 12, sometimes a size that no machine has room for.
  Size size() {
    const std::uint8_t first = byte();
    if (first < 240) return first % 13;
    constexpr std::array<Size, 8> kHuge = {Size{1} << 31, (Size{1} << 31) - 1, Size{1} << 32,
                                           Size{1} << 33, Size{1} << 53,       Size{1} << 62,
                                           Size{1} << 63, UINT64_MAX};
    return kHuge[first % 8];
  }
  /// Any double: small whole numbers, special ones, or any bits.
  double number() {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    switch (below(4)) {
      case 0:
        return static_cast<double>(byte());
      case 1:
        return static_cast<double>(byte()) / 64 - 2;
      case 2:
        return choose({0.0, -0.0, -1.0, 0.5, 1.0, 1e-300, 1e300, kInfinite, -kInfinite,
                       std::numeric_limits<double>::quiet_NaN()});
      default:
        return std::bit_cast<double>(whole());
    }
  }
  /// Up to `most` bytes of any kind.
  std::string text(std::size_t most) {
    std::string text;
    for (std::size_t length = below(most + 1); length > 0 && !done(); --length) {
      text += static_cast<char>(byte());
    }
    return text;
  }
  /// All that is left.
  std::string rest() {
    const std::string text(bytes_.begin(), bytes_.end());
    bytes_ = {};
    return text;
  }
  std::span<const std::uint8_t> rest_of_bytes() { return std::exchange(bytes_, {}); }

  Shape shape(std::size_t most_axes) {
    Shape shape(below(most_axes + 1));
    for (Size& axis : shape) axis = 1 + below(6);
    return shape;
  }
  /// Small whole numbers, and now and then NaN or an infinity.
  Tensor tensor(const Shape& shape) {
    Tensor tensor = make_tensor(shape, "a fuzzer's tensor");
    const std::uint8_t seed = byte();
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      tensor.data()[i] = static_cast<float>((seed + 7 * i) % 11) / 4 - 1;
    }
    if (flag())
      tensor.data()[below(std::min<std::size_t>(tensor.size(), 256))] =
          static_cast<float>(number());
    return tensor;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace manyheads::fuzz
