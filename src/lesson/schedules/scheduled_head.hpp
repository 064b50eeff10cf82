#pragma once
/// One head of one batch row, and the orders in which it can be computed.

#include <cstddef>
#include <span>
#include <vector>

#include "attention/kernels/score_rows.hpp"
#include "lesson/schedules/schedule_memory.hpp"

namespace manyheads {

struct ScheduledHead {
  ScheduledHead(const AttendArguments& call, std::size_t batch_row, std::size_t head,
                const HeadRows<float>& heads, FastMemory& fast)
      : arguments(call),
        b(batch_row),
        h(head),
        T(call.run.T),
        S(call.run.S),
        d_head(call.d_head),
        d_value(call.d_value),
        q(call.q.head(b, h)),
        k(call.k.head(b, h / (call.H / call.G))),
        v(call.v.head(b, h / (call.H / call.G))),
        output(heads.head(b, h)),
        memory(fast) {}

  MatrixView load_queries(RowSpan queries) const {
    return memory.load_in_one_piece(MovedData::kQueries, q, queries, d_head);
  }
  /// Scales, biases and masks raw scores.
  void mask(std::size_t t, std::size_t first_key, const std::span<float>& scores) const {
    scale_and_bias(arguments, {b, h, t, first_key, scores});
    arguments.visibility.hide(b, t, scores, first_key);
  }
  void drop_weights(std::size_t t, std::size_t first_key, const std::span<float>& weights) const {
    apply_dropout(arguments, {b, h, t, first_key, weights});
  }
  void store_output(const float* outputs, RowSpan queries) const {
    memory.store(MovedData::kOutput, {outputs, queries.count, d_value, d_value}, queries.first,
                 output);
  }

  const AttendArguments& arguments;
  std::size_t b, h, T, S, d_head, d_value;
  Rows<const float> q, k, v;
  Rows<float> output;
  FastMemory& memory;
};

/// Row i of a contiguous matrix.
inline std::span<float> matrix_row(float* matrix, std::size_t i, std::size_t width) {
  return {matrix + i * width, width};
}

/// Turns rows of raw scores, of these queries and all their keys, into weights.
/// @param scores   [queries, S]
/// @param outputs  [queries, d_value], multiplied by the head mask; 0 for queries that see no key
class WholeRows {
 public:
  WholeRows(const ScheduledHead& head, RowSpan queries, std::size_t keys)
      : head_(head), queries_(queries), keys_(keys), saw_a_key_(queries.count) {}

  void softmax(float* scores);
  void finish(float* outputs) const;

 private:
  const ScheduledHead& head_;
  RowSpan queries_;
  std::size_t keys_;
  std::vector<bool> saw_a_key_;
};

void run_plain(const ScheduledHead& head);
void run_tiled(const ScheduledHead& head, Tile tile);
/// @param page_size  0: the cache is in one piece
void run_cached(const ScheduledHead& head, std::size_t chunk, std::size_t page_size);

}  // namespace manyheads
