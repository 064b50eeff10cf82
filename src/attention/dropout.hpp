#pragma once
/// Dropout on the attention weights, with inverted scaling.

#include <cstddef>
#include <cstdint>

#include "fields/fields.hpp"

namespace manyheads {

struct Dropout {
  double rate = 0;  ///< 0 to 1
  std::uint64_t seed = 0;
};
template <>
inline constexpr auto kFields<Dropout> = fields(field::number<&Dropout::rate>("rate"),
                                                field::whole<&Dropout::seed>("seed"));

/// What the weight of head h of batch row b, query t, key s is multiplied by: 0 where it is
/// dropped, else 1 / (1 - rate). It depends only on these numbers, so every kernel drops the same
/// weights, in any order.
float dropout_factor(const Dropout& dropout, std::size_t b, std::size_t h, std::size_t t,
                     std::size_t s);

}  // namespace manyheads
