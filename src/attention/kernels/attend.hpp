#pragma once
/// Scaled dot-product attention of all heads: softmax(Q K^T / divisor + bias) V.
/// @see Vaswani et al. 2017, section 3.2.1, eq. 1; Ainslie et al. 2023 for shared keys and values.

#include <cstddef>

#include "attention/forward_options.hpp"
#include "attention/head_rows.hpp"
#include "attention/visibility.hpp"
#include "kernels/matmul.hpp"
#include "tensor/buffer.hpp"
#include "tensor/tensor.hpp"

namespace manyheads {

struct AttendArguments {
  ForwardShape run;
  std::size_t H, G;
  std::size_t d_head;       ///< width of queries and keys
  std::size_t d_value;      ///< width of values and outputs
  HeadRows<const float> q;  ///< [B, H, T, d_head]
  HeadRows<const float> k;  ///< [B, G, S, d_head]; query head h reads key/value head h / (H / G)
  HeadRows<const float> v;  ///< [B, G, S, d_value]
  float score_divisor;
  const ForwardOptions& options;  ///< already checked
  Visibility visibility;
  bool alibi = false;  ///< lower scores by distance; keys and queries are of one sequence
};

/// The tensors between Q, K, V and the heads' outputs, [B, H, T, S] each.
struct AttendIntermediates {
  Tensor scores;         ///< scaled and biased
  Tensor masked_scores;  ///< hidden keys are -infinity
  Tensor weights;        ///< after dropout; all 0 in the row of a query that sees no key
};

/// The textbook way: computes all T x S scores, then takes one step after the other.
/// @param heads  [B, H, T, d_value], written; 0 for a query that sees no key
/// @throws OutOfMemoryError where the scores would not fit one tensor.
AttendIntermediates attend_reference(const AttendArguments& arguments, HeadRows<float> heads);

/// How many queries are computed at a time.
inline constexpr std::size_t kQueryBlock = 32;

/// The weights of a whole call without dropout, not yet divided by their sums. Backward reads them.
struct UnnormalizedWeights {
  std::size_t row_stride;  ///< PackedMatrix::padded(S)
  float* weights;          ///< [B, H, T, row_stride]; 0 for keys that a query does not see
  float* sums;             ///< [B, H, T]

  std::size_t row(const AttendArguments& arguments, std::size_t b, std::size_t h,
                  std::size_t t) const {
    return (b * arguments.H + h) * arguments.run.T + t;
  }
};

/// Memory for the keys and values of one key/value head, reused by later calls.
struct HeadScratch {
  PackedMatrix k, k_transposed, v, v_transposed;
};

/// Memory of attend_blocked, reused by later calls.
struct AttendScratch {
  HeadScratch head;
  Buffer scores;  ///< [32, S], each row padded to a whole panel
};

/// The same in blocks of 32 queries against all their keys: O(32 S) memory instead of O(T S), and
/// a block stops at the last key that one of its queries sees.
/// @param heads    may overwrite q, unless heads share rows or values are wider than queries
/// @param weights  written; null: not needed
void attend_blocked(const AttendArguments& arguments, HeadRows<float> heads, AttendScratch& scratch,
                    const UnnormalizedWeights* weights = nullptr);

}  // namespace manyheads
