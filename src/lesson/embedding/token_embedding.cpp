#include "lesson/embedding/token_embedding.hpp"

#include <cmath>

#include "tensor/error.hpp"
#include "tensor/random.hpp"

namespace manyheads {
namespace {

/// The most numbers to draw; they take a few seconds.
constexpr Size kMaxNumbers = Size{1} << 26;

/// FNV-1a: the same 64 bits for the same word on every platform.
std::uint64_t hash_word(std::string_view word) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char byte : word) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
  return hash;
}

}  // namespace

Tensor embed_tokens(std::span<const std::string_view> tokens, Size d_model, std::uint64_t seed,
                    Positions positions) {
  const Shape shape{tokens.size(), d_model};
  if (checked_size(shape, "tokens") > kMaxNumbers) {
    throw ConfigError("d_model", {"embed: `d_model` is ", d_model, ", which makes ", shape,
                                  " for these tokens, wanted at most ", kMaxNumbers, " numbers"});
  }
  Tensor rows = make_tensor(shape, "tokens");
  const std::size_t width = rows.shape(1);
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const std::span<float> row = elements(rows).subspan(t * width, width);
    fill_normal(row, SeededGenerator(seed, hash_word(tokens[t])), 1.0);
    if (positions == Positions::kNone) continue;
    for (std::size_t i = 0; i < width; ++i) {
      const double exponent = static_cast<double>(i - i % 2) / static_cast<double>(width);
      const double angle = static_cast<double>(t) / std::pow(10000.0, exponent);
      row[i] += static_cast<float>(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return rows;
}

}  // namespace manyheads
