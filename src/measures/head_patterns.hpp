#pragma once
/// What a head reads: the previous token, itself, the first, an equal one, the one after an equal.
/// @see Olsson et al. 2022 for induction heads; Voita et al. 2019 for positional ones.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tensor/tensor.hpp"

namespace manyheads {

/// Mean share of a head's attention, over the queries that have such a key; empty if no query has
/// one. A query that may see no key at all counts as one that reads nothing.
struct HeadPattern {
  std::optional<double> previous;   ///< key t - 1, from t = 1 on
  std::optional<double> self;       ///< key t
  std::optional<double> first;      ///< key 0, from t = 1 on
  std::optional<double> duplicate;  ///< all earlier keys that hold the query's own token
  std::optional<double> induction;  ///< all keys that follow such an earlier token; may be key t
};

/// @param weights  [B, H, T, T] or [H, T, T]
/// @param tokens   [T], equal numbers for equal tokens; empty: duplicate and induction stay empty
/// @return         one per head
/// @throws ShapeError where T != S or the tokens are not T
std::vector<HeadPattern> head_patterns(const Tensor& weights, std::span<const std::int64_t> tokens);

}  // namespace manyheads
