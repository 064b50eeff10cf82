/// Three passes: scores, softmax, average. Scores and weights go through slow memory.

#include <algorithm>

#include "lesson/schedules/scheduled_head.hpp"
#include "tensor/buffer.hpp"

namespace manyheads {
namespace {

class PlainSchedule {
 public:
  explicit PlainSchedule(const ScheduledHead& head)
      : head_(head),
        queries_{0, head.T},
        keys_{0, head.S},
        rows_(head, queries_, head.S),
        slow_scores_{scores_.reserve({head.T, head.S}, "scores"), head.S},
        slow_weights_{weights_.reserve({head.T, head.S}, "weights"), head.S} {
    fast_scores_.reserve({head.T, head.S}, "scores");
    outputs_.reserve({head.T, head.d_value}, "outputs");
    head.memory.count_stored_scores(2 * head.T * head.S);
  }

  void run() {
    score();
    softmax();
    average();
  }

 private:
  MatrixView fast_matrix() const { return {fast_scores_.data(), head_.T, head_.S, head_.S}; }
  MatrixView load_rows(MovedData what, const Rows<float>& rows) {
    return head_.memory.load_in_one_piece(what, {rows.data, rows.row_stride}, queries_, head_.S);
  }

  void score() {
    FastMemory& memory = head_.memory;
    memory.begin_step(queries_, keys_);
    const MatrixView q = head_.load_queries(queries_);
    memory.score(q, memory.load(MovedData::kKeys, head_.k, keys_, head_.d_head),
                 fast_scores_.data());
    memory.store(MovedData::kScores, fast_matrix(), 0, slow_scores_);
    memory.record_fast_memory((head_.T + head_.S) * head_.d_head + head_.T * head_.S);
  }

  void softmax() {
    FastMemory& memory = head_.memory;
    memory.begin_step(queries_, keys_);
    std::copy_n(load_rows(MovedData::kScores, slow_scores_).data, head_.T * head_.S,
                fast_scores_.data());
    rows_.softmax(fast_scores_.data());
    memory.store(MovedData::kWeights, fast_matrix(), 0, slow_weights_);
    memory.record_fast_memory(head_.T * head_.S);
  }

  void average() {
    FastMemory& memory = head_.memory;
    memory.begin_step(queries_, keys_);
    const MatrixView weights = load_rows(MovedData::kWeights, slow_weights_);
    memory.average(weights, memory.load(MovedData::kValues, head_.v, keys_, head_.d_value),
                   outputs_.data());
    rows_.finish(outputs_.data());
    memory.record_fast_memory(head_.T * head_.S + (head_.T + head_.S) * head_.d_value);
    head_.store_output(outputs_.data(), queries_);
  }

  const ScheduledHead& head_;
  RowSpan queries_, keys_;
  WholeRows rows_;
  Buffer scores_, weights_, fast_scores_, outputs_;
  Rows<float> slow_scores_, slow_weights_;  ///< in scores_ and weights_
};

}  // namespace

void run_plain(const ScheduledHead& head) { PlainSchedule(head).run(); }

}  // namespace manyheads
