#pragma once
/// What a head attends to: the previous token, the token itself, the first token, an equal token,
/// or the token after an equal one.
/// @see Olsson et al. 2022 for induction heads; Voita et al. 2019 for positional heads.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fields/results.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

/// Mean share of a head's attention, over the queries that have such a key; empty if no query has
/// one. A query that sees no key counts with 0.
struct HeadPattern {
  std::optional<double> previous;   ///< key t - 1, from t = 1 on
  double self = 0;                  ///< key t
  std::optional<double> first;      ///< key 0, from t = 1 on
  std::optional<double> duplicate;  ///< all earlier keys with the same token as the query
  std::optional<double> induction;  ///< all keys right after such an earlier token; may be key t
};
template <>
inline constexpr auto kResults<HeadPattern> = results(result<&HeadPattern::previous>("previous"),
                                                      result<&HeadPattern::self>("self"),
                                                      result<&HeadPattern::first>("first"),
                                                      result<&HeadPattern::duplicate>("duplicate"),
                                                      result<&HeadPattern::induction>("induction"));

/// @param weights  [B, H, T, T] or [H, T, T]
/// @param tokens   [T], equal numbers for equal tokens; empty: duplicate and induction stay empty
/// @return         one per head
/// @throws ShapeError unless T = S and there are T tokens
std::vector<HeadPattern> head_patterns(const Tensor& weights, std::span<const std::int64_t> tokens);

}  // namespace manyheads
