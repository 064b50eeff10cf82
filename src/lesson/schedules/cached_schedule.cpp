/// Computes token by token or chunk by chunk, each with all keys and values so far.

#include <algorithm>
#include <vector>

#include "lesson/schedules/scheduled_head.hpp"
#include "tensor/buffer.hpp"

namespace manyheads {
namespace {

/// Rows in slow memory, to which tokens are appended: in one piece, or in pages. The pages are in
/// another order than their tokens.
class GrowingRows {
 public:
  GrowingRows(std::size_t tokens, std::size_t page_rows, std::size_t width) {
    const std::size_t count = (tokens - 1) / page_rows + 1;
    data_.reserve({count, page_rows, width}, "the cache");
    for (std::size_t i = count; i-- > 0;) pages_.push_back(data_.data() + i * page_rows * width);
    rows_ = {pages_.front(), width, pages_.data(), page_rows};
  }
  const Rows<float>& writable() const { return rows_; }
  Rows<const float> readable() const {
    return {rows_.data, rows_.row_stride, pages_.data(), rows_.page_rows};
  }

 private:
  Buffer data_;
  std::vector<float*> pages_;
  Rows<float> rows_{};
};

class CachedSchedule {
 public:
  CachedSchedule(const ScheduledHead& head, std::size_t chunk, std::size_t page_size)
      : head_(head),
        chunk_(std::min(chunk, head.T)),
        paged_(page_size > 0),
        page_rows_(paged_ ? std::min(page_size, head.S) : head.S),
        keys_(head.S, page_rows_, head.d_head),
        values_(head.S, page_rows_, head.d_value) {}

  void run() {
    for (std::size_t t = 0; t < head_.T; t += chunk_) {
      run_chunk({t, std::min(chunk_, head_.T - t)});
    }
  }

 private:
  void run_chunk(RowSpan queries) {
    FastMemory& memory = head_.memory;
    const RowSpan all{0, queries.first + queries.count};
    memory.begin_step(queries, all);
    const MatrixView q = head_.load_queries(queries);
    append(MovedData::kKeys, head_.k, queries, head_.d_head, keys_);
    append(MovedData::kValues, head_.v, queries, head_.d_value, values_);
    if (paged_) memory.load_table((all.count - 1) / page_rows_ + 1);
    const PagedMatrix keys = memory.load(MovedData::kKeys, keys_.readable(), all, head_.d_head);
    attend(q, queries, keys,
           memory.load(MovedData::kValues, values_.readable(), all, head_.d_value));
  }

  void append(MovedData what, const Rows<const float>& rows, RowSpan tokens, std::size_t width,
              const GrowingRows& cache) {
    head_.memory.store(what, {rows.row(tokens.first), tokens.count, width, rows.row_stride},
                       tokens.first, cache.writable());
  }

  void attend(const MatrixView& q, RowSpan queries, const PagedMatrix& keys,
              const PagedMatrix& values) {
    const std::size_t S = keys.rows;
    float* const scores = scores_.reserve({queries.count, S}, "scores");
    float* const sums = sums_.reserve({queries.count, head_.d_value}, "outputs");
    WholeRows rows(head_, queries, S);
    head_.memory.score(q, keys, scores);
    rows.softmax(scores);
    head_.memory.average({scores, queries.count, S, S}, values, sums);
    rows.finish(sums);
    head_.memory.record_fast_memory((queries.count + S) * (head_.d_head + head_.d_value) +
                                    queries.count * S);
    head_.store_output(sums, queries);
  }

  const ScheduledHead& head_;
  std::size_t chunk_;
  bool paged_;
  std::size_t page_rows_;
  GrowingRows keys_, values_;
  Buffer scores_, sums_;
};

}  // namespace

void run_cached(const ScheduledHead& head, std::size_t chunk, std::size_t page_size) {
  CachedSchedule(head, chunk, page_size).run();
}

}  // namespace manyheads
